import type { ReactNode } from 'react';
import { bindClasses } from '../class-names.ts';
import styles from './empty-state.module.css';

const cls = bindClasses(styles);

/** What is said where there is nothing: what is true, what would fill it, and at most one button. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={`${cls('empty')} round-card text-center`}>
      <p className="bold">{title}</p>
      {children === undefined ? null : <p className="quiet">{children}</p>}
      {action === undefined ? null : <div className="above-12">{action}</div>}
    </div>
  );
}
