import { call } from '../../bridge.ts';

/** What a step of the undo stack is about that decided on this verification's result. */
export function aboutDecision(entryId: string): string {
  return `verification ${entryId}`;
}

/** Undoes the decision that stands on a verification's result; says what came of it. */
export async function undoDecision(entryId: string): Promise<string> {
  const undone = await call('verifications.decide', { entryId, choice: 'undo', note: '' });
  return undone.ok ? 'Decision undone.' : undone.error.message;
}
