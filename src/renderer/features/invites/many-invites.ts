import type { InviteRow, Reminders } from '#shared/ipc/invites.ts';
import { call } from '../../bridge.ts';
import { entryNouns } from '#shared/words/undo-messages.ts';
import { tellDone, undoEntries } from '../../stores/undo.ts';

export function invites(count: number): string {
  return count === 1 ? '1 invite' : `${count.toLocaleString('en-US')} invites`;
}

function getIds(rows: readonly InviteRow[]): string[] {
  return rows.map((row) => row.entryId);
}

/** What is said of the others, after a comma; empty where there are none. */
function others(count: number, words: string): string {
  return count === 0 ? '' : `, ${count.toLocaleString('en-US')} ${words}`;
}

function untouched(count: number): string {
  return others(count, 'unchanged');
}

/** Puts sent invites aside or back. Says what went wrong, or null. */
export async function archiveAll(rows: readonly InviteRow[], archived: boolean): Promise<string | null> {
  const result = await call('invites.archive', { entryIds: getIds(rows), archived });
  if (!result.ok) return result.error.message;
  tellArchived(result.value.changed, archived);
  return null;
}

/** Tells that sent invites were put aside or back, with a way to undo it. */
export function tellArchived(changed: readonly string[], archived: boolean): void {
  tellDone(
    `${invites(changed.length)} ${archived ? 'archived' : 'unarchived'}`,
    changed.length === 0
      ? null
      : async () => {
          const back = await call('invites.archive', { entryIds: [...changed], archived: !archived });
          return back.ok ? `${invites(back.value.changed.length)} restored.` : back.error.message;
        },
  );
}

/** Tries invites again ahead of their time. Says what went wrong, or null. */
export async function tryAll(rows: readonly InviteRow[]): Promise<string | null> {
  const result = await call('outbox.decideMany', { entryIds: getIds(rows), decision: 'retry_now' });
  if (!result.ok) return result.error.message;
  const { changed, notBefore } = result.value;
  tellDone(
    `${invites(changed.length)} queued again${untouched(rows.length - changed.length)}`,
    changed.length === 0 ? null : () => undoEntries(changed, 'retried_now', entryNouns('invite')),
    { until: notBefore },
  );
  return null;
}

/** Cancels invites. Those that had never left can be queued again. Says what went wrong, or null. */
export async function cancelAll(rows: readonly InviteRow[]): Promise<string | null> {
  const result = await call('outbox.decideMany', { entryIds: getIds(rows), decision: 'cancel' });
  if (!result.ok) return result.error.message;
  const { changed } = result.value;
  tellDone(
    `${invites(changed.length)} canceled${untouched(rows.length - changed.length)}`,
    changed.length === 0 ? null : () => undoEntries(changed, 'cancelled', entryNouns('invite')),
  );
  return null;
}

/** Who is not reminded, and why; empty where nobody is left out. */
export function leftOutMessage({ leftOut }: Pick<Reminders, 'leftOut'>): string {
  const { notSent, sameRecipient, underWay } = leftOut;
  return [
    ...(underWay === 0
      ? []
      : [`${underWay.toLocaleString('en-US')} with an invite that is not sent yet or unclear`]),
    ...(sameRecipient === 0
      ? []
      : [`${sameRecipient.toLocaleString('en-US')} to an address that is selected twice`]),
    ...(notSent === 0
      ? []
      : [`${notSent.toLocaleString('en-US')} that ${notSent === 1 ? 'was' : 'were'} not sent`]),
  ].join(', ');
}

/** Queues a second invite for each; what has not left yet can be taken back. Says what went wrong, or null. */
export async function remindAll(entryIds: readonly string[]): Promise<string | null> {
  const result = await call('invites.remind', { entryIds: [...entryIds] });
  if (!result.ok) return result.error.message;
  const { queued } = result.value;
  const count =
    queued.length === 1 ? '1 second invite' : `${queued.length.toLocaleString('en-US')} second invites`;
  // Between the question and the answer another may have been queued.
  const left = leftOutMessage(result.value);
  tellDone(
    `${count} queued${left === '' ? '' : `. Left out: ${left}`}`,
    queued.length === 0 ? null : () => undoEntries(queued, 'enqueued', { one: 'invite', many: 'invites' }),
    { until: result.value.notBefore },
  );
  return null;
}
