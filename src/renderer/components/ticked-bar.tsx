import type { ReactNode } from 'react';
import { classesOf } from '../class-names.ts';
import { Button } from './button.tsx';
import styles from './ticked-bar.module.css';

const cls = classesOf(styles);

/** Stands above a list while rows of it are ticked: how many, what can be done to them together, and a way to untick them. */
export function TickedBar({
  label,
  count,
  of = null,
  onClear,
  outcome = null,
  children,
}: {
  /** What the bar is called when it is spoken. */
  label: string;
  count: number;
  /** How many rows the list has, where all that are loaded are ticked: nobody is to take those for all. */
  of?: number | null;
  onClear: () => void;
  /** What came of the last thing that was done, or why nothing can be done; spoken as it comes. */
  outcome?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={cls('bar')} role="region" aria-label={label}>
      <span
        className={cls('count')}
      >{`${count.toLocaleString('en-US')}${of !== null && count < of ? ` of ${of.toLocaleString('en-US')}` : ''} ticked`}</span>
      {children}
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
      <span className={cls('outcome')} role="status">
        {outcome}
      </span>
    </div>
  );
}
