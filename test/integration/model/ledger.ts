import {
  nextState,
  unsentStates,
  type EntryDecision,
  type EntryEvent,
  type EntryKind,
  type EntryState,
} from '#shared/outbox/outbox.ts';
import { isApplied, getMeaning, unknownMeaning, type Answer, type Meaning } from './answers.ts';

/** What the model knows of one thing that was enqueued. */
export interface Tracked {
  readonly id: string;
  readonly kind: EntryKind;
  readonly key: string;
  readonly body: string;
  /** The entry that it corrects. */
  readonly replaces: string | null;
  /** Whether a person corrected what may have been sent, and so asked for another one. */
  readonly asksAnother: boolean;
  /** The states that the design allows it to be in now. */
  possible: ReadonlySet<EntryState>;
  /** It was being sent at some time since it was last looked at. */
  touched: boolean;
  /** How often a person wants it to go out: once as it was enqueued, and once for each "send again". */
  asked: number;
  /** How often it went again on the promise that this does no harm. */
  repeatedOnTrust: number;
  /** How often its fate was unknown since a person last asked for it: surely, and perhaps. */
  minUnknown: number;
  maxUnknown: number;
  /** How often the service did it. */
  applied: number;
  /** It may have been applied since a person last asked for it. */
  unsure: boolean;
  /** The app has reason to think so, even where it was not. */
  doubtable: boolean;
  /** Tries that count against the limit: those that surely happened, and those that may have. */
  minTries: number;
  maxTries: number;
  firstTryAt: number | null;
  /** Before this it may not go again: the service asked for the wait. */
  notBefore: number | null;
  /** Before this it may not go, so that it can be undone. */
  heldUntil: number | null;
  /** The decisions that can be undone, the last one last, and what was known before each. */
  standing: { decision: EntryDecision; before: Omit<Tracked, 'standing'> }[];
  /** The process may have begun to send it since, and have died before anybody saw. */
  standingUnsure: boolean;
  /** When something last happened to it, and when it was last tried, among everything that happened. */
  lastStep: number;
  triedStep: number;
  /** It may have been tried after that. */
  triedUnsure: boolean;
}

const maxAttempts = 50;
const maxRepeats = 3;
const sevenDays = 7 * 24 * 60 * 60 * 1000;

function isSendable(entry: Tracked): boolean {
  return entry.possible.has('queued') || entry.possible.has('waiting');
}

const isUnsentState = (state: EntryState | undefined) => state !== undefined && unsentStates.includes(state);
const isUnsent = ({ possible }: Tracked) => [...possible].some(isUnsentState);

/** The model: what a person and the service did, and what the design makes of it. It knows nothing of the app's inside. */
export interface Ledger {
  readonly entries: Tracked[];
  /** What was found wrong while the app was at it. */
  readonly violations: string[];
  token: { value: string; refused: boolean } | null;
  paused: boolean;
  workOffline: boolean;
  keyIsTrusted: boolean;
  resubmittingIsHarmless: boolean;
  concurrency: number;
  sendDelayMs: number;
  delaySingles: boolean;
  /** Real time gone by, in milliseconds; no clock that anybody sets. */
  now: number;
  /** By how much clocks were set, in all, and whether it happened since the process started. */
  clockMoved: number;
  clockMovedInThisRun: boolean;

  enqueued(entry: Pick<Tracked, 'id' | 'kind' | 'key' | 'body'>): void;
  /** All entries that correct one another, directly or not, with this one among them. */
  chain(entry: Tracked): Tracked[];
  /** Whether the chain of an entry lets a person correct it. */
  mayCorrect(entry: Tracked): boolean;
  /** A correction of an entry was enqueued. */
  corrected(entry: Tracked, correction: Pick<Tracked, 'id' | 'kind' | 'key' | 'body'>): void;
  /** A request with the token reached the service. */
  posted(key: string, body: string, underWay: number): void;
  /** The service answered, and the app heard it. */
  answered(key: string, token: string, answer: Answer): void;
  /** The service did it, or not, without the app hearing of it. */
  answeredUnheard(key: string, applied: boolean): void;
  unauthorised(token: string): void;
  /** What is neither settled nor with a person. */
  unsettled(): Tracked[];
  /** Whether the table of transitions and the chain of the entry allow a person this decision now. */
  mayDecide(entry: Tracked, event: EntryEvent): boolean;
  /** A person decided, about this one or about several at once; null where it is not allowed. */
  decided(entry: Tracked, event: EntryDecision, together?: boolean): EntryState | null;
  /** Whether nobody saw all that matters to an undo of this entry's last decision. */
  isUndoUnsure(entry: Tracked): boolean;
  /** A person undid a decision; null where it was not the last thing that happened, or the chain does not allow it. */
  undone(entry: Tracked, decision: EntryDecision): EntryState | null;
  /** A person wants what waits so that it can be undone to go now. */
  released(entry: Tracked): void;
  /** A person asked for everything that waits to go now. */
  expedited(): void;
  clockSet(byMs: number): void;
  /** The process ended and will be started anew. `midway`: while it may have been claiming. */
  ended(midway: boolean): void;
  /** Whether the design allows an entry to be in a state now. */
  allows(entry: Tracked, state: EntryState): boolean;
  /** What the app says now; from here on only this is possible. */
  observed(entry: Tracked, state: EntryState): void;
}

export function createLedger(token: string): Ledger {
  const byKey = new Map<string, Tracked>();
  let steps = 0;

  function getRoot(entry: Tracked): Tracked {
    const replaced = ledger.entries.find(({ id }) => id === entry.replaces);
    return replaced === undefined ? entry : getRoot(replaced);
  }

  /** Whether no entry of the chain is on its way and no later one than this counts. */
  function isLast(entry: Tracked): boolean {
    const place = ledger.entries.indexOf(entry);
    return ledger
      .chain(entry)
      .every(
        (one) => !isUnsent(one) && (ledger.entries.indexOf(one) <= place || one.possible.has('cancelled')),
      );
  }

  function leadsTo(entry: Tracked, event: EntryEvent): EntryState | null {
    const [from] = entry.possible;
    const to = from === undefined ? null : nextState(from, event);
    const leaves = to !== null && isUnsentState(to) && !isUnsentState(from);
    return leaves && !isLast(entry) ? null : to;
  }

  function happened(entry: Tracked): void {
    steps += 1;
    entry.lastStep = steps;
  }

  function track(
    entry: Pick<Tracked, 'id' | 'kind' | 'key' | 'body'>,
    chained: Pick<Tracked, 'replaces' | 'asksAnother'>,
  ): void {
    steps += 1;
    const tracked: Tracked = {
      ...entry,
      ...chained,
      possible: new Set(['queued']),
      touched: false,
      asked: 1,
      repeatedOnTrust: 0,
      minUnknown: 0,
      maxUnknown: 0,
      applied: 0,
      unsure: false,
      doubtable: false,
      minTries: 0,
      maxTries: 0,
      firstTryAt: null,
      notBefore: null,
      heldUntil: holdOfSingles(),
      standing: [],
      standingUnsure: false,
      lastStep: steps,
      triedStep: 0,
      triedUnsure: false,
    };
    ledger.entries.push(tracked);
    byKey.set(entry.key, tracked);
  }

  function known(key: string): Tracked | null {
    const found = byKey.get(key) ?? null;
    if (found === null) ledger.violations.push(`A request came under the key ${key}, which no entry has.`);
    return found;
  }

  function isRepeatable(entry: Tracked): boolean {
    return ledger.keyIsTrusted || (entry.kind === 'verification' && ledger.resubmittingIsHarmless);
  }

  function statesAfter(entry: Tracked, meaning: Meaning): EntryState[] {
    if (meaning.to === 'repeated') {
      // The one that was just noted is not among those that were repeated.
      if (entry.minUnknown > maxRepeats) return ['in_doubt'];
      const again = statesAfter(entry, { ...meaning, to: 'postponed' });
      return entry.maxUnknown > maxRepeats ? ['in_doubt', ...again] : again;
    }
    if (meaning.to !== 'postponed') return [meaning.to];
    if (!meaning.counted) return ['waiting'];
    if (entry.minTries >= maxAttempts) return ['dead'];
    const tryingFor = entry.firstTryAt === null ? 0 : ledger.now - entry.firstTryAt + ledger.clockMoved;
    return entry.maxTries >= maxAttempts || tryingFor >= sevenDays ? ['waiting', 'dead'] : ['waiting'];
  }

  function counted(entry: Tracked, meaning: Meaning, surely: boolean): void {
    if (meaning.unknown) {
      entry.maxUnknown += 1;
      if (surely) entry.minUnknown += 1;
    }
    if ((meaning.to !== 'postponed' && meaning.to !== 'repeated') || !meaning.counted) return;
    entry.firstTryAt ??= ledger.now;
    entry.maxTries += 1;
    if (surely) entry.minTries += 1;
  }

  /** Until when what is enqueued on its own waits. */
  function holdOfSingles(): number | null {
    return ledger.delaySingles && ledger.sendDelayMs > 0 ? ledger.now + ledger.sendDelayMs : null;
  }

  function nothingToUndo(entry: Tracked, unsure: boolean): void {
    entry.standing = [];
    entry.standingUnsure = unsure;
  }

  function notesOn(entry: Tracked): string[] {
    const notes: string[] = [];
    if (!isSendable(entry)) notes.push(`it is ${[...entry.possible].join(' or ')}`);
    if (entry.unsure && !isRepeatable(entry))
      notes.push('it may have been sent already and nobody asked for another');
    if (entry.notBefore !== null && ledger.now < entry.notBefore)
      notes.push(`the service asked to wait for another ${entry.notBefore - ledger.now} ms`);
    if (entry.heldUntil !== null && ledger.now < entry.heldUntil)
      notes.push(`it can be undone for another ${entry.heldUntil - ledger.now} ms`);
    return notes;
  }

  const ledger: Ledger = {
    entries: [],
    violations: [],
    token: { value: token, refused: false },
    paused: false,
    workOffline: false,
    keyIsTrusted: false,
    resubmittingIsHarmless: false,
    concurrency: 4,
    sendDelayMs: 0,
    delaySingles: false,
    now: 0,
    clockMoved: 0,
    clockMovedInThisRun: false,

    enqueued(entry) {
      track(entry, { replaces: null, asksAnother: false });
    },
    chain(entry) {
      const root = getRoot(entry);
      return ledger.entries.filter((one) => getRoot(one) === root);
    },
    mayCorrect: (entry) =>
      isLast(entry) &&
      !(
        entry.possible.has('cancelled') &&
        ledger.chain(entry).some((one) => !one.possible.has('cancelled') && one.triedStep > entry.lastStep)
      ),
    corrected(entry, correction) {
      const asksAnother = ledger.chain(entry).some(({ applied, unsure }) => applied > 0 || unsure);
      ledger.decided(entry, 'corrected');
      track(correction, { replaces: entry.id, asksAnother });
    },
    posted(key, body, underWay) {
      const entry = known(key);
      if (entry === null) return;
      const notes = notesOn(entry);
      if (body !== entry.body) notes.push('its body is not what was enqueued');
      if (underWay > ledger.concurrency) notes.push(`it is number ${underWay} under way`);
      for (const note of notes) ledger.violations.push(`${entry.kind} ${entry.id} was sent, though ${note}.`);
      if (entry.unsure && isRepeatable(entry)) entry.repeatedOnTrust += 1;
      entry.possible = new Set(['sending']);
      entry.touched = true;
      entry.heldUntil = null;
      nothingToUndo(entry, false);
      happened(entry);
      entry.triedStep = steps;
      entry.triedUnsure = false;
    },
    answered(key, usedToken, answer) {
      const entry = known(key);
      if (entry === null) return;
      if (isApplied(answer)) entry.applied += 1;
      happened(entry);
      if (answer.row === 'unauthorised') ledger.unauthorised(usedToken);
      const meaning = getMeaning(entry.kind, answer, isRepeatable(entry));
      if (meaning.unknown) {
        entry.unsure = true;
        entry.doubtable = true;
      }
      counted(entry, meaning, true);
      entry.possible = new Set(statesAfter(entry, meaning));
      const waitMs = answer.row === 'busy' ? answer.wait.ms : null;
      entry.notBefore = waitMs === null ? null : ledger.now + waitMs;
    },
    answeredUnheard(key, applied) {
      const entry = known(key);
      if (entry === null) return;
      if (applied) entry.applied += 1;
      entry.unsure = true;
    },
    unauthorised(usedToken) {
      if (ledger.token?.value === usedToken) ledger.token.refused = true;
    },
    unsettled: () =>
      ledger.entries.filter((entry) => unsentStates.some((state) => entry.possible.has(state))),
    mayDecide: (entry, event) => leadsTo(entry, event) !== null,
    decided(entry, event, together = false) {
      const to = leadsTo(entry, event);
      if (to === null) return null;
      happened(entry);
      const { standing: _standing, ...before } = entry;
      entry.standing.push({ decision: event, before });
      const delayed = together && ledger.sendDelayMs > 0 ? ledger.now + ledger.sendDelayMs : holdOfSingles();
      entry.heldUntil = event === 'sent_again' ? delayed : null;
      if (event === 'sent_again') {
        entry.asked += 1;
        entry.unsure = false;
        entry.doubtable = false;
        entry.minUnknown = 0;
        entry.maxUnknown = 0;
      }
      if (event === 'sent_again' || event === 'retried_now') {
        entry.minTries = 0;
        entry.maxTries = 0;
        entry.firstTryAt = null;
        entry.notBefore = null;
      }
      entry.possible = new Set([to]);
      return to;
    },
    isUndoUnsure: (entry) =>
      entry.standingUnsure || ledger.chain(entry).some((one) => one !== entry && one.triedUnsure),
    undone(entry, decision) {
      const last = entry.standing.at(-1);
      if (last?.decision !== decision) return null;
      const [before] = last.before.possible;
      const triedSince = ledger.chain(entry).some((one) => one !== entry && one.triedStep > entry.lastStep);
      if (!isUnsent(entry) && (!isLast(entry) || (isUnsentState(before) && triedSince))) return null;
      entry.standing.pop();
      Object.assign(entry, last.before, { applied: entry.applied });
      happened(entry);
      const [state] = entry.possible;
      return state ?? null;
    },
    released(entry) {
      entry.heldUntil = null;
    },
    expedited() {
      for (const entry of ledger.entries) entry.notBefore = null;
    },
    clockSet(byMs) {
      ledger.clockMoved += Math.abs(byMs);
      ledger.clockMovedInThisRun = true;
    },
    ended(midway) {
      for (const entry of ledger.entries) {
        // Who was away did not see the end of the wait, so it begins anew.
        const renewed = ledger.sendDelayMs === 0 ? null : ledger.now + ledger.sendDelayMs;
        if (entry.heldUntil !== null) entry.heldUntil = midway ? null : renewed;
        const sending = entry.possible.has('sending');
        // In the midst of its work the process may have claimed more, and not have written down an answer that came just now.
        const perhaps = midway && (entry.touched || isSendable(entry));
        if (!sending && !perhaps) continue;
        const meaning = unknownMeaning(isRepeatable(entry));
        counted(entry, meaning, sending);
        happened(entry);
        entry.triedUnsure = !sending;
        entry.doubtable = true;
        nothingToUndo(entry, true);
        const rest = [...entry.possible].filter((state) => state !== 'sending');
        entry.possible = new Set([...rest, ...statesAfter(entry, meaning)]);
      }
      // What was planned by a clock that somebody set is not worth much after a start; the app cuts it to the longest wait.
      if (ledger.clockMovedInThisRun) ledger.expedited();
      ledger.clockMovedInThisRun = false;
    },
    allows(entry, state) {
      if (entry.possible.has(state)) return true;
      // What may have been sent and may not be repeated by now goes into doubt instead of out.
      return state === 'in_doubt' && entry.doubtable && !isRepeatable(entry) && isSendable(entry);
    },
    observed(entry, state) {
      // It was put in doubt in place of being sent.
      if (!entry.possible.has(state)) {
        nothingToUndo(entry, false);
        happened(entry);
      }
      entry.possible = new Set([state]);
      entry.touched = state === 'sending';
    },
  };
  return ledger;
}
