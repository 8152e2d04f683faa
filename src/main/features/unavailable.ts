import type { CallError } from '#shared/ipc/call.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { refuse } from '../ipc/handlers.ts';

/** Why no result came just now, in a sentence: what the service said, or what keeps Gangway from asking where it did not. */
export function unavailableResult(workspace: Workspace, error: CallError | null) {
  if (error !== null) return { ok: false as const, error };
  const { condition } = workspace.dispatcher.status();
  if (condition.kind === 'signed_out') {
    return refuse('signed_out', 'You’re signed out. Sign in, then try again.');
  }
  if (condition.kind === 'working_offline') {
    return refuse('unreachable', 'You’re working offline. Go online to do this.');
  }
  return refuse(
    'unreachable',
    'The service can’t be reached. What’s saved on this computer stays as it is. Gangway tries again automatically.',
  );
}
