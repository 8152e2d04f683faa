import type { LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { classesOf } from '../../class-names.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';
import { CountLink } from './count-link.tsx';
import styles from './section.module.css';

const cls = classesOf(styles);

/** At most this many rows of a section are shown before the person asks for the rest. */
const fewRows = 3;

/** A section of Today. Nothing is drawn where it has no rows. */
export function Section<Row>({
  icon,
  tone,
  title,
  total,
  rows,
  aside,
  children,
  all,
}: {
  icon: LucideIcon;
  tone: 'cau' | 'neg';
  title: string;
  total: number;
  rows: readonly Row[];
  aside?: ReactNode;
  children: (row: Row) => ReactNode;
  /** The list of just those that are counted. */
  all: RouteTarget;
}) {
  const [whole, setWhole] = useState(false);
  const headingId = useId();
  if (total === 0) return null;
  const shown = whole ? rows : rows.slice(0, fewRows);
  const hidden = rows.length - shown.length;
  return (
    <section className={cls('section')} aria-labelledby={headingId}>
      <header className={cls('head')}>
        <span className={cls(tone)}>
          <Icon of={icon} />
        </span>
        <h2 id={headingId} className={cls('title')}>
          {title} <CountLink count={total} of={title} to={all} />
        </h2>
        <span className={cls('aside')}>{aside}</span>
      </header>
      <ul>{shown.map(children)}</ul>
      {hidden > 0 ? (
        <p className={cls('more')}>
          <Button variant="link" onPress={() => setWhole(true)}>
            Show {hidden} more
          </Button>
        </p>
      ) : total > rows.length ? (
        <p className={cls('more')}>
          <Button variant="link" onPress={() => navigate(all)}>
            Show all {total}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** A row of a section: who, what, when, and what can be done about it right here. */
export function SectionRow({
  title,
  subtitle,
  what,
  at,
  actions,
  problem,
}: {
  title: string;
  subtitle: string;
  what: ReactNode;
  at: number;
  actions: ReactNode;
  /** What an action on this row met, where it failed. */
  problem?: string | undefined;
}) {
  return (
    <li className={cls('row')}>
      <div className={cls('who')}>
        <span className={cls('name')} title={title}>
          {title}
        </span>
        <span className={cls('contact')} title={subtitle}>
          {subtitle}
        </span>
      </div>
      <div className={cls('what')}>
        {what}
        {problem === undefined ? null : (
          <span role="alert" className={cls('problem')}>
            {problem}
          </span>
        )}
      </div>
      <span className={cls('time')}>
        <TimeText at={at} />
      </span>
      <div className={cls('actions')}>{actions}</div>
    </li>
  );
}
