import {
  CircleCheck,
  CircleQuestionMark,
  Check,
  Clock,
  FileText,
  OctagonX,
  RefreshCw,
  type LucideIcon,
} from 'lucide-react';
import type { Tone } from '#shared/base/tone.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import { Icon } from '../../components/icon.tsx';
import { stateIcons } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import styles from './today-screen.module.css';

const cls = bindClasses(styles);

type Kind = TodaySummary['activity'][number]['kind'];

const looks: Record<Kind, { icon: LucideIcon; tone: Tone }> = {
  invite_sent: { icon: Check, tone: 'pos' },
  invite_queued: { icon: Clock, tone: 'neu' },
  check_sent: { icon: Check, tone: 'pos' },
  check_queued: { icon: Clock, tone: 'neu' },
  in_doubt: { icon: CircleQuestionMark, tone: 'cau' },
  refused: { icon: OctagonX, tone: 'neg' },
  result_same: { icon: stateIcons['circle-check'], tone: 'pos' },
  result_differs: { icon: stateIcons['equal-not'], tone: 'neg' },
  result_problem: { icon: stateIcons['octagon-x'], tone: 'neg' },
  document_result: { icon: FileText, tone: 'neu' },
  profile_fetched: { icon: RefreshCw, tone: 'neu' },
  decision: { icon: CircleCheck, tone: 'pos' },
};

/** What happened last, the newest first. */
export function LastActivity({ items }: { items: TodaySummary['activity'] }) {
  return (
    <section className={`${cls('section')} padded`}>
      <h2>Last activity</h2>
      {items.length === 0 ? <p className="quiet">Nothing happened yet.</p> : null}
      <ol>
        {items.map((item, index) => (
          // Two items can be identical.
          <li key={index} className={`${cls('item')} grid columns-10`}>
            <span className="quiet small figures">
              <TimeText at={item.at} />
            </span>
            <span className={cls('icon')} data-tone={looks[item.kind].tone}>
              <Icon of={looks[item.kind].icon} size={14} />
            </span>
            <span title={`${item.detail} ${item.subject}`}>
              {item.detail} <strong>{item.subject}</strong>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
