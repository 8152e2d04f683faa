import type { ListKind } from '../imports/import-fields.ts';
import type { ImportDuplicate, OddRow } from '../ipc/imports.ts';

/** The heading of our column in the file of rows that were not ready; skipped on import. */
export const problemHeading = 'What is wrong';

function dayText(at: number, now: number): string {
  const day = (time: number) => {
    const date = new Date(time);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  const days = Math.round((day(now) - day(at)) / 86_400_000);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const date = new Date(at).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return `on ${date}`;
}

/** Why a row may not belong to the list, in a sentence. `subject`: what a row is, as in "a vendor". */
export function oddRowMessage(look: OddRow, remark: string | null, subject: string): string {
  switch (look) {
    case 'separator':
      return `A separator line, not ${subject}. Left out.`;
    case 'total':
      return `A total, not ${subject}. Left out.`;
    case 'headings':
      return 'A header row. Left out.';
    case 'title':
      return `Looks like a title, not ${subject}.`;
    case 'hidden':
      return 'Hidden in the spreadsheet. Left out.';
    case 'inactive':
      return `${remark ?? ''} Left out.`;
    case 'ragged':
    case 'over_lines':
    case 'other_headings':
      return remark ?? '';
  }
}

const subjects: Record<ListKind, string> = { invites: 'vendor', verifications: 'license' };

/** What a row duplicates, in a sentence. Times are milliseconds since 1970. */
export function duplicateMessage(duplicate: ImportDuplicate, list: ListKind, now: number): string {
  switch (duplicate.kind) {
    case 'row':
      return duplicate.queued
        ? `Same ${subjects[list]} as row ${duplicate.row} in this list, which was queued.`
        : `Same ${subjects[list]} as row ${duplicate.row} in this list. Row ${duplicate.row} is kept.`;
    case 'vendor':
      return `Already a vendor: ${duplicate.companyName ?? 'their profile'} is kept on this computer under ID ${duplicate.vendorId}.`;
    case 'invite':
    case 'verification':
      return earlierMessage(duplicate, now);
  }
}

type EarlierEntry = Extract<ImportDuplicate, { kind: 'invite' | 'verification' }>;

function earlierMessage(
  { kind, state, altered, fileName, queuedAt, sentAt }: EarlierEntry,
  now: number,
): string {
  const source = fileName === null ? '' : ` from ${fileName}`;
  const [done, verb] = kind === 'invite' ? ['invited', 'Invited'] : ['submitted', 'Queued'];
  const earlier = `${verb} ${dayText(queuedAt, now)}${source}, and`;
  switch (state) {
    case 'in_doubt':
      return `${earlier} that ${kind} may already have been sent.`;
    case 'accepted':
      return `Already ${done} ${dayText(sentAt ?? queuedAt, now)}${source}.`;
    case 'sending':
      return `${earlier} that ${kind} is being sent now.`;
    case 'queued':
    case 'waiting':
      return `${earlier} that ${kind} is waiting to be sent.`;
    case 'rejected':
      return altered
        ? `${earlier} that ${kind} was not sent because it was altered on the disk. Open it to decide.`
        : `${earlier} the service refused that ${kind}. Open it to see why.`;
    case 'dead':
      return `${earlier} that ${kind} stopped after too many attempts. It can be tried again.`;
    case 'cancelled':
      return `${earlier} that ${kind} was canceled.`;
  }
}
