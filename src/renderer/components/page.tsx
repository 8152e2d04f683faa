import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { bindClasses } from '../class-names.ts';
import { navigate, type RouteTarget } from '../stores/navigation.ts';
import { Icon } from './icon.tsx';
import { PageHeading } from './page-heading.tsx';
import styles from './page.module.css';

const cls = bindClasses(styles);

/** A screen: its header above, the rest below. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div data-page className="whole-room">
      {children}
    </div>
  );
}

/** The head of a screen. `parent` is the screen that this place belongs to, as a way back. */
export function PageHeader({
  title,
  subtitle,
  parent,
  actions,
  low = false,
  ruled = false,
  passing = false,
}: {
  title: string;
  subtitle?: ReactNode;
  parent?: { label: string; target: RouteTarget };
  actions?: ReactNode;
  low?: boolean;
  ruled?: boolean;
  /** What it heads is still being read: the focus waits for the heading that comes in its place. */
  passing?: boolean;
}) {
  return (
    <header
      className={`${cls('header', low && 'low', ruled && 'ruled')} row between gap-16 fixed pad-gutter`}
    >
      <div className={`${cls('titles')} row-baseline gap-10 narrows`}>
        {parent === undefined ? null : (
          <>
            <ParentLink {...parent} />
            <Icon of={ChevronRight} />
          </>
        )}
        {passing ? (
          <h1 className={`${cls('title')} page-title one-line`}>{title}</h1>
        ) : (
          <PageHeading className={`${cls('title')} page-title one-line`} title={title} />
        )}
        {subtitle === undefined ? null : (
          <span className={`${cls('subtitle')} narrows quiet one-line`}>{subtitle}</span>
        )}
      </div>
      {actions === undefined ? null : <div className={`${cls('actions')} row gap-8 fixed`}>{actions}</div>}
    </header>
  );
}

/** The way back to the screen that a place belongs to. */
export function ParentLink({ label, target }: { label: string; target: RouteTarget }) {
  return (
    <button
      type="button"
      className={`${cls('parent')} quiet medium round-3`}
      onClick={() => navigate(target)}
    >
      {label}
    </button>
  );
}

/** The part of a screen that scrolls. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={`${cls('body')} relative scroller`}>{children}</div>;
}
