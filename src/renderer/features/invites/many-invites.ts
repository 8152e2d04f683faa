import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { InviteRow, Reminders } from '#shared/ipc/invites.ts';
import { call } from '../../bridge.ts';
import { entryNouns } from '#shared/words/undo-messages.ts';
import { tellDone, undoEntries } from '../../stores/undo.ts';

export function invites(count: number): string {
  return pluralize(count, 'invite');
}

function getIds(rows: readonly InviteRow[]): string[] {
  return rows.map((row) => row.entryId);
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

/** Decides on invites, with a way to undo it. Says what went wrong, or null. */
async function decideAll(
  rows: readonly InviteRow[],
  decision: 'retry_now' | 'cancel',
  done: string,
): Promise<string | null> {
  const result = await call('outbox.decideMany', { entryIds: getIds(rows), decision });
  if (!result.ok) return result.error.message;
  const { changed, notBefore } = result.value;
  const unchanged = rows.length - changed.length;
  const event = decision === 'cancel' ? 'cancelled' : 'retried_now';
  tellDone(
    `${invites(changed.length)} ${done}${unchanged === 0 ? '' : `, ${countText(unchanged)} unchanged`}`,
    changed.length === 0 ? null : () => undoEntries(changed, event, entryNouns('invite')),
    { until: decision === 'cancel' ? null : notBefore },
  );
  return null;
}

/** Tries invites again ahead of their time. Says what went wrong, or null. */
export function tryAll(rows: readonly InviteRow[]): Promise<string | null> {
  return decideAll(rows, 'retry_now', 'queued again');
}

/** Cancels invites. Says what went wrong, or null. */
export function cancelAll(rows: readonly InviteRow[]): Promise<string | null> {
  return decideAll(rows, 'cancel', 'canceled');
}

/** Who is not reminded, and why; empty if nobody is left out. */
export function leftOutMessage({ leftOut }: Pick<Reminders, 'leftOut'>): string {
  const { notSent, sameRecipient, underWay } = leftOut;
  const parts: [number, string][] = [
    [underWay, 'with an invite that is not sent yet or unclear'],
    [sameRecipient, 'to an address that is selected twice'],
    [notSent, `that ${notSent === 1 ? 'was' : 'were'} not sent`],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${countText(count)} ${words}`)
    .join(', ');
}

/** Queues a second invite for each; what has not left yet can be taken back. Says what went wrong, or null. */
export async function remindAll(entryIds: readonly string[]): Promise<string | null> {
  const result = await call('invites.remind', { entryIds: [...entryIds] });
  if (!result.ok) return result.error.message;
  const { queued } = result.value;
  const count = pluralize(queued.length, 'second invite');
  // Between the question and the answer another may have been queued.
  const left = leftOutMessage(result.value);
  tellDone(
    `${count} queued${left === '' ? '' : `. Left out: ${left}`}`,
    queued.length === 0 ? null : () => undoEntries(queued, 'enqueued', { one: 'invite', many: 'invites' }),
    { until: result.value.notBefore },
  );
  return null;
}
