import { dayText, daysUntil, localDay } from '../base/dates.ts';
import type { ListKind } from '../imports/import-fields.ts';
import type { ImportDuplicate, OddRow } from '../ipc/imports.ts';

/** The heading of our column in the file of rows that were not ready; skipped on import. */
export const problemHeading = 'What is wrong';

function writeEarlier(at: number, now: number): string {
  const [day, today] = [localDay(new Date(at)), localDay(new Date(now))];
  const days = daysUntil(today, day);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  const text = dayText(day);
  return `on ${day.year === today.year ? text.replace(/, \d+$/, '') : text}`;
}

/** Why a row may not belong to the list, in a sentence. `subject`: what a row is, as in "a vendor". */
export function oddRowMessage(look: OddRow, remark: string | null, subject: string): string {
  const words: Partial<Record<OddRow, string>> = {
    separator: `A separator line, not ${subject}. Left out.`,
    total: `A total, not ${subject}. Left out.`,
    headings: 'A header row. Left out.',
    title: `Looks like a title, not ${subject}.`,
    hidden: 'Hidden in the spreadsheet. Left out.',
    inactive: `${remark ?? ''} Left out.`,
  };
  return words[look] ?? remark ?? '';
}

const subjects: Record<ListKind, string> = { invites: 'vendor', verifications: 'license' };

export function duplicateMessage(duplicate: ImportDuplicate, list: ListKind, now: number): string {
  switch (duplicate.kind) {
    case 'row': {
      const kept = duplicate.queued ? ', which was queued' : `. Row ${duplicate.row} is kept`;
      return `Same ${subjects[list]} as row ${duplicate.row} in this list${kept}.`;
    }
    case 'vendor':
      return `Already a vendor: ${duplicate.companyName ?? 'their profile'} is kept on this computer under ID ${duplicate.vendorId}.`;
    case 'invite':
    case 'verification':
      return earlierMessage(duplicate, now);
  }
}

type EarlierEntry = Extract<ImportDuplicate, { kind: 'invite' | 'verification' }>;

function earlierMessage({ kind, state, altered, fileName, queuedAt, sentAt }: EarlierEntry, now: number) {
  const source = fileName === null ? '' : ` from ${fileName}`;
  const [done, verb] = kind === 'invite' ? ['invited', 'Invited'] : ['submitted', 'Queued'];
  if (state === 'accepted') return `Already ${done} ${writeEarlier(sentAt ?? queuedAt, now)}${source}.`;
  const earlier = `${verb} ${writeEarlier(queuedAt, now)}${source}, and`;
  if (state === 'rejected' && !altered)
    return `${earlier} the service refused that ${kind}. Open it to see why.`;
  return `${earlier} that ${kind} ${becameOf[state]}.`;
}

const becameOf: Record<Exclude<EarlierEntry['state'], 'accepted'>, string> = {
  in_doubt: 'may already have been sent',
  sending: 'is being sent now',
  queued: 'is waiting to be sent',
  waiting: 'is waiting to be sent',
  rejected: 'was not sent because it was altered on the disk. Open it to decide',
  dead: 'stopped after too many attempts. It can be tried again',
  cancelled: 'was canceled',
};
