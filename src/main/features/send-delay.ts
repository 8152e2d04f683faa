import type { Workspace } from '../workspace/workspace.ts';

/** Until when a new request waits so that it can be undone; 0 for at once. Single requests wait only by setting. */
export function getDelay({ settings, clock }: Workspace, count: number): number {
  const { sendDelayS, delaySingles } = settings();
  const waits = sendDelayS > 0 && (count > 1 || delaySingles);
  return waits ? clock.wall() + sendDelayS * 1000 : 0;
}
