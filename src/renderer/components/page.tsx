import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { bindClasses } from '../class-names.ts';
import { navigate, type RouteTarget } from '../stores/navigation.ts';
import { Icon } from './icon.tsx';
import styles from './page.module.css';
import { namePage, replacesPage, usePageTitle } from '../stores/window-state.ts';

const cls = bindClasses(styles);

interface PageProps {
  children: ReactNode;
  /** Handlers of files that are dropped on the screen; `isOver` while some are held over it. */
  drop?: Pick<ComponentProps<'div'>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;
  isOver?: boolean;
}

/** A screen: its header above, the rest below. */
export function Page({ children, drop, isOver = false }: PageProps) {
  return (
    <div data-page className={`${cls(isOver && 'over')} whole-room`} {...drop}>
      {children}
    </div>
  );
}

/** The head of a screen. `parent` is the way back. */
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
  /** Its content still loads: the focus waits for the heading that replaces it. */
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

export function PageBody({ children }: { children: ReactNode }) {
  return <div className={`${cls('body')} relative scroller`}>{children}</div>;
}

/** The heading of a page, which also titles the window. It takes focus when its page replaces another. */
export function PageHeading({ title, className }: { title: string; className: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (replacesPage() && isFree(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => namePage(title), [title]);
  return (
    <h1 ref={heading} tabIndex={-1} data-page-heading className={className} title={title}>
      {title}
    </h1>
  );
}

/** Whether the focus may move: it is not on the page, in a dialog or in the search. */
const isFree = (focused: Element | null): boolean =>
  focused?.closest('main, [role="search"], [role="dialog"], [role="alertdialog"]') == null;

/** Whether nobody moved the focus: it is on nothing, or still on the page's heading. */
export const isFocusIdle = (): boolean =>
  document.activeElement?.matches('body, [data-page-heading]') ?? true;

export function focusPageHeading(): void {
  const heading = document.querySelector('[data-page-heading]');
  if (heading instanceof HTMLElement) heading.focus();
}

/** Announces the new page to screen readers. */
export function PageAnnouncer() {
  const announced = usePageTitle((store) => store.announced);
  return (
    <div aria-live="polite" className="visually-hidden">
      {announced}
    </div>
  );
}
