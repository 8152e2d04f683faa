import type { Workspace } from '../workspace/workspace.ts';

/**
 * Before which time what a person sends on its way now is not sent, so that it can be undone; 0 for at once. What goes one by
 * one waits only where the settings say so.
 */
export function getDelay({ settings, clock }: Pick<Workspace, 'settings' | 'clock'>, count: number): number {
  const { sendDelayS, delaySingles } = settings();
  const waits = sendDelayS > 0 && (count > 1 || delaySingles);
  return waits ? clock.wall() + sendDelayS * 1000 : 0;
}
