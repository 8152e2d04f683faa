import fc from 'fast-check';
import { outboxHandlers } from '#main/features/outbox.ts';
import { entryKind, type EntryDecision, type EntryKind } from '#shared/outbox/outbox.ts';
import { accepting, anyAnswer, type Answer } from './answers.ts';
import { checkInvariants } from './invariants.ts';
import type { Ledger, Tracked } from './ledger.ts';
import type { Machine } from './machine.ts';

type Command = fc.AsyncCommand<Ledger, Machine>;

/** A command that is followed by all that it sets going, and by the check of every promise. */
function command(
  name: string,
  possible: (ledger: Ledger) => boolean,
  act: (machine: Machine, ledger: Ledger) => Promise<void> | void,
): Command {
  return {
    check: possible,
    async run(ledger, machine) {
      await act(machine, ledger);
      await machine.settle();
      checkInvariants(machine);
    },
    toString: () => name,
  };
}

const always = () => true;
const somethingEnqueued = (ledger: Ledger) => ledger.entries.length > 0;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export function enqueue(kind: EntryKind, times: number): Command {
  return command(`enqueue ${times} ${kind}`, always, async (machine) => {
    for (let made = 0; made < times; made += 1) await machine.enqueue(kind);
  });
}

function behave(answer: Answer | null): Command {
  const name = answer === null ? 'holds every request' : `answers with ${JSON.stringify(answer)}`;
  return command(`the service ${name}`, always, (machine) => {
    machine.service.behaviour = answer;
  });
}

export function answerNext(answers: (Answer | null)[]): Command {
  return command(`the next requests meet ${JSON.stringify(answers)}`, always, (machine) => {
    machine.service.next = answers.slice();
  });
}

function answerHeld(answer: Answer, which: number | 'all'): Command {
  return command(`${which} of those held: ${JSON.stringify(answer)}`, always, (machine) => {
    const held = machine.service.held();
    const chosen = which === 'all' ? held : held.slice(which % Math.max(held.length, 1)).slice(0, 1);
    for (const request of chosen) request.answer(answer);
  });
}

type Decision = 'sent_again' | 'marked_as_sent' | 'retried_now' | 'cancelled';
const decisions: readonly Decision[] = ['sent_again', 'marked_as_sent', 'retried_now', 'cancelled'];

/**
 * A person decides about one entry. `fitting`: one that can be decided about, and a decision that it allows; otherwise any,
 * which has to be refused where the table does not allow it.
 */
function decide(which: number, event: Decision, fitting: boolean): Command {
  const name = fitting
    ? `decide what fits number ${which}, if it can be: ${event}`
    : `${event} number ${which}`;
  return command(name, somethingEnqueued, async (machine, ledger) => {
    const allowed = (one: Tracked) => decisions.filter((decision) => ledger.mayDecide(one, decision));
    const open = ledger.entries.filter((one) => allowed(one).length > 0);
    const among = fitting && open.length > 0 ? open : ledger.entries;
    const entry = among[which % among.length];
    if (entry === undefined) throw new Error('There is no entry to decide about.');
    const [likeliest = event] = allowed(entry);
    const made = fitting && !allowed(entry).includes(event) ? likeliest : event;
    const call = decisionCall(outboxHandlers(machine.workspace()), made);
    const expected = ledger.decided(entry, made);
    const result = await call({ entryId: entry.id });
    const said = result.ok ? result.value.state : result.error.code;
    if (said !== (expected ?? 'too_late'))
      throw new Error(`${made} led to ${said} instead of ${expected ?? 'a refusal'}.`);
  });
}

function decisionCall(calls: ReturnType<typeof outboxHandlers>, event: Decision) {
  switch (event) {
    case 'sent_again':
      return calls['outbox.sendAgain'];
    case 'marked_as_sent':
      return calls['outbox.markAsSent'];
    case 'retried_now':
      return calls['outbox.retryNow'];
    case 'cancelled':
      return calls['outbox.cancel'];
  }
}

/** A person corrects an entry, which has to be refused where another one of its chain counts. */
function correct(which: number, fitting: boolean): Command {
  const name = fitting ? `correct what can be number ${which}` : `correct number ${which}`;
  return command(name, somethingEnqueued, async (machine, ledger) => {
    const open = ledger.entries.filter((one) => ledger.mayCorrect(one));
    const among = fitting && open.length > 0 ? open : ledger.entries;
    const entry = among[which % among.length];
    if (entry === undefined) throw new Error('There is no entry to correct.');
    const expected = ledger.mayCorrect(entry);
    const taken = await machine.correct(entry);
    if (taken !== expected) throw new Error(`A correction was ${taken ? 'enqueued' : 'refused'} wrongly.`);
  });
}

/** A person takes back that an entry was enqueued, which brings back what it corrects. */
function takeBack(which: number): Command {
  return command(`take back number ${which}`, somethingEnqueued, async (machine, ledger) => {
    const entry = ledger.entries[which % ledger.entries.length];
    if (entry === undefined) throw new Error('There is no entry to take back.');
    const isUnsent = entry.possible.has('queued') || entry.possible.has('waiting');
    const expected = isUnsent ? ledger.decided(entry, 'cancelled') : null;
    const replaced = ledger.entries.find(({ id }) => id === entry.replaces);
    if (expected !== null && replaced !== undefined) ledger.undone(replaced, 'corrected');
    const undo = outboxHandlers(machine.workspace())['outbox.undo'];
    const result = await undo({ entryIds: [entry.id], what: 'enqueued' });
    if (!result.ok || result.value.undone.length !== (expected === null ? 0 : 1))
      throw new Error(`Taking ${entry.id} back led to ${JSON.stringify(result)}.`);
  });
}

const sendAllAgain = command('send all that may have been sent again', always, async (machine, ledger) => {
  const inDoubt = ledger.entries.filter(({ possible }) => possible.has('in_doubt'));
  if (inDoubt.length === 0) return;
  const together = inDoubt.length > 1;
  const expected = inDoubt.filter((one) => ledger.decided(one, 'sent_again', together) !== null);
  const decideMany = outboxHandlers(machine.workspace())['outbox.decideMany'];
  const result = await decideMany({ entryIds: inDoubt.map(({ id }) => id), decision: 'sent_again' });
  if (JSON.stringify(result.ok && result.value.changed) !== JSON.stringify(expected.map(({ id }) => id)))
    throw new Error(`Sending all again led to ${JSON.stringify(result)}.`);
});

/** A person undoes a decision, which has to be refused where it is not the last thing that happened. */
function undo(which: number, event: Decision, fitting: boolean): Command {
  const name = fitting ? `undo what fits number ${which}: ${event}` : `undo ${event} of number ${which}`;
  return command(name, somethingEnqueued, async (machine, ledger) => {
    const known = ledger.entries.filter((one) => !ledger.isUndoUnsure(one));
    const open = known.filter((one) => one.standing.length > 0);
    const among = fitting && open.length > 0 ? open : known;
    const entry = among[which % Math.max(among.length, 1)];
    if (entry === undefined) return;
    const what: EntryDecision = (fitting ? entry.standing.at(-1)?.decision : undefined) ?? event;
    const expected = ledger.undone(entry, what);
    const result = await outboxHandlers(machine.workspace())['outbox.undo']({ entryIds: [entry.id], what });
    if (!result.ok) throw new Error(result.error.message);
    const state = machine.workspace().entries.progress(entry.id)?.state;
    if (
      result.value.undone.length !== (expected === null ? 0 : 1) ||
      (expected !== null && state !== expected)
    )
      throw new Error(`Undoing ${what} led to ${state} instead of ${expected ?? 'a refusal'}.`);
  });
}

const sendDelayed = command('send what waits now', always, async (machine, ledger) => {
  const { delayed } = machine.workspace().dispatcher.status();
  const ids = delayed.flatMap(({ until }) => machine.workspace().entries.delayedUntil(until).ids);
  for (const entry of ledger.entries) if (ids.includes(entry.id)) ledger.released(entry);
  const call = outboxHandlers(machine.workspace())['outbox.sendDelayed'];
  for (const { until } of delayed) await call({ until });
});

function delaySends(sendDelayS: number): Command {
  return command(`each waits for ${sendDelayS} s`, always, (machine, ledger) => {
    ledger.sendDelayMs = sendDelayS * 1000;
    ledger.delaySingles = sendDelayS > 0;
    machine.workspace().updateSettings({ sendDelayS, delaySingles: sendDelayS > 0 });
  });
}

const retryAll = command('retry all', always, async (machine, ledger) => {
  ledger.expedited();
  await outboxHandlers(machine.workspace())['outbox.retryAllNow'](null);
});

const syncNow = command('sync now', always, async (machine, ledger) => {
  ledger.expedited();
  await outboxHandlers(machine.workspace())['outbox.syncNow'](null);
});

function pause(paused: boolean): Command {
  return command(paused ? 'pause' : 'resume', always, async (machine, ledger) => {
    ledger.paused = paused;
    await outboxHandlers(machine.workspace())['outbox.pause']({ paused });
  });
}

const sendNow = command(
  'what is queued is sent, and then the queue is paused',
  always,
  async (machine, ledger) => {
    await nothingHolds(machine);
    await machine.settle();
    ledger.paused = true;
    await outboxHandlers(machine.workspace())['outbox.pause']({ paused: true });
  },
);

function workOffline(on: boolean): Command {
  return command(on ? 'work offline' : 'work online', always, async (machine, ledger) => {
    ledger.workOffline = on;
    await outboxHandlers(machine.workspace())['outbox.workOffline']({ on });
  });
}

const release = command('let everything go on', always, (machine) => nothingHolds(machine));

/** Nobody holds the queue, and the token is good. */
export async function nothingHolds(machine: Machine): Promise<void> {
  const { ledger } = machine;
  const calls = outboxHandlers(machine.workspace());
  ledger.paused = false;
  ledger.workOffline = false;
  await calls['outbox.pause']({ paused: false });
  await calls['outbox.workOffline']({ on: false });
  await machine.giveToken();
}

function trustKey(honoursIdempotencyKey: boolean): Command {
  return command(`trust the key: ${honoursIdempotencyKey}`, always, (machine, ledger) => {
    ledger.keyIsTrusted = honoursIdempotencyKey;
    machine.workspace().updateSettings({ honoursIdempotencyKey });
  });
}

function trustResubmitting(resubmittingIsHarmless: boolean): Command {
  return command(`submitting again does no harm: ${resubmittingIsHarmless}`, always, (machine, ledger) => {
    ledger.resubmittingIsHarmless = resubmittingIsHarmless;
    machine.workspace().updateSettings({ resubmittingIsHarmless });
  });
}

function atOnce(concurrency: number): Command {
  return command(`${concurrency} at once`, always, (machine, ledger) => {
    ledger.concurrency = concurrency;
    machine.workspace().updateSettings({ concurrency });
  });
}

const giveToken = command('a new token', always, (machine) => machine.giveToken());
const forgetToken = command('forget the token', always, (machine) => machine.forgetToken());

function setClock(byMs: number): Command {
  return command(`set the clock by ${byMs} ms`, always, (machine) => {
    machine.setClock(byMs);
  });
}

function pass(ms: number): Command {
  return command(`${ms} ms pass`, always, (machine) => machine.pass(ms));
}

function sleep(hours: number): Command {
  return command(`the machine sleeps for ${hours} hours`, always, (machine) => machine.sleep(hours));
}

const clockStep = fc.integer({ min: minute, max: day }).chain((ms) => fc.constantFrom(ms, -ms));
const sometimesClockStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: clockStep },
);
const sometimesAnswer = fc.option(anyAnswer, { freq: 2 });
const passAny = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 * second }) },
    { weight: 3, arbitrary: fc.integer({ min: minute, max: 20 * minute }) },
    { weight: 1, arbitrary: fc.integer({ min: hour, max: 3 * hour }) },
  )
  .map(pass);
const sleepAny = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 24, max: 8 * 24 }) },
  )
  .map(sleep);

export const kindAny = fc.constantFrom('invite', ...entryKind.options);
const enqueueAny = fc
  .tuple(kindAny, fc.integer({ min: 1, max: 3 }))
  .map(([kind, times]) => enqueue(kind, times));
const behaveAny = fc.option(anyAnswer, { freq: 2 }).map(behave);
export const someAnswers = fc.array(fc.option(anyAnswer, { freq: 6 }), {
  minLength: 1,
  maxLength: 8,
  size: 'max',
});
const answerNextAny = someAnswers.map(answerNext);
const behaveWell = fc.constant(behave(accepting));
const answerAny = fc
  .tuple(anyAnswer, fc.oneof(fc.nat(6), fc.constant('all' as const)))
  .map(([answer, which]) => answerHeld(answer, which));
const decideAny = fc
  .tuple(fc.nat(30), fc.constantFrom(...decisions), fc.oneof(fc.constant(true), fc.boolean()))
  .map(([which, event, fitting]) => decide(which, event, fitting));
const undoAny = fc
  .tuple(fc.nat(30), fc.constantFrom(...decisions), fc.oneof(fc.constant(true), fc.boolean()))
  .map(([which, event, fitting]) => undo(which, event, fitting));
const correctAny = fc
  .tuple(fc.nat(30), fc.oneof(fc.constant(true), fc.boolean()))
  .map(([which, fitting]) => correct(which, fitting));
const takeBackAny = fc.nat(30).map(takeBack);
const restartAny = fc
  .tuple(sometimesAnswer, fc.boolean(), sometimesClockStep)
  .map(([answer, applied, byMs]) =>
    command(`restart ${JSON.stringify({ answer, applied, byMs })}`, always, (machine) =>
      machine.restart(answer, applied, byMs),
    ),
  );
const killAny = fc
  .tuple(sometimesAnswer, fc.boolean(), sometimesClockStep)
  .map(([answer, applied, byMs]) =>
    command(`kill ${JSON.stringify({ answer, applied, byMs })}`, always, (machine) =>
      machine.kill(answer, applied, byMs),
    ),
  );
const killInTheAct = fc.boolean().map((applied) =>
  command(`kill at the next request, applied: ${applied}`, always, (machine) => {
    machine.killAtNextRequest(applied);
  }),
);

/** All that a person, the service, the network and the machine can do, in any order. */
export const anyCommands = fc.commands(
  [
    enqueueAny,
    enqueueAny,
    enqueueAny,
    answerNextAny,
    answerNextAny,
    answerNextAny,
    behaveAny,
    behaveWell,
    answerAny,
    answerAny,
    answerAny,
    decideAny,
    decideAny,
    decideAny,
    undoAny,
    undoAny,
    correctAny,
    correctAny,
    correctAny,
    takeBackAny,
    fc.constant(sendAllAgain),
    fc.constantFrom(0, 10, 10, 60).map(delaySends),
    fc.constant(sendDelayed),
    passAny,
    passAny,
    passAny,
    sleepAny,
    restartAny,
    killAny,
    killInTheAct,
    fc.constantFrom(giveToken, giveToken, forgetToken),
    fc.constantFrom(pause(true), pause(false), workOffline(true), workOffline(false)),
    fc.constant(release),
    fc.constant(release),
    fc.boolean().map(trustKey),
    fc.boolean().map(trustResubmitting),
    fc.integer({ min: 1, max: 16 }).map(atOnce),
    fc.constantFrom(retryAll, syncNow),
    clockStep.map(setClock),
  ],
  { maxCommands: 40, size: 'max' },
);

/** What a person does with a few items that correct one another, and what the service says in between. */
export const anyChainCommands = fc.commands(
  [
    correctAny,
    correctAny,
    correctAny,
    decideAny,
    decideAny,
    fc.nat(30).map((which) => decide(which, 'cancelled', true)),
    fc.nat(30).map((which) => decide(which, 'cancelled', true)),
    undoAny,
    undoAny,
    undoAny,
    fc.nat(30).map((which) => undo(which, 'cancelled', false)),
    takeBackAny,
    fc.constant(sendAllAgain),
    answerNextAny,
    behaveWell,
    passAny,
    fc.constant(pause(true)),
    fc.constant(sendNow),
    fc.constant(sendNow),
    restartAny,
  ],
  { maxCommands: 40, size: 'max' },
);
