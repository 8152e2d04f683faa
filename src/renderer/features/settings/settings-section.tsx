import type { ReactNode } from 'react';
import { classesOf } from '../../class-names.ts';
import styles from './settings-section.module.css';

const cls = classesOf(styles);

/** One subject of the settings: its name and what it means at the left, what can be set at the right. */
export function SettingsSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={cls('section')}>
      <div>
        <h3>{title}</h3>
        {lead === undefined ? null : <p className={cls('lead')}>{lead}</p>}
      </div>
      <div className={cls('fields')}>{children}</div>
    </section>
  );
}
