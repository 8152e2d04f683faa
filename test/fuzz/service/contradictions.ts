import { getStory, type Answered } from './answering-service.ts';
import type { Customs } from './customs.ts';
import { expectedStates } from './expected-state.ts';
import type { Handed } from './ledger.ts';
import { getSentences, type EntryView } from './view.ts';

/** What is known of one entry from both sides. */
export interface EntryCase {
  handed: Handed;
  view: EntryView;
  /** The service’s answer to its submissions, in order. */
  answers: readonly Answered[];
  /** The service’s answer to questions for its result, in order. */
  results: readonly Answered[];
  customs: Customs;
  /** Whether a date that leaves no doubt has shown how this service writes dates. */
  datesShown: boolean;
  submittedExpiry: string | null;
}

/** Looks for one contradiction; what it finds is said in a sentence, null where all agrees. */
export type Rule<T> = (one: T) => string | null;

const saysTaken = /(server|service) accepted|accepted by the (server|service)|e-?mails the vendor/i;
const saysUnknown =
  /nobody (here )?knows|may (already )?(have|be) (been )?sent|may already have the e-?mail|not known whether/i;
const saysNothingSent = /nothing (was|has been) (sent|accepted)/i;

function isSuccess({ way }: Answered): boolean {
  return way.status >= 200 && way.status < 300 && way.meaning !== 'silence';
}

/** Every way in which what is said of one entry can contradict itself or what happened. */
export const entryRules: Record<string, Rule<EntryCase>> = {
  'accepted although the body says that it failed': ({ view, answers }) => {
    const last = answers.at(-1);
    const accepted = view.detail.state === 'accepted' && !view.detail.markedByPerson;
    return accepted && last?.way.meaning === 'failure' && !last.way.doubtful ? last.way.name : null;
  },
  'false yes: accepted although the answer does not say that it was done': ({ view, answers }) => {
    const last = answers.at(-1);
    const accepted = view.detail.state === 'accepted' && !view.detail.markedByPerson;
    return accepted && last?.way.meaning === 'unclear' && !last.way.doubtful ? last.way.name : null;
  },
  'false yes: a good verdict on an answer that says no, or nothing that is understood': ({
    view,
    results,
  }) => {
    const facts = latestFacts(results);
    if (facts?.noYes !== true || view.verification === null || view.detail.markedByPerson) return null;
    const good = (view.result ?? view.chip).tone === 'pos' || view.headline?.tone === 'pos';
    return good ? `${(view.result ?? view.chip).word}: ${getStory(results)}` : null;
  },
  'accepted without a success': ({ view, answers }) => {
    const accepted = view.detail.state === 'accepted' && !view.detail.markedByPerson;
    return accepted && !answers.some(isSuccess) ? `after ${answers.at(-1)?.way.name ?? 'no answer'}` : null;
  },
  'rejected by a success that says nothing of a failure': ({ view, answers }) => {
    const last = answers.at(-1);
    const refused = view.detail.state === 'rejected' && last !== undefined && isSuccess(last);
    return refused && last.way.meaning !== 'failure' ? last.way.name : null;
  },
  'one part says accepted, another that nobody knows': ({ view }) => {
    const said = getSentences(view);
    return saysTaken.test(said) && saysUnknown.test(said) ? said : null;
  },
  'said to be accepted, but no success came': ({ view, answers }) => {
    const said = getSentences(view);
    const last = answers.at(-1);
    return saysTaken.test(said) && !view.detail.markedByPerson && (last === undefined || !isSuccess(last))
      ? said
      : null;
  },
  'in doubt, with a reason that nothing was sent': ({ view }) => {
    const said = getSentences(view);
    return view.detail.state === 'in_doubt' && saysNothingSent.test(said) ? said : null;
  },
  'said that nothing was accepted, but it was': ({ view, answers }) => {
    const last = answers.at(-1);
    const said = getSentences(view);
    return last?.applied === true && saysNothingSent.test(said) ? said : null;
  },
  'said that sending again does no harm, which nobody said': ({ view, customs }) => {
    const said = getSentences(view);
    const harmless = customs.honoursKey || customs.harmless;
    return !harmless && /(again|twice) does no harm/i.test(said) ? said : null;
  },
  'in doubt with the look of an end': ({ view }) => {
    const { state } = view.detail;
    return state === 'in_doubt' && view.chip.tone === 'pos' ? view.chip.word : null;
  },
  'the history ends with something else': ({ view, handed }) => {
    const { state, history } = view.detail;
    const last = history[0]?.event;
    if (last === undefined || handed.deeds.length > 0) return null;
    const ends: Partial<Record<typeof last, readonly (typeof state)[]>> = {
      accepted: ['accepted'],
      refused: ['rejected'],
      outcome_unknown: ['in_doubt'],
      postponed: ['waiting', 'queued'],
      unauthorised: ['queued'],
      gave_up: ['dead'],
      enqueued: ['queued'],
      claimed: ['sending'],
    };
    const fitting = ends[last];
    return fitting === undefined || fitting.includes(state) ? null : `${last}, but ${state}`;
  },
  'sent more often than is written down': ({ view, answers }) =>
    view.detail.attempts < answers.length ? `${view.detail.attempts} of ${answers.length}` : null,
  'the words of a refusal cannot be read': ({ view, answers }) => {
    const last = answers.at(-1);
    if (view.detail.state !== 'rejected' || last === undefined) return null;
    const { way } = last;
    if (way.doubtful || last.arrived !== 'whole') return null;
    const shown = [
      view.reason?.words,
      view.reason?.sentence,
      ...view.history.map((line) => line.sentence),
    ].join('\n');
    const missing = way.body.words.filter((words) => !shown.includes(words));
    return missing.length === 0
      ? null
      : `${way.body.name}: ${missing.join(' / ')}; shown: ${view.reason?.words ?? 'nothing'}`;
  },
  'refused, but no words are announced that come': ({ view }) => {
    const announced = /(said|says):\s*$/.test(view.reason?.sentence ?? '');
    return announced && view.reason?.words === null ? view.reason.sentence : null;
  },
  'done, but no result ever came': ({ view, results }) => {
    const done =
      view.verification !== null && !view.detail.markedByPerson && (view.result ?? view.chip).tone === 'pos';
    return done && !results.some(({ way }) => way.meaning === 'result' || way.meaning === 'strange')
      ? (view.result ?? view.chip).word
      : null;
  },
  'a good verdict, but the service says that it is not verified or does not match': ({ view, results }) => {
    const facts = latestFacts(results);
    if (facts === null || view.verification === null) return null;
    if (view.detail.state !== 'accepted' || view.detail.markedByPerson) return null;
    const bad =
      facts.isMatch === false || (facts.isVerified === false && view.verification.watch?.kind === 'settled');
    const tone = (view.result ?? view.chip).tone;
    return bad && tone === 'pos' ? `${(view.result ?? view.chip).word}, ${JSON.stringify(facts)}` : null;
  },
  'a good headline over an answer that says no': ({ view, results }) => {
    const facts = latestFacts(results);
    const good = view.headline?.tone === 'pos';
    const saysNo = facts !== null && (facts.isMatch === false || facts.isVerified === false);
    return good && saysNo ? `${view.headline?.headline}, ${JSON.stringify(facts)}` : null;
  },
  'a good verdict on the answer to another question': ({ view, results }) => {
    const facts = latestFacts(results);
    if (facts === null || view.verification === null || !facts.anotherId) return null;
    return (view.result ?? view.chip).tone === 'pos' ? (view.result ?? view.chip).word : null;
  },
  'status or flags are not those of the latest result': ({ view, results }) => {
    const facts = latestFacts(results);
    const row = view.verification;
    if (facts === null || row === null || results.at(-1)?.way.body.result !== facts) return null;
    const same =
      row.status === facts.status && row.isVerified === facts.isVerified && row.isMatch === facts.isMatch;
    const { status, isVerified, isMatch } = row;
    return same
      ? null
      : `shows ${JSON.stringify({ status, isVerified, isMatch })}, the service said ${JSON.stringify(facts)}: ${getStory(results)}`;
  },
  'false yes: a day is counted that the service did not mean': ({ view, results }) => {
    const expiry = latestFacts(results)?.expiry ?? null;
    const day = view.verification?.expiresOn ?? null;
    if (expiry === null || day === null) return null;
    return day === expiry.day ? null : `${day} for “${expiry.text}”, meant: ${expiry.day ?? 'none'}`;
  },
  'a day is counted of a date that can be read in two ways': ({
    view,
    results,
    customs,
    datesShown,
    submittedExpiry,
  }) => {
    const expiry = latestFacts(results)?.expiry ?? null;
    const day = view.verification?.expiresOn ?? null;
    const open = expiry?.twoWays === true && !customs.datesSaid && !datesShown;
    return open && day !== null && day !== submittedExpiry ? `${day} for “${expiry.text}”` : null;
  },
  'a result that only says that it failed is taken for one': ({ view, results }) => {
    const only = results.length > 0 && results.every(({ way }) => way.meaning === 'failure');
    return only && view.verification !== null && view.verification.result !== null ? 'result shown' : null;
  },
  'not ready yet, but said to be unreadable': ({ view, results }) => {
    const problem = view.verification?.watch?.problem ?? null;
    const last = results.at(-1);
    const open =
      last?.way.meaning === 'empty' &&
      last.arrived === 'whole' &&
      view.verification?.watch?.kind === 'watching';
    return open && /cannot|could not|not .*read|web page|broken/i.test(problem ?? '') ? problem : null;
  },
};

function latestFacts(results: readonly Answered[]) {
  const last = results.findLast(({ way }) => way.meaning === 'result' || way.meaning === 'strange');
  if (last === undefined || last.way.doubtful || last.arrived !== 'whole') return null;
  return last.way.body.result;
}

/** Whether an entry is in a state that what happened leads to; null where it is. */
export function stateProblem({ handed, view, answers, customs }: EntryCase): string | null {
  const { state } = view.detail;
  const expected = expectedStates(handed, answers, customs);
  if (expected.includes(state)) return null;
  // Ends that come with time or with the app itself.
  if (state === 'dead' && view.detail.attempts >= 50) return null;
  const { reason } = view.detail;
  if (reason?.code === 'closed_while_sending') return null;
  // On a slow computer the app may have stopped waiting a moment before the answer came.
  if (reason?.code === 'no_answer' && reason.detail === 'TIME_OUT' && state === 'in_doubt') return null;
  return `${handed.kind} is ${state}, not ${[...new Set(expected)].join(' or ')}, after ${answers.at(-1)?.way.name ?? 'nothing'}`;
}
