import fc from 'fast-check';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { accepting, type Answer } from './answers.ts';
import {
  answerNext,
  anyChainCommands,
  anyCommands,
  enqueue,
  kindAny,
  nothingHolds,
  someAnswers,
} from './commands.ts';
import { checkInvariants } from './invariants.ts';
import type { Ledger } from './ledger.ts';
import type { Machine } from './machine.ts';

/** What is enqueued at the beginning, what it meets, and what happens then. */
interface Story {
  first: EntryKind[];
  meets: (Answer | null)[];
  after: Iterable<fc.AsyncCommand<Ledger, Machine>>;
}

export const anyStory: fc.Arbitrary<Story> = fc.record({
  first: fc.array(kindAny, { minLength: 1, maxLength: 4 }),
  meets: someAnswers,
  after: anyCommands,
});

/** A story of one or two items and all that correct them. */
export const anyChainStory: fc.Arbitrary<Story> = fc.record({
  first: fc.array(kindAny, { minLength: 1, maxLength: 2 }),
  meets: fc.oneof(fc.constant<(Answer | null)[]>([{ row: 'no_answer', applied: true }]), someAnswers),
  after: anyChainCommands,
});

/** Lives through a story with every promise checked at every step, and ends it by letting the faults stop. */
export async function live(machine: Machine, story: Story): Promise<void> {
  await answerNext(story.meets).run(machine.ledger, machine);
  for (const kind of story.first) await enqueue(kind, 1).run(machine.ledger, machine);
  await fc.asyncModelRun(() => ({ model: machine.ledger, real: machine }), story.after);
  await faultsStop(machine);
}

const stepMs = 5 * 60 * 1000;
const boundMs = 3 * 60 * 60 * 1000;

/**
 * The faults stop: the service and the wire are well, the token is good, nobody holds the queue. Then, within three hours
 * (no rule waits longer than one), everything has to be settled or to wait for a person.
 */
async function faultsStop(machine: Machine): Promise<void> {
  const { ledger } = machine;
  machine.service.behaviour = accepting;
  machine.service.next = [];
  for (const request of machine.service.held()) request.answer(accepting);
  await nothingHolds(machine);
  await machine.settle();
  checkInvariants(machine);
  for (let gone = 0; gone < boundMs && ledger.unsettled().length > 0; gone += stepMs) {
    await machine.pass(stepMs);
    checkInvariants(machine);
  }
  const left = ledger.unsettled().map((entry) => `${entry.kind} ${entry.id}`);
  if (left.length > 0) throw new Error(`Three hours after the last fault, ${left.join(' and ')} still wait.`);
}
