import type { Random } from '../random.ts';
import type { Seat } from './seat.ts';

/** Something a person did, with a text of its own by which it is found again at each seat. */
export interface Act {
  kind: 'note' | 'waiver' | 'tag' | 'document decision' | 'verification decision';
  mark: string;
  subject: string;
  seat: string;
  /** `unknown`: the seat ended before it said whether it is done, or taken back. */
  state: 'done' | 'taken_back' | 'unknown';
  /** Of a waiver. */
  id: string | null;
}

export interface Invite {
  entryId: string;
  address: string;
  seat: string;
  /** Whether the team was away from the seat, by its own account, when it was queued. */
  wasAway: boolean;
}

/** What people did, as the test remembers it. */
export interface Doings {
  acts: Act[];
  invites: Invite[];
  /** How often a person did not invite, since the app said who had done so before. */
  warned: number;
  refused: number;
}

/** What all seats know from the start. */
export interface Subjects {
  vendors: readonly [string, ...string[]];
  documents: readonly [string, ...string[]];
  verifications: readonly [string, ...string[]];
  requirementId: string;
}

const kinds = ['note', 'note', 'waiver', 'tag', 'document decision', 'verification decision'] as const;

/** Lets a person at a seat do something, or take back something of their own. Notes grow where the server's disk is to be used up. */
export async function act(
  seat: Seat,
  subjects: Subjects,
  doings: Doings,
  random: Random,
  noteLength: number,
): Promise<void> {
  const own = doings.acts.filter(
    (one) => one.seat === seat.name && one.state === 'done' && one.kind !== 'note',
  );
  const [first, ...rest] = own;
  if (first !== undefined && random.chance(0.2)) {
    await takeBack(seat, random.pick([first, ...rest]), doings);
    return;
  }
  const kind = random.pick(kinds);
  const pools = {
    note: subjects.vendors,
    waiver: subjects.vendors,
    tag: subjects.vendors,
    'document decision': subjects.documents,
    'verification decision': subjects.verifications,
  };
  const made: Act = {
    kind,
    mark: `${kind} ${doings.acts.length + 1}`,
    subject: random.pick(pools[kind]),
    seat: seat.name,
    state: 'unknown',
    id: null,
  };
  // Written down before it is done: a kill may come between the deed and its confirmation.
  doings.acts.push(made);
  const answer = await perform(seat, made, subjects.requirementId, fillText(noteLength, random));
  if (answer === null) return;
  if (answer.ok) {
    made.state = 'done';
    if (typeof answer.value === 'object' && 'records' in answer.value)
      made.id = answer.value.records[0]?.id ?? null;
  } else doings.refused += 1;
}

function perform(seat: Seat, { kind, mark, subject }: Act, requirementId: string, filling: string) {
  switch (kind) {
    case 'note':
      return seat.call('notes.add', {
        subject,
        kind: 'note',
        text: `${mark};${filling}`,
        asked: [],
        followUp: null,
      });
    case 'waiver':
      return seat.call('onboarding.waive', {
        subjects: [subject],
        requirementId,
        reason: mark,
        until: '2099-12-31',
      });
    case 'tag':
      return seat.call('onboarding.tag', { vendorIds: [subject], tag: mark, on: true });
    case 'document decision':
      return seat.call('documents.decide', { jobId: subject, choice: 'ask_new_copy', note: mark });
    case 'verification decision':
      return seat.call('verifications.decide', { entryId: subject, choice: 'ask_vendor', note: mark });
  }
}

/** Letters and figures at random, which the server cannot compress. */
function fillText(length: number, random: Random): string {
  let text = '';
  while (text.length < length) text += random.next().toString(36).slice(2);
  return text.slice(0, length);
}

async function takeBack(seat: Seat, chosen: Act, doings: Doings): Promise<void> {
  const { kind, subject, mark, id } = chosen;
  // A decision is taken back with the latest one of its seat on the subject.
  const undone = kind.endsWith('decision')
    ? (doings.acts.findLast(
        (one) =>
          one.kind === kind &&
          one.subject === subject &&
          one.seat === seat.name &&
          one.state !== 'taken_back',
      ) ?? chosen)
    : chosen;
  // Whether the latest one was done is not known, so neither is which would be undone.
  if (undone.state === 'unknown') return;
  undone.state = 'unknown';
  const answer = await (kind === 'waiver'
    ? seat.call('onboarding.takeBack', { records: [{ id: id ?? '', subject }] })
    : kind === 'tag'
      ? seat.call('onboarding.tag', { vendorIds: [subject], tag: mark, on: false })
      : kind === 'document decision'
        ? seat.call('documents.undoDecision', { jobId: subject })
        : seat.call('verifications.decide', { entryId: subject, choice: 'undo', note: '' }));
  if (answer?.ok === true) undone.state = 'taken_back';
  else if (answer !== null) doings.refused += 1;
}

/** Invites an address, unless the app says that somebody did or is about to: nobody here sends anyway. */
export async function invite(seat: Seat, address: string, doings: Doings): Promise<void> {
  const before = await seat.call('invites.duplicates', { email: address, vendorId: null });
  if (before === null) return;
  if (!before.ok || before.value.length > 0) {
    doings.warned += 1;
    return;
  }
  const invitation = { vendor: { email: address, firstName: 'V' } };
  const answer = await seat.call('invites.enqueue', { invitation, replaces: null });
  if (answer?.ok === true) {
    const status = await seat.call('team.status', null);
    const wasAway = status?.ok !== true || status.value.problem !== null;
    doings.invites.push({ entryId: answer.value.entryId, address, seat: seat.name, wasAway });
  } else if (answer !== null) doings.refused += 1;
}
