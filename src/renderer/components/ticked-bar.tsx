import { useState, type ReactNode } from 'react';
import { countText } from '#shared/base/pluralize.ts';
import { bindClasses } from '../class-names.ts';
import type { Ticks } from '../stores/ticks.ts';
import { Button } from './button.tsx';
import styles from './ticked-bar.module.css';

const cls = bindClasses(styles);

interface TickedBarProps {
  label: string;
  count: number;
  ticks: Pick<Ticks<unknown>, 'tickAll' | 'tickable' | 'allLoaded' | 'clear'>;
  /** The outcome of the last action, or why none is possible; spoken. */
  outcome?: ReactNode;
  children: ReactNode;
}

/** Above a list while rows are ticked: the count, bulk actions and Clear. */
export function TickedBar({ label, count, ticks, outcome = null, children }: TickedBarProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function tickAll(): Promise<void> {
    setPending(true);
    setProblem((await ticks.tickAll?.()) ?? null);
    setPending(false);
  }

  return (
    <div className={`${cls('bar')} wrap fixed row ruled-below gap-4-8`} role="region" aria-label={label}>
      <span className="medium">{`${countText(count)}${ticks.allLoaded && count < ticks.tickable ? ` of ${countText(ticks.tickable)}` : ''} selected`}</span>
      {ticks.tickAll === null ? null : (
        <Button size="small" variant="link" pending={pending} onPress={() => void tickAll()}>
          {`Select all ${countText(ticks.tickable)}`}
        </Button>
      )}
      {children}
      <Button size="small" variant="quiet" onPress={ticks.clear}>
        Clear
      </Button>
      <span className={`${cls('outcome')} quiet`} role="status">
        {problem ?? outcome}
      </span>
    </div>
  );
}
