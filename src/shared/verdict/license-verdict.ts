import { z } from 'zod';
import { pluralize } from '../base/pluralize.ts';
import { dayText, daysUntil, isoDay, localDay, readDate, utcDay, type CalendarDay } from '../base/dates.ts';
import { verdictEvidence } from '../service/doubts.ts';
import { filled, isolated } from '../base/foreign-text.ts';
import type { EntryState } from '../outbox/outbox.ts';
import type { WorkspaceSettings } from '../settings/settings.ts';
import { getMeaning, saysOnlyEnd, type StatusCategory, type StatusWords } from '../settings/status.ts';
import { kindRules, verdictKinds, type KindRule, type VerdictKind } from './verdict-kinds.ts';

export const judgedFacts = z.object({
  /** The service's words and flags, verbatim; null where it said nothing. */
  status: z.string().nullable(),
  isVerified: z.boolean().nullable(),
  isMatch: z.boolean().nullable(),
  /** How many details differ by our own comparison; null without a result, or with another ID. */
  differing: z.number().nullable(),
  /** How many details could be compared; null where none were found or that is not known. */
  compared: z.number().nullable(),
  /** The ID of another verification in the latest answer, which may be about another license. */
  answeredId: z.string().nullable(),
  answeredAt: z.number().nullable(),
  /** Valid through, as 2027-03-31: as found, or as submitted if the service says nothing. */
  expiresOn: z.string().nullable(),
  expiryUnclear: z.boolean(),
  evidence: verdictEvidence,
  /** A correction, or a newer verification of the same license, replaces it. */
  replaced: z.boolean(),
});
export type JudgedFacts = z.infer<typeof judgedFacts>;

export interface VerdictFacts extends JudgedFacts {
  /** The scheduled checks ended without a final result. */
  byHand: boolean;
}

export interface VerdictReason {
  kind: VerdictKind;
  headline: string;
  sentence: string;
}

export type VerdictRules = Pick<WorkspaceSettings, 'statusWords' | 'soonDays'>;

/** The verdict on a verification, the same on every screen, list, report and export. */
export type LicenseVerdict = ReturnType<typeof judgeLicense>;

const expirationMember = 'response.expiryDate';
/** After so many days an answer is old: the license may have been revoked since. */
const oldAnswerDays = 90;

/** Judges a verification; nothing else decides whether a license is in order. @param today where the person is */
export function judgeLicense(facts: VerdictFacts, rules: VerdictRules, today: CalendarDay) {
  const reasons = reasonsFor(facts, rules, today).toSorted(
    (one, other) => verdictKinds.indexOf(one.kind) - verdictKinds.indexOf(other.kind),
  );
  const [first] = reasons;
  if (first === undefined) throw new Error('A verdict rests on something.');
  // That the service finds no match only repeats what differs.
  const mayNeedNote = reasons.filter(({ kind }) => kind !== 'no_match' || first.kind !== 'differs');
  const { tone, icon } = kindRules[first.kind];
  return {
    kind: first.kind,
    tone,
    icon,
    word: wordFor(first.kind, facts),
    headline: first.headline,
    reasons,
    needsPerson: reasons.some(({ kind }) => kindRules[kind].needsPerson),
    noteNeeded:
      !facts.replaced &&
      (facts.isVerified === false || mayNeedNote.some(({ kind }) => kindRules[kind].noteNeeded)),
    holdsUntil: holdsUntil(facts, first.kind, rules, today),
  };
}

export interface JudgedRow extends JudgedFacts {
  state: EntryState;
  markedByPerson: boolean;
  watch: { kind: 'watching' | 'settled' | 'by_hand' } | null;
}

/** The verdict in lists; null while the service has not accepted the verification. */
export function toVerdict(row: JudgedRow, rules: VerdictRules, today: CalendarDay): LicenseVerdict | null {
  const accepted = row.state === 'accepted' && !row.markedByPerson;
  if (!accepted && !row.replaced) return null;
  return judgeLicense({ ...row, byHand: row.watch?.kind === 'by_hand' }, rules, today);
}

/** The text below the headline: the reasons, the comparison (null for none), and what to do. */
export function verdictExplanation({ kind, reasons }: LicenseVerdict, comparison: string | null): string {
  const sentences = reasons
    .filter((one, index) => index > 0 || !kindRules[one.kind].saidByHeadline)
    .map(({ sentence }) => sentence);
  const advice = kindRules[kind].advisesToAsk ? ['Ask the vendor before you rely on it.'] : [];
  return [...sentences, ...(comparison === null ? [] : [comparison]), ...advice].join(' ');
}

/** The reasons that need a person, with the number of details that differ; empty for none. */
export const asksFor = (
  { reasons }: LicenseVerdict,
  { differing }: Pick<VerdictFacts, 'differing'>,
): string =>
  reasons
    .filter(({ kind }) => kindRules[kind].needsPerson)
    .map(({ kind }) => (kind === 'differs' ? `differs:${differing ?? 0}` : kind))
    .join(' ');

export const findUnacceptable = ({ reasons }: Pick<LicenseVerdict, 'reasons'>): VerdictReason | undefined =>
  reasons.find(({ kind }) => kindRules[kind].beyondAccepting);

/** Whether a verdict needs a person for more than an earlier one, see {@link asksFor}. */
export function asksForMore(before: string, after: string): boolean {
  const numbers = (text: string) =>
    new Map(
      text
        .split(' ')
        .filter((code) => code !== '')
        .map((code) => [code.split(':')[0] ?? '', Number(code.split(':')[1] ?? 1)]),
    );
  const earlier = numbers(before);
  return [...numbers(after)].some(([kind, number]) => number > (earlier.get(kind) ?? 0));
}

export const verdictWord = (kind: VerdictKind): string => kindRules[kind].word;

function wordFor(kind: VerdictKind, { differing, isVerified }: VerdictFacts): string {
  if (kind === 'differs') return pluralize(differing ?? 0, 'differs', 'differ');
  // A good word of the service that does not say verified.
  if (kind === 'verified' && isVerified !== true) return 'No difference';
  return kindRules[kind].word;
}

function reasonsFor(facts: VerdictFacts, { statusWords: words, soonDays }: VerdictRules, today: CalendarDay) {
  if (facts.replaced) return [reason('replaced', 'A newer verification replaces this one.')];
  if (facts.answeredId !== null) {
    const sentence =
      'The service answered with another ID, so this may be the result of another verification.';
    return [reason('another_id', sentence)];
  }
  const { evidence, isVerified } = facts;
  if (evidence.otherLicense !== null) {
    const sentence = `The service says that ${evidence.otherLicense} was submitted, so this is not the result of this license.`;
    return [reason('another_license', sentence)];
  }
  const status = filled(facts.status);
  const { category = null, final = false } = status === null ? {} : getMeaning(status, words);
  const nothing = facts.differing === null && isVerified !== true;
  const understood = evidence.doubts.length === 0 && evidence.lost === null;
  if (nothing && !final && understood && category !== 'problem' && category !== 'caution') {
    const sentence = 'The service accepted the details. The result is not in yet.';
    return [facts.byHand ? byHandReason : reason('checking', sentence)];
  }
  const concerns = [
    ...(nothing && final
      ? [reason('nothing_found', 'There is nothing to compare with what was submitted.')]
      : []),
    // Where nothing was found, the day is only the submitted one.
    ...(nothing ? [] : expiryReasons(facts, soonDays, today)),
    ...comparisonReasons(facts),
    ...serviceReasons(facts, category, final),
    ...evidenceReasons(facts, category),
  ];
  const yes = confirmed(facts, category, words);
  const settled = concerns.some(({ kind }) => kindRules[kind].needsPerson) || yes;
  return [
    ...concerns,
    ...(settled ? [] : [openReason(facts, category, words)]),
    ...ageReasons(facts, today),
    ...(yes ? [goodReason(facts)] : []),
  ];
}

function reason(kind: VerdictKind, sentence: string, headline?: string): VerdictReason {
  const rule: KindRule = kindRules[kind];
  return { kind, headline: headline ?? rule.headline ?? '', sentence };
}

const byHandReason = reason('by_hand', 'No final result came in 31 days. Gangway checks again when you ask.');

/** Whether the service confirms the license: explicitly, or by a good word that says more than "ended". */
function confirmed(
  { isVerified, status, evidence }: VerdictFacts,
  category: StatusCategory | null,
  words: StatusWords,
): boolean {
  if (evidence.doubts.length > 0 || evidence.lost !== null || category === 'not_recognised') return false;
  if (isVerified === true) return category !== 'under_way';
  return isVerified === null && category === 'good' && !saysOnlyEnd(status ?? '', words);
}

/** What is not understood or contradicts the license, in the service's words. */
function evidenceReasons(
  { evidence: { doubts, lost }, status, isVerified }: VerdictFacts,
  category: StatusCategory | null,
): VerdictReason[] {
  const reasons: VerdictReason[] = [];
  const addUnclear = (sentence: string) =>
    reasons.push(reason('unclear', sentence, 'The service’s answer isn’t clear'));
  for (const { member, words, bad: isBad } of doubts) {
    const said = `“${isolated(words)}”`;
    const name = member.split('.').at(-1) ?? member;
    if (isBad) reasons.push(reason('problem', `The service’s “${name}” is ${said}.`));
    else if (member === expirationMember) addUnclear(`The service’s expiration can’t be read: ${said}.`);
    else addUnclear(`The service’s “${name}” is ${said}, which Gangway can’t read as a yes or a no.`);
  }
  if (lost !== null) addUnclear(lost);
  if (category === 'not_recognised' && isVerified !== false) {
    const word = isolated(status ?? '');
    addUnclear(
      `Gangway doesn’t know the service’s word “${word}”. Sort it in Settings, Status words, or decide here.`,
    );
  }
  return reasons;
}

function goodReason({ isVerified, differing }: VerdictFacts): VerdictReason {
  const found = differing === null ? 'Verified by the service' : 'License found, everything matches';
  const said =
    isVerified === true
      ? 'The service says that it is verified.'
      : 'The service doesn’t say that it is verified, but its status is good.';
  return reason('verified', said, found);
}

function openReason(facts: VerdictFacts, category: StatusCategory | null, words: StatusWords): VerdictReason {
  const status = facts.status ?? '';
  if (facts.isVerified === null && category === 'good' && saysOnlyEnd(status, words)) {
    const said = `The service’s word “${isolated(status)}” doesn’t say whether the license is verified.`;
    return reason('unclear', said);
  }
  if (facts.byHand) return byHandReason;
  if (facts.isVerified === false) return reason('not_yet', 'The service has not verified this license yet.');
  if (category === 'under_way') return reason('under_way', 'The service is still working on this.');
  const said = 'The service gives license details, but doesn’t say whether the license is verified.';
  return reason('unclear', said);
}

function expiryReasons(
  { expiresOn, expiryUnclear, evidence }: VerdictFacts,
  soonDays: number,
  today: CalendarDay,
): VerdictReason[] {
  if (evidence.doubts.some(({ member }) => member === expirationMember)) return [];
  if (expiryUnclear) {
    const sentence = 'The expiration date can be read in two ways, so it isn’t counted.';
    return [reason('expiry_unclear', sentence)];
  }
  const day = readDate(expiresOn)?.day;
  if (day === undefined) return [];
  const from = readDate(evidence.expiresFrom)?.day ?? day;
  const days = daysUntil(day, today);
  if (days >= 0 && daysUntil(from, today) < 1 && evidence.expiresFrom !== null) {
    const sentence = 'The service gives no day for the expiration, and it may have passed.';
    return [reason('unclear', sentence, 'This license may have expired')];
  }
  if (days < 0) {
    return [reason('expired', `Expired ${dayText(day)}.`, `Expired ${pluralize(-days, 'day')} ago`)];
  }
  if (days > soonDays) return [];
  const when = days === 0 ? 'today' : `in ${pluralize(days, 'day')}`;
  return [reason('expires_soon', `Expires ${dayText(day)}.`, `Expires ${when}`)];
}

function comparisonReasons({ differing, compared, isVerified }: VerdictFacts): VerdictReason[] {
  if (differing === null) {
    const headline = 'Verified, but without details to compare';
    const sentence = 'The service gave no license details.';
    return isVerified === true ? [reason('not_compared', sentence, headline)] : [];
  }
  if (differing > 0) {
    const details = pluralize(differing, 'detail differs', 'details differ');
    const sentence = `${details} from what was submitted.`;
    return [reason('differs', sentence, `License found, but ${details}`)];
  }
  if (compared !== 0) return [];
  const sentence = 'No detail was both submitted and found, so nothing could be compared.';
  return [reason('not_compared', sentence, 'License found, but no detail can be compared')];
}

function serviceReasons(
  { isMatch, isVerified, status }: VerdictFacts,
  category: StatusCategory | null,
  final: boolean,
): VerdictReason[] {
  const reasons: VerdictReason[] = [];
  if (isMatch === false)
    reasons.push(reason('no_match', 'The service says that what it found doesn’t match.'));
  if (isVerified === false && (final || category === 'problem'))
    reasons.push(reason('not_verified', 'The service says that it is not verified.'));
  if (category === 'problem')
    reasons.push(reason('problem', `The service’s word “${status ?? ''}” means a problem.`));
  if (category === 'caution')
    reasons.push(reason('caution', `The service’s word “${status ?? ''}” means caution.`));
  return reasons;
}

function ageReasons({ answeredAt }: VerdictFacts, today: CalendarDay): VerdictReason[] {
  if (answeredAt === null) return [];
  const days = -daysUntil(localDay(new Date(answeredAt)), today);
  if (days < oldAnswerDays) return [];
  const age = `${pluralize(days, 'day')} old`;
  const sentence = `The answer is ${age}. Check again before you rely on it.`;
  return [reason('old_answer', sentence, `Verified, but the answer is ${age}`)];
}

/** The day after which the expiration or the answer's age changes the verdict. */
function holdsUntil(facts: VerdictFacts, kind: VerdictKind, { soonDays }: VerdictRules, today: CalendarDay) {
  if (kind === 'replaced' || kind === 'another_id' || kind === 'another_license') return null;
  const changes: CalendarDay[] = [];
  const expiry = readDate(facts.expiresOn)?.day;
  if (expiry !== undefined) changes.push(dayAfter(expiry, -soonDays - 1), expiry);
  const from = readDate(facts.evidence.expiresFrom)?.day;
  if (from !== undefined) changes.push(dayAfter(from, -1));
  if (facts.answeredAt !== null) {
    changes.push(dayAfter(localDay(new Date(facts.answeredAt)), oldAnswerDays - 1));
  }
  const ahead = changes.filter((day) => daysUntil(day, today) >= 0).map(isoDay);
  return ahead.toSorted()[0] ?? null;
}

const dayAfter = ({ year, month, day }: CalendarDay, days: number): CalendarDay =>
  utcDay(Date.UTC(year, month - 1, day + days));
