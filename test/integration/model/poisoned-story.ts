import fc from 'fast-check';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { accepting, anyAnswer, type Answer } from './answers.ts';
import { kindAny } from './commands.ts';
import { checkInvariants } from './invariants.ts';
import type { Tracked } from './ledger.ts';
import type { Machine } from './machine.ts';

const minute = 60 * 1000;

/** One that is enqueued, what it always meets (null: it would be accepted), and how long nothing happens after it. */
interface Enqueued {
  kind: EntryKind;
  meets: Answer | null;
  thenMs: number;
}

/** Some that are always answered badly among others that would be accepted. */
interface PoisonedStory {
  concurrency: number;
  entries: Enqueued[];
}

/** Whatever the service can say to one entry. A refused token is about all of them. */
const badAnswer = anyAnswer.filter(({ row }) => row !== 'accepts' && row !== 'unauthorised');

export const anyPoisonedStory: fc.Arbitrary<PoisonedStory> = fc.record({
  concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 16 })),
  entries: fc.array(
    fc.record({
      kind: kindAny,
      meets: fc.oneof(badAnswer, badAnswer, fc.constant(null)),
      thenMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 * minute })),
    }),
    { minLength: 2, maxLength: 14, size: 'max' },
  ),
});

/**
 * Whatever others are answered, an entry that would be accepted is sent within the longest pause of the breaker, and the
 * waits that the service asked for; each of those can be asked of everybody once. One that comes when all of that is known
 * is kept back by a breaker at most.
 */
export async function liveWithPoison(machine: Machine, story: PoisonedStory): Promise<void> {
  const { service, ledger } = machine;
  service.behaviour = accepting;
  ledger.concurrency = story.concurrency;
  machine.workspace().updateSettings({ concurrency: story.concurrency });
  const good: Tracked[] = [];
  let waitsMs = 0;
  for (const { kind, meets, thenMs } of story.entries) {
    // What waits for its first try has to be known to the service before it leaves.
    machine.workspace().dispatcher.setSuspended('asleep', true);
    const entry = await enqueue(machine, kind);
    if (meets === null) good.push(entry);
    else {
      service.always.set(entry.key, meets);
      if (meets.row === 'busy') waitsMs += meets.wait.ms ?? 0;
    }
    machine.workspace().dispatcher.setSuspended('asleep', false);
    await machine.settle();
    checkInvariants(machine);
    if (thenMs > 0) await machine.pass(thenMs);
    checkInvariants(machine);
  }
  await sentWithin(machine, good, 20 * minute + waitsMs);
  await sentWithin(machine, [await enqueue(machine, 'invite')], 20 * minute + waitsMs);
  // From here on it is known which of them are in trouble by themselves.
  await sentWithin(machine, [await enqueue(machine, 'invite')], 20 * minute);
}

async function enqueue(machine: Machine, kind: EntryKind): Promise<Tracked> {
  await machine.enqueue(kind);
  const entry = machine.ledger.entries.at(-1);
  if (entry === undefined) throw new Error('Nothing was enqueued.');
  return entry;
}

async function sentWithin(machine: Machine, entries: readonly Tracked[], boundMs: number): Promise<void> {
  const waiting = () =>
    entries.filter(({ id }) => machine.workspace().entries.progress(id)?.state !== 'accepted');
  const until = machine.ledger.now + boundMs;
  await machine.settle();
  while (waiting().length > 0 && machine.ledger.now < until) {
    await machine.pass(minute);
    checkInvariants(machine);
  }
  const left = waiting().map(({ kind, id }) => `${kind} ${id}`);
  if (left.length === 0) return;
  const { condition } = machine.workspace().dispatcher.status();
  throw new Error(
    `${left.join(' and ')} would be accepted and was not sent within ${boundMs} ms. It says ${JSON.stringify(condition)}.`,
  );
}
