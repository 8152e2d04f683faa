import type { CallError } from '#shared/ipc/call.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { refuse } from '../ipc/handlers.ts';

export async function checkNow(workspace: Workspace, kind: ResultKind, subject: string) {
  const outcome = await workspace.watcher.checkNow(kind, subject);
  if (outcome.kind === 'not_made') return unavailableResult(workspace, outcome.error);
  if (outcome.kind !== 'problem' || outcome.error === undefined) return null;
  return { ok: false as const, error: outcome.error };
}

/** Why no result came: the service's reason, or what keeps Gangway from asking. */
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
