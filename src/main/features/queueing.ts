import { draftId } from '#shared/ipc/drafts.ts';
import type { CorrectionProblem, EntryKind } from '#shared/outbox/outbox.ts';
import { refuse } from '../ipc/handlers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CallError } from '#shared/ipc/call.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';

/** Why the outbox does not queue an item: another version of it was queued or is on its way. */
const correctionSentences: Record<CorrectionProblem, string> = {
  corrected: 'This item was already corrected and queued again. Open the newer one.',
  on_its_way: 'This item or another version of it is already on its way. Cancel that one first.',
  superseded: 'Another version of this item was tried since. Open that one.',
  not_editable: 'This item can’t be edited anymore: sending has started, or it was canceled.',
};

export const refuseCorrection = (problem: CorrectionProblem) =>
  refuse('too_late', `${correctionSentences[problem]} Nothing was queued.`);

/** How long a new request waits so that it can be undone; 0 for no wait. Single requests wait only by setting. */
export function sendNotBefore({ settings, clock }: Workspace, count: number): number {
  const { sendDelayS, delaySingles } = settings();
  const waits = sendDelayS > 0 && (count > 1 || delaySingles);
  return waits ? clock.wall() + sendDelayS * 1000 : 0;
}

export function emitQueued(
  { emit, dispatcher }: Workspace,
  kind: EntryKind,
  entryId: string,
  { replaces, draft }: { replaces: string | null; draft?: string | undefined },
): void {
  emit('entries.changed', { ids: replaces === null ? [entryId] : [entryId, replaces] });
  if (draft !== undefined) emit('drafts.changed', { ids: [draftId({ kind, key: draft })] });
  dispatcher.enqueued();
}

/** The value without empty texts, objects and lists, so that blank fields are not sent. */
export function stripEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => stripEmpty(item)).filter((item) => !isEmpty(item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]: [string, unknown]) => [key, stripEmpty(member)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

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
