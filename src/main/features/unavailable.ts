import type { CallError } from '#shared/ipc/call.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { refuse } from '../ipc/handlers.ts';

/** Why no result came just now, in a sentence: what the service said, or what keeps Gangway from asking where it did not. */
export function unavailableResult(workspace: Pick<Workspace, 'dispatcher'>, error: CallError | null) {
  if (error !== null) return { ok: false as const, error };
  const { condition } = workspace.dispatcher.status();
  if (condition.kind === 'signed_out') {
    return refuse(
      'signed_out',
      'Sign in first: the service did not accept the token, or there is none at hand.',
    );
  }
  if (condition.kind === 'working_offline') {
    return refuse('unreachable', 'You work offline. Switch that off to ask the service.');
  }
  return refuse(
    'unreachable',
    'Could not reach the service. What is kept on this computer stays as it is. Gangway asks again by itself.',
  );
}
