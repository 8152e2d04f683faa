import { groupStates, type EntryReason, type QueueCondition, type SyncStatus } from '#shared/outbox.ts';
import type { EntryProgress, OutboxRow } from '#shared/ipc/outbox.ts';
import { sumOfKinds } from '#shared/undo-messages.ts';
import { at, fail, toId, ok, pageFrom, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

type Sketch = [
  kind: OutboxRow['kind'],
  title: string,
  subtitle: string,
  state: OutboxRow['state'],
  attempts: number,
  queued: string,
  next: string | null,
  reason: EntryReason | null,
];

const busy: EntryReason = { code: 'busy', status: 429, waitMs: 360_000 };
const sketches: Sketch[] = [
  [
    'invite',
    'Pier Nine Paving',
    'Rita Solano',
    'in_doubt',
    1,
    '14:21',
    null,
    { code: 'closed_while_sending' },
  ],
  [
    'verification',
    'Marlin Marine Works',
    'C-61 22091',
    'rejected',
    1,
    '14:20',
    null,
    {
      code: 'refused',
      status: 422,
      contentType: 'application/json',
      body: '{"message":"Not valid","errors":{"data.licenseNumber":["licenseNumber is not known"]}}',
    },
  ],
  ['invite', 'Longshore Fencing', 'Ben Achterberg', 'sending', 1, '14:21', null, null],
  ['invite', 'Voltline Controls', 'Samir Patel', 'sending', 2, '13:57', null, null],
  ['invite', 'Harborview Glazing', 'Nadia Petrov', 'waiting', 2, '13:58', '14:32', busy],
  ['invite', 'Dockside Demolition', 'Eli Brandt', 'waiting', 2, '13:58', '14:32', busy],
  [
    'verification',
    'Tidewater HVAC Services',
    'C-20 0913348',
    'waiting',
    3,
    '13:40',
    '14:28:54',
    { code: 'unreachable', detail: 'No route.' },
  ],
  [
    'verification',
    'Copperline Elevator',
    'C-11 0550127',
    'waiting',
    1,
    '13:40',
    '14:45',
    { code: 'busy', status: 503, waitMs: null },
  ],
  ['invite', 'Cedar Mill Carpentry', 'Joanne Reyes', 'queued', 0, '13:57', null, null],
  ['invite', 'Juniper Court Interiors', 'Theo Vasquez', 'queued', 0, '14:21', null, null],
  ['invite', 'Foxglove Interiors', 'Sinead Walsh', 'queued', 0, '14:21', null, null],
];

function toRow(
  [kind, title, subtitle, state, attempts, queued, next, reason]: Sketch,
  index: number,
): OutboxRow {
  const queuedAt = at(queued);
  return {
    entryId: toId(2, index + 1),
    kind,
    title,
    subtitle,
    state,
    reason,
    attempts,
    queuedAt,
    changedAt: state === 'sending' ? Date.now() - 3000 : queuedAt + 30_000,
    nextAt: next === null ? null : at(next),
    sentAt: state === 'accepted' ? queuedAt + 20_000 : null,
    markedByPerson: false,
  };
}

/** What is on its way out in the mockup: 120 entries, 34 of them sent. */
export function outboxRows(): OutboxRow[] {
  const rows = sketches.map(toRow);
  for (let number = rows.length; rows.filter((row) => row.state === 'queued').length < 78; number += 1) {
    rows.push(
      toRow(['invite', `Vendor ${number}`, `Contact ${number}`, 'queued', 0, '14:21', null, null], number),
    );
  }
  for (let number = rows.length; rows.filter((row) => row.state === 'accepted').length < 34; number += 1) {
    rows.push(
      toRow(['invite', `Vendor ${number}`, `Contact ${number}`, 'accepted', 1, '14:22', null, null], number),
    );
  }
  return rows;
}

function getCondition(situation: Situation): QueueCondition {
  switch (situation) {
    case 'offline':
      return { kind: 'offline', since: at('11:06'), detail: 'ENETUNREACH' };
    case 'behind_proxy':
      return { kind: 'offline', since: at('11:06'), detail: 'PROXY_SIGN_IN' };
    case 'network_sign_in':
      return { kind: 'offline', since: at('11:06'), detail: 'NETWORK_SIGN_IN' };
    case 'busy':
      return { kind: 'busy', until: at('14:32') };
    case 'points_elsewhere':
      return {
        kind: 'redirected',
        location: 'https://vendors-2.harborlane.example/vendors',
        until: at('14:32'),
      };
    case 'signed_out':
      return { kind: 'signed_out', reason: 'refused' };
    case 'keychain_locked':
    case 'keychain_denied':
    case 'keychain_absent':
    case 'keychain_slow':
      return { kind: 'signed_out', reason: 'keychain' };
    case 'keychain_changed':
    case 'keychain_removed':
      return { kind: 'signed_out', reason: 'no_token' };
    case 'paused':
      return { kind: 'paused' };
    case 'working_offline':
      return { kind: 'working_offline' };
    case 'cannot_save':
      return { kind: 'cannot_save', detail: 'SQLITE_FULL' };
    case 'online':
    case 'sending':
    case 'retrying':
    case 'empty':
    case 'failing':
    case 'welcome':
    case 'welcome_offline':
    case 'welcome_keychain_locked':
    case 'desktop':
    case 'start_failed':
    case 'drafts':
    case 'delayed':
      return { kind: 'online' };
  }
}

/**
 * The outbox: its rows change as they are decided, and every change is told.
 * @param unclear what Today shows as unclear, in the situation of the mockup
 */
export function fakeOutbox(situation: Situation, emit: Emit, unclear: OutboxRow[]): Handlers {
  let rows = situation === 'empty' ? [] : outboxRows();
  if (situation === 'online' || situation === 'delayed')
    rows = rows.filter((row) => ['accepted', 'in_doubt', 'rejected'].includes(row.state));
  if (situation === 'retrying') rows = rows.filter((row) => ['accepted', 'waiting'].includes(row.state));
  let condition = getCondition(situation);
  let delayed: SyncStatus['delayed'] =
    situation === 'delayed' ? [{ until: Date.now() + 60_000, entries: { invite: 200 } }] : [];
  const count = (state: OutboxRow['state']) => rows.filter((row) => row.state === state).length;
  const status = (): SyncStatus => ({
    condition,
    counts: {
      queued: count('queued') + delayed.reduce((sum, { entries }) => sum + sumOfKinds(entries), 0),
      sending: count('sending'),
      waiting: count('waiting'),
      in_doubt: count('in_doubt'),
      accepted: count('accepted'),
      rejected: count('rejected'),
      dead: count('dead'),
      cancelled: count('cancelled'),
    },
    run:
      situation === 'sending'
        ? {
            startedAt: at('14:22'),
            endedAt: null,
            enqueued: 120,
            settled: count('accepted'),
            sent: count('accepted'),
          }
        : null,
    concurrency: 2,
    lastAnswerAt: situation === 'empty' ? null : at('14:26:41'),
    wellAt: Date.now(),
    finding: null,
    unansweredSince: null,
    lastSentAt: situation === 'empty' ? null : at('14:18'),
    lastSentTo: situation === 'empty' ? null : 'Northgate Plumbing',
    nextAt: rows.reduce<number | null>(
      (first, row) => (row.nextAt === null ? first : Math.min(first ?? row.nextAt, row.nextAt)),
      null,
    ),
    delayed,
  });
  function become(entryId: string, part: Partial<OutboxRow>) {
    const row = rows.find((one) => one.entryId === entryId);
    if (row === undefined) return fail('not_found', 'This item is not on this computer.');
    if (row.state === 'sending')
      return fail('too_late', 'It is being sent now. Wait for the answer, then decide.');
    former.set(entryId, row);
    const changed = { ...row, ...part, changedAt: Date.now() };
    rows = rows.map((one) => (one === row ? changed : one));
    emit('entries.changed', { ids: [entryId] });
    emit('sync.changed', status());
    const progress: EntryProgress = changed;
    return ok(progress);
  }
  /** What each entry was before the decision on it. */
  const former = new Map<string, OutboxRow>();
  function condone(next: QueueCondition) {
    condition = next;
    emit('sync.changed', status());
    return ok(status());
  }
  return {
    'outbox.status': () => ok(status()),
    'outbox.page': ({ group, only = null, ...request }) => {
      if (situation === 'failing') return fail('storage', 'The stored data could not be read.');
      if (only === 'in_doubt' && situation === 'online') return pageFrom(unclear, request);
      const states: readonly string[] = groupStates[group];
      return pageFrom(
        rows.filter(
          (row) =>
            states.includes(row.state) &&
            (only === null || (only === 'in_doubt') === (row.state === 'in_doubt')),
        ),
        request,
      );
    },
    'outbox.sendAgain': ({ entryId }) => become(entryId, { state: 'queued', reason: null }),
    'outbox.markAsSent': ({ entryId }) =>
      become(entryId, { state: 'accepted', markedByPerson: true, sentAt: Date.now(), reason: null }),
    'outbox.retryNow': ({ entryId }) => become(entryId, { state: 'queued', nextAt: null }),
    'outbox.retryAllNow': () => {
      const waiting = rows.filter((row) => row.state === 'waiting');
      for (const row of waiting) become(row.entryId, { state: 'queued', nextAt: null });
      return ok({ retried: waiting.length });
    },
    'outbox.cancel': ({ entryId }) => become(entryId, { state: 'cancelled', nextAt: null }),
    'outbox.inDoubt': () => {
      const ids = (kind: OutboxRow['kind']) =>
        rows.filter((row) => row.kind === kind && row.state === 'in_doubt').map((row) => row.entryId);
      return ok({ invite: ids('invite'), verification: ids('verification') });
    },
    'outbox.decideMany': ({ entryIds, decision }) => {
      const changes: Record<typeof decision, Partial<OutboxRow>> = {
        cancel: { state: 'cancelled', nextAt: null },
        retry_now: { state: 'queued', nextAt: null },
        send_again: { state: 'queued', reason: null },
        mark_as_sent: { state: 'accepted', markedByPerson: true, sentAt: Date.now(), reason: null },
      };
      for (const entryId of entryIds) become(entryId, changes[decision]);
      return ok({ changed: [...entryIds], notBefore: null });
    },
    'outbox.undo': ({ entryIds, what }) => {
      for (const entryId of entryIds) {
        const before = former.get(entryId);
        if (what === 'enqueued') become(entryId, { state: 'cancelled', nextAt: null });
        else if (before !== undefined) become(entryId, before);
      }
      return ok({ undone: [...entryIds], sending: 0, changed: 0 });
    },
    'outbox.undoDelayed': ({ until }) => {
      const group = delayed.find((one) => one.until === until);
      delayed = delayed.filter((one) => one !== group);
      emit('sync.changed', status());
      return ok({ undone: sumOfKinds(group?.entries ?? {}), left: 0 });
    },
    'outbox.sendDelayed': ({ until }) => {
      delayed = delayed.filter((one) => one.until !== until);
      emit('sync.changed', status());
      return ok({ released: 1 });
    },
    'outbox.pause': ({ paused }) => condone(paused ? { kind: 'paused' } : { kind: 'online' }),
    'outbox.workOffline': ({ on }) => condone(on ? { kind: 'working_offline' } : { kind: 'online' }),
    'outbox.syncNow': () => ok(status()),
    'outbox.export': ({ format }) =>
      ok({
        fileName: `outbox.${format}`,
        contentType: 'text/csv',
        text: 'kind,for\ninvite,Pier Nine Paving\n',
      }),
  };
}
