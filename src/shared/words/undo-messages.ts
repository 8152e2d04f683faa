import { countText, pluralize } from '../base/pluralize.ts';
import { entryLabels } from '../outbox/entry-labels.ts';
import { entryKind, type DelayedGroup, type EntryDecision, type EntryKind } from '../outbox/outbox.ts';

function entriesCounted(entries: DelayedGroup['entries']): string {
  const [kind, another] = entryKind.options.filter((one) => (entries[one] ?? 0) > 0);
  const { one, many } =
    kind === undefined || another !== undefined ? { one: 'item', many: 'items' } : entryLabels[kind].labels;
  return pluralize(sumOfKinds(entries), one, many);
}

export const sumOfKinds = (entries: DelayedGroup['entries']): number =>
  Object.values(entries).reduce((sum, number) => sum + number, 0);

export const secondsLeft = (until: number, now: number): number =>
  Math.max(1, Math.floor((until - now) / 1000));

export function delayedMessage(group: DelayedGroup, now: number): string {
  const verb = sumOfKinds(group.entries) === 1 ? 'goes' : 'go';
  return `${entriesCounted(group.entries)} ${verb} out in ${secondsLeft(group.until, now)} s`;
}

export function decidedMessage(decision: EntryDecision, kind: EntryKind, count: number): string {
  const { one, many } = entryLabels[kind].labels;
  const what = count === 1 ? one.charAt(0).toUpperCase() + one.slice(1) : `${countText(count)} ${many}`;
  return `${what} ${decidedWords[decision]}`;
}

const decidedWords: Record<EntryDecision, string> = {
  cancelled: 'canceled',
  corrected: 'corrected',
  marked_as_sent: 'marked as sent',
  sent_again: 'queued again',
  retried_now: 'queued again',
};

const canceledMessage = (count: number, one: string, many: string): string =>
  `${pluralize(count, one, many)} canceled. ${count === 1 ? 'It wasn’t sent' : 'None were sent'}.`;

/** The result of undoing. `sending` are being sent now, `changed` could not be undone for another reason. */
export function undoneMessage(
  what: EntryDecision | 'enqueued',
  { undone, sending, changed }: { undone: number; sending: number; changed: number },
  { one, many }: { one: string; many: string },
): string {
  if (undone === 0 && sending > 0)
    return `Being sent now, so ${sending === 1 ? 'it' : 'they'} can’t be undone. Wait for the reply, then decide.`;
  if (undone === 0) return `Already sent, so ${changed === 1 ? 'it' : 'they'} can’t be undone.`;
  const done =
    what === 'enqueued'
      ? canceledMessage(undone, one, many)
      : `Undone. ${undone === 1 ? `The ${one} is back` : `${countText(undone)} ${many} are back`}.`;
  return [
    done,
    ...(sending === 0 ? [] : [`${countText(sending)} ${sending === 1 ? 'is' : 'are'} being sent now.`]),
    ...(changed === 0 ? [] : [`${countText(changed)} had already been sent.`]),
  ].join(' ');
}

export const entryNouns = (kind: EntryKind): { one: string; many: string } => entryLabels[kind].labels;

export function undoneDelayedMessage({ undone, left }: { undone: number; left: number }): string {
  if (undone === 0) return 'Already sent, so they can’t be undone.';
  const done = canceledMessage(undone, 'item', 'items');
  return left === 0 ? done : `${done} ${countText(left)} had already been sent.`;
}
