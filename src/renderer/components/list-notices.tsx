import type { ReactNode } from 'react';
import { bindClasses } from '../class-names.ts';
import styles from './list-notices.module.css';

const cls = bindClasses(styles);

/** What is said above a list: what it is narrowed by, what is under way, what could not be done. Takes no room where nothing is. */
export function ListNotices({ children }: { children: ReactNode }) {
  return <div className={cls('notices')}>{children}</div>;
}
