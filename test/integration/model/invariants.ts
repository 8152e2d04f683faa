import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  entryDecision,
  entryEvent,
  entryState,
  nextState,
  unsentStates,
  type EntryState,
  type QueueCondition,
} from '#shared/outbox/outbox.ts';
import type { Ledger } from './ledger.ts';
import type { Machine } from './machine.ts';

const entryRows = z.array(
  z.object({
    id: z.string(),
    state: entryState,
    body: z.string(),
    idempotency_key: z.string(),
    attempts: z.number(),
    marked_by_person: z.number(),
  }),
);
const historyRow = z.object({
  entry_id: z.string(),
  event: entryEvent,
  attempt: z.number().nullable(),
});
const historyRows = z.array(historyRow);
const attemptRows = z.array(
  z.object({ entry_id: z.string(), number: z.number(), finished_at: z.number().nullable() }),
);

/** What is committed, as a connection of its own sees it. */
function readStored(disk: Database) {
  const entries = disk.prepare(
    'SELECT id, state, body, idempotency_key, attempts, marked_by_person FROM entry',
  );
  const history = disk.prepare(
    "SELECT e.id AS entry_id, v.event, v.attempt FROM entry_event v JOIN entry e ON e.seq = v.entry WHERE v.event <> 'enqueued' ORDER BY v.place",
  );
  const attempts = disk.prepare(
    `SELECT e.id AS entry_id, c.attempt AS number, (SELECT MIN(h.at) FROM history h
         WHERE h.entry = c.entry AND h.attempt = c.attempt) AS finished_at
       FROM entry_event c JOIN entry e ON e.seq = c.entry WHERE c.event = 'claimed' ORDER BY c.place`,
  );
  return {
    rows: entryRows.parse(entries.all()),
    history: groupedByEntry(historyRows.parse(history.all())),
    attempts: groupedByEntry(attemptRows.parse(attempts.all())),
  };
}

/**
 * Throws where one of the promises does not hold now, and takes note of the state that each entry is in. What has to hold
 * at the very moment when a request leaves is in the ledger's violations.
 */
export function checkInvariants(machine: Machine): void {
  const { ledger } = machine;
  const wrong = ledger.violations.splice(0);
  const { rows, history, attempts } = readStored(machine.onDisk());

  if (rows.length !== ledger.entries.length)
    wrong.push(`${rows.length} entries are stored, and ${ledger.entries.length} were enqueued.`);
  for (const entry of ledger.entries) {
    const name = `${entry.kind} ${entry.id}`;
    const found = rows.filter((row) => row.id === entry.id);
    const [row] = found;
    // Nothing that was enqueued is lost.
    if (row === undefined || found.length > 1) {
      wrong.push(`${name} is stored ${found.length} times.`);
      continue;
    }
    if (row.body !== entry.body || `"${row.idempotency_key}"` !== entry.key)
      wrong.push(`${name} is not what was enqueued any more.`);
    // It is done at most once unless a person asks for another, or says that another does no harm.
    if (entry.applied > entry.asked + entry.repeatedOnTrust)
      wrong.push(`${name} was applied ${entry.applied} times and asked for ${entry.asked} times.`);
    // It is in one state, which the design allows, and its history says how it came there.
    if (!ledger.allows(entry, row.state))
      wrong.push(`${name} is ${row.state}, and can only be ${[...entry.possible].join(' or ')}.`);
    const told = replay(history.get(entry.id) ?? []);
    if (told !== row.state) wrong.push(`${name} is ${row.state}, and its history says ${told}.`);
    const made = attempts.get(entry.id) ?? [];
    if (made.length !== row.attempts || made.some((attempt, index) => attempt.number !== index + 1))
      wrong.push(`${name} counts ${row.attempts} attempts and has ${made.length}.`);
    const open = made.filter((attempt) => attempt.finished_at === null).length;
    if (open !== (row.state === 'sending' ? 1 : 0))
      wrong.push(`${name} is ${row.state} with ${open} attempts under way.`);
    if (row.state === 'accepted' && entry.applied === 0 && row.marked_by_person === 0)
      wrong.push(`${name} is shown as sent, and the service never had it.`);
    ledger.observed(entry, row.state);
  }
  for (const root of ledger.entries.filter(({ replaces }) => replaces === null)) {
    const chain = ledger.chain(root);
    const name = `the chain of ${root.kind} ${root.id}`;
    const unsent = chain
      .flatMap(({ possible }) => [...possible])
      .filter((state) => unsentStates.includes(state));
    // One of the entries that correct one another is on its way at most.
    if (unsent.length > 1) wrong.push(`In ${name}, ${unsent.join(' and ')} are on their way.`);
    const applied = sum(chain.map((one) => one.applied));
    // And one is done at most, unless a person asks for another one knowingly.
    const asked = sum(chain.map((one) => one.asked - 1 + one.repeatedOnTrust + (one.asksAnother ? 1 : 0)));
    if (applied > 1 + asked)
      wrong.push(`${name} was applied ${applied} times, and ${asked} more were asked for.`);
  }
  const { counts, condition } = machine.workspace().dispatcher.status();
  const holds = whatHolds(ledger);
  // What keeps the queue from moving is said, and nothing is said that does not.
  if (holdingConditions.has(condition.kind) ? condition.kind !== holds : holds !== null)
    wrong.push(`It says ${JSON.stringify(condition)}, and what holds it is ${holds ?? 'nothing'}.`);
  for (const state of entryState.options) {
    const number = rows.filter((row) => row.state === state).length;
    if (counts[state] !== number) wrong.push(`${counts[state]} are said to be ${state}, and ${number} are.`);
  }
  // The token is nowhere but in the keychain and in memory.
  for (const place of machine.tokenTraces()) wrong.push(`The token is in ${place}.`);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

const holdingConditions: ReadonlySet<string> = new Set(['working_offline', 'paused', 'signed_out']);

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What a person, or the service by refusing the token, keeps the whole queue back with. */
function whatHolds(ledger: Ledger): QueueCondition['kind'] | null {
  if (ledger.workOffline) return 'working_offline';
  if (ledger.paused) return 'paused';
  return ledger.token === null || ledger.token.refused ? 'signed_out' : null;
}

/** Where the history leads from the enqueue on, by the table of transitions, or what is wrong with it. */
function replay(steps: readonly z.infer<typeof historyRow>[]): string {
  let state: EntryState = 'queued';
  let attempt = 0;
  const before: EntryState[] = [];
  for (const step of steps) {
    if (step.event === 'undone') {
      const back = before.pop();
      if (back === undefined) return 'that something was undone that nobody had decided';
      state = back;
      continue;
    }
    if (entryDecision.safeParse(step.event).success) before.push(state);
    else before.length = 0;
    const next = nextState(state, step.event);
    if (next === null) return `that it was ${step.event} while it was ${state}`;
    if (step.event === 'claimed') attempt += 1;
    if (step.attempt !== null && step.attempt !== attempt)
      return `attempt ${step.attempt} after attempt ${attempt}`;
    state = next;
  }
  return state;
}

function groupedByEntry<T extends { entry_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.entry_id);
    if (group === undefined) groups.set(row.entry_id, [row]);
    else group.push(row);
  }
  return groups;
}
