import type { ChipIcon, Tone } from '../base/tone.ts';
import { counted } from '../base/counted.ts';
import { dayText, daysUntil, isoDay, localDay, readDate, utcDay, type CalendarDay } from '../base/dates.ts';
import type { VerdictEvidence } from '../service/doubts.ts';
import { filled, isolated } from '../base/foreign-text.ts';
import type { EntryState } from '../outbox/outbox.ts';
import type { WorkspaceSettings } from '../settings/settings.ts';
import { getMeaning, saysOnlyEnd, type StatusCategory, type StatusWords } from '../settings/status.ts';

export interface VerdictFacts {
  /** The service's word, verbatim; null for none. */
  status: string | null;
  isVerified: boolean | null;
  isMatch: boolean | null;
  /** How many details differ by our own comparison; null where none were found. */
  differing: number | null;
  /** How many details could be compared; null where none were found or that is not known. */
  compared: number | null;
  answeredId: string | null;
  answeredAt: number | null;
  /** The expiration that counts, as 2027-03-31; null where none can be read. */
  expiresOn: string | null;
  expiryUnclear: boolean;
  evidence: VerdictEvidence;
  replaced: boolean;
  /** The scheduled checks ended without a final result. */
  byHand: boolean;
}

/** Why a verification is judged as it is, worst first. */
export const verdictKinds = [
  'replaced',
  'another_id',
  'another_license',
  'nothing_found',
  'expired',
  'differs',
  'no_match',
  'not_verified',
  'problem',
  'unclear',
  'caution',
  'expires_soon',
  'expiry_unclear',
  'by_hand',
  'checking',
  'not_yet',
  'under_way',
  'not_compared',
  'old_answer',
  'verified',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export interface VerdictReason {
  kind: VerdictKind;
  /** The title where this reason is the first, without a full stop. */
  headline: string;
  sentence: string;
}

export type VerdictRules = Pick<WorkspaceSettings, 'statusWords' | 'soonDays'>;

/** The verdict on a verification, the same on every screen, list, report and export. */
export interface LicenseVerdict {
  kind: VerdictKind;
  tone: Tone;
  icon: ChipIcon;
  word: string;
  headline: string;
  reasons: VerdictReason[];
  needsPerson: boolean;
  /** Whether accepting it needs a note. */
  noteNeeded: boolean;
  /** The last day with this verdict if no other answer comes; null where no day changes it. */
  holdsUntil: string | null;
}

interface KindRule {
  tone: Tone;
  icon: ChipIcon;
  word: string;
  needsPerson: boolean;
  noteNeeded: boolean;
}

const bad = { tone: 'neg', icon: 'octagon-x', needsPerson: true, noteNeeded: true } as const;
const quiet = { tone: 'neu', icon: 'clock', needsPerson: false, noteNeeded: false } as const;

const kindRules: Record<VerdictKind, KindRule> = {
  replaced: { ...quiet, icon: 'history', word: 'Replaced' },
  another_id: { ...bad, tone: 'cau', icon: 'circle-question-mark', word: 'Another ID' },
  another_license: { ...bad, word: 'Another license' },
  nothing_found: { ...bad, word: 'Not found' },
  expired: { ...bad, word: 'Expired' },
  differs: { ...bad, icon: 'equal-not', noteNeeded: false, word: 'Differs' },
  no_match: { ...bad, word: 'No match' },
  not_verified: { ...bad, word: 'Not verified' },
  problem: { ...bad, word: 'Problem' },
  unclear: { ...bad, tone: 'cau', icon: 'circle-question-mark', word: 'Check by hand' },
  caution: { ...bad, tone: 'cau', icon: 'triangle-alert', noteNeeded: false, word: 'Caution' },
  expires_soon: { ...quiet, tone: 'cau', icon: 'timer', word: 'Expires soon' },
  expiry_unclear: { ...quiet, tone: 'cau', icon: 'triangle-alert', word: 'Expiration unclear' },
  by_hand: { ...quiet, word: 'No result yet' },
  checking: { ...quiet, tone: 'prog', icon: 'loader', word: 'Checking' },
  not_yet: { ...quiet, word: 'Not verified yet' },
  under_way: { ...quiet, tone: 'prog', icon: 'loader', word: 'In progress' },
  not_compared: { ...quiet, word: 'Not compared' },
  old_answer: { ...quiet, icon: 'history', word: 'Old answer' },
  verified: { ...quiet, tone: 'pos', icon: 'circle-check', word: 'Verified' },
};

const expirationMember = 'response.expiryDate';
/** After so many days an answer is old: the license may have been revoked since. */
const oldAnswerDays = 90;

/** Judges a verification; nothing else decides whether a license is in order. @param today where the person is */
export function judgeLicense(facts: VerdictFacts, rules: VerdictRules, today: CalendarDay): LicenseVerdict {
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

/** A verification as lists have it. */
export interface JudgedRow extends Omit<VerdictFacts, 'byHand'> {
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

/** The headline says these already. */
const saidByHeadline: ReadonlySet<VerdictKind> = new Set([
  'differs',
  'no_match',
  'not_verified',
  'under_way',
  'not_compared',
]);
/** Reasons not to rely on the license at all. */
const againstRelying: ReadonlySet<VerdictKind> = new Set([
  'another_license',
  'nothing_found',
  'expired',
  'no_match',
  'not_verified',
  'problem',
]);

/** The text below the headline: the reasons, the comparison (null for none), and what to do. */
export function verdictExplanation({ kind, reasons }: LicenseVerdict, comparison: string | null): string {
  const sentences = reasons
    .filter((one, index) => index > 0 || !saidByHeadline.has(one.kind))
    .map(({ sentence }) => sentence);
  const advice = againstRelying.has(kind) ? ['Ask the vendor before you rely on it.'] : [];
  return [...sentences, ...(comparison === null ? [] : [comparison]), ...advice].join(' ');
}

/** The reasons that need a person, with the number of details that differ; empty for none. */
export function asksFor({ reasons }: LicenseVerdict, { differing }: Pick<VerdictFacts, 'differing'>): string {
  return reasons
    .filter(({ kind }) => kindRules[kind].needsPerson)
    .map(({ kind }) => (kind === 'differs' ? `differs:${differing ?? 0}` : kind))
    .join(' ');
}

/** Nobody can accept these: no license to rely on, or another license. */
const beyondAccepting: ReadonlySet<VerdictKind> = new Set([
  'another_id',
  'another_license',
  'nothing_found',
  'expired',
  'not_verified',
  'problem',
]);

/** The first reason nobody can accept; undefined where somebody can accept the result. */
export function findUnacceptable({ reasons }: Pick<LicenseVerdict, 'reasons'>): VerdictReason | undefined {
  return reasons.find(({ kind }) => beyondAccepting.has(kind));
}

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

/** The word for a kind of verdict where nothing else is known, as in a filter. */
export function verdictWord(kind: VerdictKind): string {
  return kindRules[kind].word;
}

function wordFor(kind: VerdictKind, { differing, isVerified }: VerdictFacts): string {
  if (kind === 'differs') return counted(differing ?? 0, 'differs', 'differ');
  // A good word of the service that does not say verified.
  if (kind === 'verified' && isVerified !== true) return 'No difference';
  return kindRules[kind].word;
}

function reasonsFor(
  facts: VerdictFacts,
  { statusWords: words, soonDays }: VerdictRules,
  today: CalendarDay,
): VerdictReason[] {
  if (facts.replaced) return [reason('replaced', 'Replaced', 'A newer verification replaces this one.')];
  if (facts.answeredId !== null) {
    return [
      reason(
        'another_id',
        'The service answered with another ID',
        'The service answered with another ID, so this may be the result of another verification.',
      ),
    ];
  }
  const { evidence } = facts;
  if (evidence.otherLicense !== null) {
    return [
      reason(
        'another_license',
        'The service answered for another license',
        `The service says that ${evidence.otherLicense} was submitted, so this is not the result of this license.`,
      ),
    ];
  }
  const status = filled(facts.status);
  const meaning = status === null ? null : getMeaning(status, words);
  const final = meaning?.final === true;
  const nothing = facts.differing === null;
  const understood = evidence.doubts.length === 0 && evidence.lost === null;
  const waits = nothing && !final && facts.isVerified !== true && understood;
  if (waits && meaning?.category !== 'problem' && meaning?.category !== 'caution') {
    return [
      facts.byHand
        ? byHandReason
        : reason('checking', 'Checking', 'The service accepted the details. The result is not in yet.'),
    ];
  }
  const concerns = [
    ...(nothing && final && facts.isVerified !== true ? [nothingFoundReason] : []),
    // Where nothing was found, the day is only the submitted one.
    ...(nothing && facts.isVerified !== true ? [] : expiryReasons(facts, soonDays, today)),
    ...comparisonReasons(facts),
    ...serviceReasons(facts, meaning?.category ?? null, final),
    ...evidenceReasons(facts, meaning?.category ?? null),
  ];
  const yes = confirmed(facts, meaning?.category, words);
  const settled = concerns.some(({ kind }) => kindRules[kind].needsPerson) || yes;
  const open = settled ? [] : [openReason(facts, meaning?.category ?? null, words)];
  const age = ageReasons(facts, today);
  const good = yes ? [goodReason(facts)] : [];
  return [...concerns, ...open, ...age, ...good];
}

function reason(kind: VerdictKind, headline: string, sentence: string): VerdictReason {
  return { kind, headline, sentence };
}

const byHandReason = reason(
  'by_hand',
  'No final result came',
  'No final result came in 31 days. Gangway checks again when you ask.',
);

const nothingFoundReason = reason(
  'nothing_found',
  'No license details were found',
  'There is nothing to compare with what was submitted.',
);

/** Whether the service confirms the license: explicitly, or by a good word that says more than "ended". */
function confirmed(
  { isVerified, status, evidence }: VerdictFacts,
  category: StatusCategory | undefined,
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
  const unclear = (sentence: string) => reason('unclear', 'The service’s answer isn’t clear', sentence);
  return [
    ...doubts.map(({ member, words, bad: isBad }) => {
      const said = `“${isolated(words)}”`;
      const name = member.split('.').at(-1) ?? member;
      if (isBad)
        return reason(
          'problem',
          'The service reports a problem with this license',
          `The service’s “${name}” is ${said}.`,
        );
      return unclear(
        member === expirationMember
          ? `The service’s expiration can’t be read: ${said}.`
          : `The service’s “${name}” is ${said}, which Gangway can’t read as a yes or a no.`,
      );
    }),
    ...(lost === null ? [] : [unclear(lost)]),
    ...(category === 'not_recognised' && isVerified !== false
      ? [
          unclear(
            `Gangway doesn’t know the service’s word “${isolated(status ?? '')}”. Sort it in Settings, Status words, or decide here.`,
          ),
        ]
      : []),
  ];
}

function goodReason({ isVerified, differing }: VerdictFacts): VerdictReason {
  const found = differing === null ? 'Verified by the service' : 'License found, everything matches';
  return reason(
    'verified',
    found,
    isVerified === true
      ? 'The service says that it is verified.'
      : 'The service doesn’t say that it is verified, but its status is good.',
  );
}

function openReason(facts: VerdictFacts, category: StatusCategory | null, words: StatusWords): VerdictReason {
  if (facts.isVerified === null && category === 'good' && saysOnlyEnd(facts.status ?? '', words)) {
    return reason(
      'unclear',
      'The service hasn’t said whether this license is verified',
      `The service’s word “${isolated(facts.status ?? '')}” doesn’t say whether the license is verified.`,
    );
  }
  if (facts.byHand) return byHandReason;
  if (facts.isVerified === false) {
    return reason('not_yet', 'Not verified yet', 'The service has not verified this license yet.');
  }
  if (category === 'under_way') {
    return reason(
      'under_way',
      'The service is still working on this',
      'The service is still working on this.',
    );
  }
  return reason(
    'unclear',
    'The service hasn’t said whether this license is verified',
    'The service gives license details, but doesn’t say whether the license is verified.',
  );
}

function expiryReasons(
  { expiresOn, expiryUnclear, evidence }: VerdictFacts,
  soonDays: number,
  today: CalendarDay,
): VerdictReason[] {
  if (evidence.doubts.some(({ member }) => member === expirationMember)) return [];
  if (expiryUnclear) {
    return [
      reason(
        'expiry_unclear',
        'The expiration date can be read in two ways',
        'The expiration date can be read in two ways, so it isn’t counted.',
      ),
    ];
  }
  const day = readDate(expiresOn)?.day;
  if (day === undefined) return [];
  const from = readDate(evidence.expiresFrom)?.day ?? day;
  const days = daysUntil(day, today);
  if (days >= 0 && daysUntil(from, today) < 1 && evidence.expiresFrom !== null) {
    return [
      reason(
        'unclear',
        'This license may have expired',
        'The service gives no day for the expiration, and it may have passed.',
      ),
    ];
  }
  if (days < 0) {
    return [reason('expired', `Expired ${counted(-days, 'day')} ago`, `Expired ${dayText(day)}.`)];
  }
  if (days > soonDays) return [];
  const when = days === 0 ? 'today' : `in ${counted(days, 'day')}`;
  return [reason('expires_soon', `Expires ${when}`, `Expires ${dayText(day)}.`)];
}

function comparisonReasons({ differing, compared, isVerified }: VerdictFacts): VerdictReason[] {
  if (differing !== null && differing > 0) {
    const details = counted(differing, 'detail differs', 'details differ');
    return [reason('differs', `License found, but ${details}`, `${details} from what was submitted.`)];
  }
  if (differing === null && isVerified !== true) return [];
  if (differing !== null && compared !== 0) return [];
  return [
    differing === null
      ? reason(
          'not_compared',
          'Verified, but without details to compare',
          'The service gave no license details.',
        )
      : reason(
          'not_compared',
          'License found, but no detail can be compared',
          'No detail was both submitted and found, so nothing could be compared.',
        ),
  ];
}

function serviceReasons(
  { isMatch, isVerified, status }: VerdictFacts,
  category: StatusCategory | null,
  final: boolean,
): VerdictReason[] {
  return [
    ...(isMatch === false
      ? [
          reason(
            'no_match',
            'The service says this doesn’t match',
            'The service says that what it found doesn’t match.',
          ),
        ]
      : []),
    ...(isVerified === false && (final || category === 'problem')
      ? [
          reason(
            'not_verified',
            'The service could not verify this license',
            'The service says that it is not verified.',
          ),
        ]
      : []),
    ...(category === 'problem'
      ? [
          reason(
            'problem',
            'The service reports a problem with this license',
            `The service’s word “${status ?? ''}” means a problem.`,
          ),
        ]
      : []),
    ...(category === 'caution'
      ? [
          reason(
            'caution',
            'The service asks for a closer look',
            `The service’s word “${status ?? ''}” means caution.`,
          ),
        ]
      : []),
  ];
}

function ageReasons({ answeredAt }: VerdictFacts, today: CalendarDay): VerdictReason[] {
  if (answeredAt === null) return [];
  const days = -daysUntil(localDay(new Date(answeredAt)), today);
  if (days < oldAnswerDays) return [];
  return [
    reason(
      'old_answer',
      `Verified, but the answer is ${counted(days, 'day')} old`,
      `The answer is ${counted(days, 'day')} old. Check again before you rely on it.`,
    ),
  ];
}

/** The day after which the expiration or the answer's age changes the verdict. */
function holdsUntil(
  facts: VerdictFacts,
  kind: VerdictKind,
  { soonDays }: VerdictRules,
  today: CalendarDay,
): string | null {
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

function dayAfter({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return utcDay(Date.UTC(year, month - 1, day + days));
}
