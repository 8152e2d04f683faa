import { expiryHorizonDays, type SearchHit, type TodaySummary } from '#shared/ipc/today.ts';
import { documentRows } from './documents.ts';
import { inviteRows } from './invites.ts';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import { outboxRows } from './outbox.ts';
import { verificationRows } from './verifications.ts';
import { at, fail, toId, ok, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

function dayAhead(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
}

const expiring: TodaySummary['expiring']['rows'] = [
  {
    entryId: toId(3, 11),
    name: 'Kestrel Roofing',
    trade: 'Roofing',
    expiryDate: dayAhead(2),
    days: 2,
    asSubmitted: false,
  },
  {
    entryId: toId(3, 12),
    name: 'Sable Fire Protection',
    trade: 'Fire',
    expiryDate: dayAhead(5),
    days: 5,
    asSubmitted: false,
  },
  {
    entryId: toId(3, 13),
    name: 'Copperline Elevator',
    trade: 'Elevator',
    expiryDate: dayAhead(9),
    days: 9,
    asSubmitted: false,
  },
  {
    entryId: toId(3, 14),
    name: 'Tidewater HVAC',
    trade: 'Mechanical',
    expiryDate: dayAhead(14),
    days: 14,
    asSubmitted: false,
  },
  {
    entryId: toId(3, 15),
    name: 'Alder & Pine',
    trade: 'Landscape',
    expiryDate: dayAhead(14),
    days: 14,
    asSubmitted: false,
  },
  {
    entryId: toId(3, 16),
    name: 'Meridian Glass',
    trade: null,
    expiryDate: dayAhead(20),
    days: 20,
    asSubmitted: false,
  },
  {
    entryId: toId(3, 17),
    name: 'Larkspur',
    trade: null,
    expiryDate: dayAhead(26),
    days: 26,
    asSubmitted: false,
  },
];

const activity: TodaySummary['activity'] = [
  {
    at: at('11:04'),
    kind: 'invite_sent',
    subject: 'Hannah Cho, Quayside Painting',
    detail: 'Invite sent to',
  },
  {
    at: at('10:58'),
    kind: 'result_differs',
    subject: '1048827',
    detail: 'License came back, 3 details differ:',
  },
  { at: at('10:31'), kind: 'decision', subject: 'Sable Fire Protection', detail: 'You accepted the W-9 of' },
  { at: at('09:12'), kind: 'profile_fetched', subject: 'Tidewater HVAC', detail: 'Profile fetched of' },
  { at: at('08:55'), kind: 'invite_queued', subject: 'Joanne Reyes', detail: 'Invite queued for' },
];

/** The invites of the mockup that may have been sent. */
export const unclearRows: OutboxRow[] = inviteRows
  .filter((row) => row.state === 'in_doubt')
  .map((row) => ({
    entryId: row.entryId,
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    queuedAt: row.queuedAt,
    changedAt: row.changedAt,
    nextAt: row.nextAt,
    sentAt: row.sentAt,
    markedByPerson: row.markedByPerson,
    kind: 'invite',
    title: row.companyName ?? row.contactName ?? '',
    subtitle: row.contactName ?? '',
  }));

/** What needs a person, and the search over everything. */
export function fakeToday(situation: Situation): Handlers {
  const empty = situation === 'empty';
  const refused = outboxRows().filter((row) => row.state === 'rejected');
  const mismatched = verificationRows.filter((row) => (row.differing ?? 0) > 0);
  const low = documentRows.filter((row) => row.score !== null && row.score < 70);
  const section = <Row>(rows: Row[]) => (empty ? { total: 0, rows: [] } : { total: rows.length, rows });
  return {
    'today.summary': () =>
      situation === 'failing'
        ? fail('storage', 'The stored data could not be read.')
        : ok({
            unclear: section(unclearRows),
            refused: section(refused),
            mismatched: section(mismatched),
            lowQuality: section(low),
            differingDetails: { [toId(3, 1)]: ['Licensee name', 'Qualified party', 'Expiry date'] },
            weakestParts: Object.fromEntries(
              low.map(({ jobId }) => [jobId, { label: 'Sharpness', score: 22 }]),
            ),
            expiring: empty
              ? { total: 0, perDay: [], rows: [], unclear: 0 }
              : {
                  total: expiring.length,
                  perDay: Array.from(
                    { length: expiryHorizonDays + 1 },
                    (_none, offset) => expiring.filter(({ days }) => days === offset).length,
                  ),
                  rows: expiring.slice(0, 5),
                  unclear: 2,
                },
            activity: empty ? activity.slice(0, 1) : activity,
          }),
    'today.firstSteps': () =>
      ok(
        empty
          ? { vendors: 0, invites: 0, verifications: 0 }
          : { vendors: 12, invites: 148, verifications: 41 },
      ),
    'today.lastQueued': () =>
      ok(
        empty
          ? []
          : [
              ...inviteRows.slice(0, 2).map((row) => ({ kind: 'invite' as const, row })),
              ...verificationRows.slice(0, 3).map((row) => ({ kind: 'verification' as const, row })),
            ],
      ),
    'today.counts': () =>
      ok(
        empty
          ? { today: 0, invites: 0, verifications: 0, documents: 0, unsent: 0 }
          : {
              today: 13,
              invites: 5,
              verifications: 4,
              documents: 4,
              unsent: situation === 'online' ? 0 : 86,
            },
      ),
    'search.find': ({ text }) => {
      const hits: SearchHit[] = inviteRows
        .filter((row) =>
          `${row.contactName ?? ''} ${row.companyName ?? ''}`.toLowerCase().includes(text.toLowerCase()),
        )
        .slice(0, 8)
        .map((row) => ({
          kind: 'invite',
          id: row.entryId,
          title: row.companyName ?? '',
          subtitle: row.contactName ?? '',
        }));
      return ok(hits);
    },
  };
}
