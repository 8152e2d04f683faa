import { useEffect, useState } from 'react';
import { useWindowFocused } from '../../stores/window-state.ts';

/** How long an employer ID stays in sight, in milliseconds. */
const revealedFor = 30_000;

export interface Reveal {
  revealed: boolean;
  reveal: () => void;
  hide: () => void;
}

/** Whether something masked is in sight: for 30 seconds, until another document is opened, or until the window is left. */
export function useReveal(jobId: string): Reveal {
  const focused = useWindowFocused();
  const [shown, setShown] = useState<{ jobId: string } | null>(null);
  if (shown !== null && (shown.jobId !== jobId || !focused)) setShown(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), revealedFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return {
    revealed: shown !== null && shown.jobId === jobId && focused,
    reveal: () => setShown({ jobId }),
    hide: () => setShown(null),
  };
}
