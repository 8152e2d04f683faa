import type { ReactNode } from 'react';
import { bindClasses } from '../class-names.ts';
import styles from './list-tools.module.css';

const cls = bindClasses(styles);

/** Stands above a list that has no tabs: what narrows it, its columns and its views. */
export function ListTools({ children }: { children: ReactNode }) {
  return (
    <div className={cls('tools')} role="group" aria-label="List">
      {children}
    </div>
  );
}
