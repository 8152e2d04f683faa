import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '#shared/base/dates.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import type { InvitedByColleague } from '#shared/outbox/outbox.ts';
import { enteredInvitation, enteredVerification, keptDateForm } from '#shared/service/service-dates.ts';
import { vendorInvitation } from '#shared/service/vendor-invitation.ts';
import { verificationRequest } from '#shared/service/verification.ts';
import { sharedState, type Act } from '#shared/team/acts.ts';
import { checksum, summedTexts } from './checksum.ts';
import { describeInvite, inviteTitles, matchRecipient, toEmailKey, type InviteStore } from './invites.ts';
import { createQueries } from './query.ts';
import type { DatedAct } from './record-rows.ts';
import type { TeamLog } from './team-log.ts';
import { describeVerification, type VerificationStore } from './verifications.ts';
import type { WatchStore } from './watches.ts';

type Queued = Extract<DatedAct, { kind: 'invite' | 'verification' }>;
type Changed = Extract<DatedAct, { kind: 'entry_state' }>;

/** How long an invite of a colleague's holds another one to the same recipient. */
const heldForMs = 30 * dayMs;

/**
 * SQL for when the server got an invite, or since it was ended (canceled, refused or held) the first record by which it is under way
 * again; null before that. Who knew the invite as ended does not know that it goes.
 */
const findArrival = (id: string) =>
  `(SELECT MIN(r.arrival) FROM team_record r WHERE r.subject = ${id} AND r.kind IN ('invite', 'entry_state')
     AND NOT EXISTS (SELECT 1 FROM team_record n WHERE n.subject = r.subject AND n.kind = 'entry_state'
       AND n.body ->> 'state' = 'ended' AND (n.wall, n.counter) >= (r.wall, r.counter)))`;

const foundInvite = z.object({
  colleague: z.string(),
  at: z.number(),
  state: sharedState.exclude(['ended']),
  known: z.number(),
});

const unsentInvite = z.object({
  entryId: z.string(),
  state: z.enum(['queued', 'in_doubt']),
  at: z.number(),
  colleague: z.string(),
  name: z.string().nullable(),
});

interface Deps {
  log: TeamLog;
  invites: InviteStore;
  verifications: VerificationStore;
  watches: WatchStore;
  wall: () => number;
}

/** What colleagues invited and verified, as far as the team tells; nothing here sends or changes what this computer queued. */
export function createColleaguesEntries(db: Database, { log, invites, verifications, watches, wall }: Deps) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  // Also one of an imported list on its way into the outbox: a copy of this workspace may have sent it.
  const isOwn = prepareNumber(
    `SELECT EXISTS (SELECT 1 FROM entry WHERE id = @id AND colleague IS NULL)
       OR EXISTS (SELECT 1 FROM import_row WHERE id = @id)`,
  );
  const isMarked = prepareNumber('SELECT marked_by_person FROM entry WHERE id = ?');
  // As queued first, so that it becomes accepted in the way in which entries of this computer do.
  const insert = db.prepare(
    `INSERT INTO entry (id, kind, state, idempotency_key, body, title, subtitle, queued_at, changed_at, date_form, not_before,
       colleague, request_sum)
     VALUES (@id, @kind, 'queued', @key, @body, @title, @subtitle, @at, @at, @dateForm, 9007199254740991, @colleague, @sum)`,
  );
  const accept = db.prepare(
    `UPDATE entry SET state = 'accepted', reason = NULL, changed_at = @at, sent_at = @at, not_before = 0, marked_by_person = @marked,
       attempts = 1 WHERE id = @id`,
  );
  const insertHistory = db.prepare(
    `INSERT INTO history (entry, at, event, attempt, status, content_type, body)
     VALUES ((SELECT seq FROM entry WHERE id = @id), @at, @event, 1, @status, @contentType, @body)`,
  );
  const entryNumber = prepareNumber('SELECT seq FROM entry WHERE id = ?');
  const putInvite = db.prepare(
    `INSERT INTO colleague_invite (entry, email_key, vendor_id, name, state, colleague, at, arrival)
     VALUES (@id, @emailKey, @vendorId, @name, @state, @colleague, @at,
       COALESCE(${findArrival('@id')}, (SELECT MIN(arrival) FROM team_record WHERE subject = @id AND kind = 'invite'), 0))
     ON CONFLICT DO UPDATE SET state = @state, vendor_id = COALESCE(@vendorId, vendor_id), colleague = @colleague, at = @at,
       arrival = COALESCE(${findArrival('@id')}, arrival)`,
  );
  const lastArrival = '(SELECT COALESCE(MAX(arrival), 0) FROM colleague_invite)';
  const noteKnown = db.prepare(
    `UPDATE invite SET known_arrival = ${lastArrival} WHERE entry = (SELECT seq FROM entry WHERE id = ?)`,
  );
  const toSame = matchRecipient('c', 'i.email_key', 'i.vendor_id');
  const isFirst = "c.state <> 'ended' AND c.at >= @since";
  const selectFirst = prepareText(
    `SELECT c.entry FROM invite i JOIN entry e ON e.seq = i.entry JOIN colleague_invite c ON ${toSame} WHERE e.id = @id AND ${isFirst}`,
  );
  // Of two that were queued at the same time the one goes that came to the server first, whatever clocks said.
  const findEarlier = prepareQuery(
    `SELECT c.colleague, c.at, c.state, ${lastArrival} AS known
     FROM invite i JOIN entry e ON e.seq = i.entry JOIN colleague_invite c ON ${toSame}
     WHERE i.entry = @number AND ${isFirst}
       AND c.arrival > MAX(i.known_arrival, COALESCE((SELECT MAX(h.reason ->> '$.known') FROM history h
         WHERE h.entry = i.entry AND json_valid(h.reason)), 0))
       AND (c.state <> 'queued' OR c.arrival < COALESCE(${findArrival('e.id')}, 9007199254740991))
     ORDER BY c.state = 'sent' DESC, c.at DESC LIMIT 1`,
    foundInvite,
  );
  const unsentTo = prepareQuery(
    `SELECT entry AS entryId, state, at, colleague, name FROM colleague_invite
     WHERE ${matchRecipient('colleague_invite', '@emailKey', '@vendorId')} AND state IN ('queued', 'in_doubt') AND at >= @since
     ORDER BY at DESC LIMIT 20`,
    unsentInvite,
  );

  function list(queued: Queued): void {
    const { kind, subject: id, by } = queued;
    const { request, dateForm, at } = queued.body;
    const body = JSON.stringify(request);
    const key = randomUUID();
    const sum = checksum(...summedTexts({ id, kind, idempotencyKey: key, body, pathParameters: [] }));
    const row = { id, kind, key, body, at, dateForm: keptDateForm(dateForm), colleague: by ?? unnamed, sum };
    if (queued.kind === 'invite') {
      const entered = enteredInvitation(vendorInvitation.parse(request), dateForm);
      insert.run({ ...row, ...inviteTitles(describeInvite(entered)) });
      invites.insert(id, entered);
    } else {
      const entered = enteredVerification(verificationRequest.parse(request), dateForm);
      const { title, subtitle } = describeVerification(entered, null);
      insert.run({ ...row, title, subtitle });
      verifications.insert(id, entered, queued.body.vendor);
    }
  }

  function noteSent({ subject: id, body: { at, words, answer, ...state } }: Changed): void {
    accept.run({ id, at, marked: state.isMarked ? 1 : 0 });
    const event = state.isMarked ? 'marked_as_sent' : 'accepted';
    insertHistory.run({ id, at, event, status: null, contentType: null, body: null, ...answer });
    if (words?.kind === 'invite') invites.saveAnswer(entryNumber.one(id), words);
    else if (words?.kind === 'verification') {
      verifications.noteRequestId(id, words.requestId);
      watches.begin('verification', id, wall(), wall(), true);
    }
  }

  const isReadable = ({ kind, body: { request } }: Queued): boolean =>
    (kind === 'invite' ? vendorInvitation : verificationRequest).safeParse(request).success;

  /** Brings into effect what all acts about an entry come to, in whatever order they came in. */
  function settle(about: Act): void {
    const acts = log.acts(about);
    const queued = acts.find((act) => act.kind === 'invite' || act.kind === 'verification');
    if (queued === undefined) return;
    if (isOwn.one({ id: queued.subject }) === 0 && isReadable(queued)) settleColleagues(queued, acts);
    // Whose an own one is follows from the log, too.
    if (queued.kind === 'verification' && queued.body.vendor !== null && isAddress(queued.body.vendor))
      verifications.setVendor(queued.subject, log.resolve(queued.body.vendor, queued.clock));
  }

  function settleColleagues(queued: Queued, acts: readonly DatedAct[]): void {
    const id = queued.subject;
    const states = acts.filter((act) => act.kind === 'entry_state');
    // Once sent it stays so, also where its sender took back that it counts as sent: the email may have gone out. What the service
    // answered counts more than that somebody marked it.
    const allSent = states.filter(({ body }) => body.state === 'sent');
    const sent = allSent.find(({ body }) => !body.isMarked) ?? allSent[0];
    const latest = sent ?? states.at(-1);
    if (queued.kind === 'invite') {
      const { email, vendorId, contactName } = describeInvite(vendorInvitation.parse(queued.body.request));
      const words = latest?.body.words?.kind === 'invite' ? latest.body.words : null;
      putInvite.run({
        id,
        emailKey: toEmailKey(email),
        vendorId: vendorId ?? words?.vendorId ?? null,
        name: contactName,
        state: latest?.body.state ?? 'queued',
        colleague: queued.by ?? unnamed,
        at: (latest ?? queued).clock.wall,
      });
    }
    if (sent === undefined) return;
    const marked = isMarked.get(id);
    if (marked === null) list(queued);
    if (marked === null || (marked === 1 && !sent.body.isMarked)) noteSent(sent);
  }

  return {
    settle,
    /** Why an invite waits for a person: a colleague invited the same vendor, and nobody here decided about that yet. */
    findEarlier(number: number): InvitedByColleague | null {
      const found = findEarlier.get({ number, since: log.time() - heldForMs });
      return found === null ? null : { code: 'invited_by_colleague', ...found };
    },
    /** Invites of colleagues to a recipient that are not sent, or may have been. */
    unsentTo: (email: string | null, vendorId: string | null) =>
      unsentTo.all({ emailKey: toEmailKey(email), vendorId, since: log.time() - heldForMs }),
    /**
     * Who queued an invite knew what colleagues had done until then, and is not asked about it again: all of it, or these entries,
     * if there is no other that would hold the invite.
     */
    noteKnown(entryId: string, known: readonly string[] | null): void {
      if (known !== null) {
        const first = selectFirst.all({ id: entryId, since: log.time() - heldForMs });
        // Where there is none, one may be found to be to the same recipient later.
        if (first.length === 0 || !first.every((id) => known.includes(id))) return;
      }
      noteKnown.run(entryId);
    },
  };
}

/** A colleague whose computer has no name for its person. */
const unnamed = 'A colleague';

export type ColleaguesEntries = ReturnType<typeof createColleaguesEntries>;
