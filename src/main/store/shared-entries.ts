import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { acceptedAnswer } from '#shared/outbox/entry-kinds.ts';
import { entryKind, entryState, findHold, type EntryEvent, type EntryState } from '#shared/outbox/outbox.ts';
import { dateForm } from '#shared/settings/settings.ts';
import type { Act, SharedState } from '#shared/team/acts.ts';
import { recordLimits } from '#shared/team/record.ts';
import { mayBeSentSql, readReason } from './entry-progress.ts';
import { createQueries, inTransaction, storedJson } from './query.ts';
import type { SettingStore } from './settings.ts';
import type { TeamLog } from './team-log.ts';

const numbers = { entry: z.number(), history: z.number() };
/** The last entry and line of history in the log; `earlier`: the last ones from before there was a team. */
const place = z.object({ ...numbers, earlier: z.object(numbers).default({ entry: 0, history: 0 }) });
const placeSetting = 'team.entries';

/** Larger ones (in bytes) stay here, so that a record never passes its limit: colleagues then know the recipient, and that it was accepted. */
const largestRequest = 40_000;
const largestAnswer = 20_000;

const queuedRow = z.object({
  seq: z.number(),
  id: z.string(),
  kind: entryKind,
  at: z.number(),
  request: storedJson(z.record(z.string(), z.unknown()), {}),
  dateForm: dateForm.catch('iso'),
  // What no record can name is left out.
  vendor: z.string().max(recordLimits.subjectLength).nullable().catch(null),
  vendorId: z.string().nullable(),
  email: z.string().nullable(),
  replaces: z.string().nullable(),
  isColleagues: z.number(),
});

const changedRow = z.object({
  history: z.number(),
  id: z.string(),
  state: entryState,
  reason: z.string().nullable(),
  at: z.number(),
  isMarked: z.number(),
  mayBeSent: z.number(),
  kind: entryKind,
  complianceStatus: z.string().nullable(),
  vendorStatus: z.string().nullable(),
  vendorId: z.string().nullable(),
  requestId: z.string().nullable(),
  status: z.number().nullable(),
  contentType: z.string().nullable(),
  body: z.string().nullable(),
});

const sharedStates: Record<EntryState, SharedState> = {
  queued: 'queued',
  sending: 'queued',
  waiting: 'queued',
  in_doubt: 'in_doubt',
  accepted: 'sent',
  rejected: 'ended',
  dead: 'ended',
  cancelled: 'ended',
};

/**
 * One that waits for a person, since a colleague was first, or that was canceled keeps nobody else from sending, unless an earlier
 * attempt of it may have been sent.
 */
function toSharedState(mayBeSent: boolean, state: EntryState, reason: string | null): SharedState {
  const isHeld = findHold({ state, reason: readReason(reason) }) !== null;
  if (isHeld || state === 'cancelled') return mayBeSent ? 'in_doubt' : 'ended';
  return sharedStates[state];
}

/** Events after which an entry is as unsent as before. */
const unchanging: readonly EntryEvent[] = ['postponed', 'unauthorised'];

/**
 * Writes the outbox's own invites and verifications into the log, from the rows in which they are durable already: a queue of
 * 100,000 is not slower for it, and a team that is joined later learns of all before.
 */
export function createSharedEntries(db: Database, log: TeamLog, stored: SettingStore) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const queued = prepareQuery(
    `SELECT e.seq, e.id, e.kind, e.queued_at AS at, e.body AS request, e.date_form AS dateForm, v.vendor_id AS vendor,
       i.vendor_id AS vendorId, i.email, e.replaces, e.colleague IS NOT NULL AS isColleagues
     FROM entry e LEFT JOIN invite i ON i.entry = e.seq LEFT JOIN verification v ON v.entry = e.seq
     WHERE e.seq > ? ORDER BY e.seq LIMIT ? + 0`,
    queuedRow,
  );
  const changed = prepareQuery(
    `SELECT MAX(h.id) AS history, e.id, e.state, e.reason, e.changed_at AS at, e.marked_by_person AS isMarked, e.kind, ${mayBeSentSql('e.seq')} AS mayBeSent,
       i.compliance_status AS complianceStatus, i.vendor_status AS vendorStatus, i.vendor_id AS vendorId,
       v.request_id AS requestId, a.status, a.content_type AS contentType, a.body
     FROM (SELECT id, entry FROM history WHERE id > @history ORDER BY id LIMIT @limit + 0) h
       JOIN entry e ON e.seq = h.entry LEFT JOIN invite i ON i.entry = e.seq LEFT JOIN verification v ON v.entry = e.seq
       LEFT JOIN history a ON a.id = (SELECT MAX(id) FROM history WHERE entry = e.seq AND event = 'accepted' AND status IS NOT NULL)
     WHERE e.colleague IS NULL AND EXISTS (SELECT 1 FROM history n WHERE n.id > @history AND n.id <= @until AND n.entry = e.seq
       AND n.event NOT IN (${unchanging.map((event) => `'${event}'`).join(', ')}))
     GROUP BY e.seq ORDER BY history`,
    changedRow,
  );
  const countOwn = prepareNumber('SELECT COUNT(*) FROM entry WHERE seq > ? AND colleague IS NULL');
  const lastEntry = prepareNumber('SELECT COALESCE(MAX(seq), 0) FROM entry');
  const lastHistory = prepareNumber(
    'SELECT COALESCE(MAX(id), 0) FROM (SELECT id FROM history WHERE id > @history ORDER BY id LIMIT @limit + 0)',
  );
  const newestHistory = prepareNumber('SELECT COALESCE(MAX(id), 0) FROM history');
  const notShared = prepareNumber(
    `SELECT COALESCE((SELECT e.seq FROM team_record r JOIN entry e ON e.id = r.subject
       WHERE r.kind = 'invite' AND r.arrival IS NULL AND r.seat = ? ORDER BY r.seq LIMIT 1), 0)`,
  );
  const lastState = prepareText(
    `SELECT body ->> 'state' FROM team_record WHERE subject = ? AND kind = 'entry_state' ORDER BY wall DESC, counter DESC LIMIT 1`,
  );
  const isUnsentInvite = "e.kind = 'invite' AND e.colleague IS NULL AND e.state IN ('queued', 'waiting')";
  const queuedAgain = prepareNumber(
    `SELECT MIN(seq) FROM (
       SELECT e.seq FROM team_record r JOIN entry e ON e.id = r.subject
       WHERE r.seat = @seat AND r.kind = 'entry_state' AND r.arrival IS NULL AND r.body ->> 'state' = 'queued' AND ${isUnsentInvite}
       UNION ALL SELECT e.seq FROM history h JOIN entry e ON e.seq = h.entry
       WHERE h.id > @history AND h.event IN ('undone', 'sent_again', 'retried_now') AND ${isUnsentInvite}) HAVING MIN(seq) IS NOT NULL`,
  );
  const read = () => stored.read(placeSetting, place);
  const readPlace = () => read() ?? { entry: 0, history: 0 };

  function toQueued({
    id: subject,
    kind,
    request,
    dateForm: form,
    at,
    ...row
  }: z.infer<typeof queuedRow>): Act {
    const isLarge = Buffer.byteLength(JSON.stringify(request)) > largestRequest;
    const { email, vendorId } = row;
    const recipient = {
      ...(email !== null && { vendor: { email } }),
      ...(vendorId !== null && { vendorId }),
    };
    const body = { request: isLarge ? recipient : request, dateForm: form, at };
    return kind === 'invite'
      ? { kind, subject, body: { ...body, replaces: row.replaces } }
      : { kind, subject, body: { ...body, vendor: row.vendor } };
  }

  function toState({
    id: subject,
    state,
    reason,
    at,
    kind,
    ...row
  }: z.infer<typeof changedRow>): Extract<Act, { kind: 'entry_state' }> {
    const { status, contentType, body, isMarked } = row;
    const words = acceptedAnswer.safeParse({ ...row, kind }).data ?? null;
    const isKept =
      state === 'accepted' &&
      status !== null &&
      body !== null &&
      Buffer.byteLength(JSON.stringify(body)) <= largestAnswer;
    return {
      kind: 'entry_state',
      subject,
      body: {
        state: toSharedState(row.mayBeSent === 1, state, reason),
        at,
        isMarked: isMarked === 1,
        isCanceled: state === 'cancelled',
        words: state === 'accepted' ? words : null,
        answer: isKept ? { status, contentType, body } : null,
      },
    };
  }

  function begin(): z.infer<typeof place> {
    const from = { entry: 0, history: 0, earlier: { entry: lastEntry.one(), history: newestHistory.one() } };
    stored.write(placeSetting, from);
    return from;
  }

  /** Earlier invites keep their time, as earlier acts about their addresses do. */
  const append = (act: Act, at: number, isEarlier: boolean) =>
    log.append(act, isEarlier ? { clock: { wall: Math.min(at, log.time()), counter: 0 } } : undefined);

  /** Writes the next ones down; false where there are none. */
  function recordSome(limit: number): boolean {
    const from = read() ?? begin();
    const { earlier } = from;
    const entries = queued.all(from.entry, limit);
    for (const row of entries)
      if (row.isColleagues === 0) append(toQueued(row), row.at, row.seq <= earlier.entry);
    const last = entries.at(-1);
    if (last !== undefined) {
      stored.write(placeSetting, { ...from, entry: last.seq });
      return true;
    }
    const until = lastHistory.one({ history: from.history, limit });
    if (until <= from.history) return false;
    for (const row of changed.all({ ...from, until, limit })) {
      const act = toState(row);
      // As colleagues know it, such as after "Try now".
      const isKnown = act.body.state === 'queued' && (lastState.get(row.id) ?? 'queued') === 'queued';
      if (!isKnown) append(act, row.at, row.history <= earlier.history);
    }
    stored.write(placeSetting, { ...from, history: until });
    return true;
  }

  function hasNew(): boolean {
    const { entry, history } = readPlace();
    return lastEntry.one() > entry || lastHistory.one({ history, limit: 1 }) > history;
  }

  const record = (limit: number): boolean => inTransaction(db, () => recordSome(limit));

  return {
    /**
     * Writes the next ones into the log of a workspace that has a team, before later acts: the owner of acts about a corrected address
     * depends on the time of the correction.
     */
    keepUp(): void {
      if (read() !== null && hasNew() && record(100)) record(100);
    },
    /** How many of this computer's entries are not in the log yet. */
    countNew: (): number => countOwn.one(readPlace().entry),
    /** Whether something is not in the log yet. */
    hasNew,
    /** Writes up to `limit` of them into the log, in the order in which they happened; false where there are none. */
    record,
    /** The last entry, by its number, up to which the team's server has all invites, also those that are queued again. */
    lastShared(): number {
      const { entry, history } = readPlace();
      const seat = log.seat();
      const first = notShared.one(seat);
      const again = queuedAgain.get({ seat, history }) ?? Infinity;
      return Math.min(first > 0 ? first - 1 : entry, again - 1);
    },
  };
}

export type SharedEntries = ReturnType<typeof createSharedEntries>;
