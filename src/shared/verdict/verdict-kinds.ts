import { ownNames } from '../base/own-member.ts';
import type { ChipIcon, Tone } from '../base/tone.ts';

export interface KindRule {
  tone: Tone;
  icon: ChipIcon;
  word: string;
  needsPerson: boolean;
  noteNeeded: boolean;
  advisesToAsk: boolean;
  /** Nobody can accept it: no license to rely on, or another license. */
  beyondAccepting: boolean;
  saidByHeadline: boolean;
  /** The title where the reason has no other, without a full stop. */
  headline?: string;
}

const plain = { advisesToAsk: false, beyondAccepting: false, saidByHeadline: false } as const;
const bad = { ...plain, tone: 'neg', icon: 'octagon-x', needsPerson: true, noteNeeded: true } as const;
const none = { ...bad, advisesToAsk: true, beyondAccepting: true } as const;
const quiet = { ...plain, tone: 'neu', icon: 'clock', needsPerson: false, noteNeeded: false } as const;
const doubtful = { ...bad, tone: 'cau', icon: 'circle-question-mark' } as const;

/** The kinds of reasons, worst first. */
export const kindRules = {
  replaced: { ...quiet, icon: 'history', word: 'Replaced', headline: 'Replaced' },
  another_id: {
    ...doubtful,
    beyondAccepting: true,
    word: 'Another ID',
    headline: 'The service answered with another ID',
  },
  another_license: { ...none, word: 'Another license', headline: 'The service answered for another license' },
  nothing_found: { ...none, word: 'Not found', headline: 'No license details were found' },
  expired: { ...none, word: 'Expired' },
  differs: { ...bad, icon: 'equal-not', noteNeeded: false, saidByHeadline: true, word: 'Differs' },
  no_match: {
    ...bad,
    advisesToAsk: true,
    saidByHeadline: true,
    word: 'No match',
    headline: 'The service says this doesn’t match',
  },
  not_verified: {
    ...none,
    saidByHeadline: true,
    word: 'Not verified',
    headline: 'The service could not verify this license',
  },
  problem: { ...none, word: 'Problem', headline: 'The service reports a problem with this license' },
  unclear: {
    ...doubtful,
    word: 'Check by hand',
    headline: 'The service hasn’t said whether this license is verified',
  },
  caution: {
    ...bad,
    tone: 'cau',
    icon: 'triangle-alert',
    noteNeeded: false,
    word: 'Caution',
    headline: 'The service asks for a closer look',
  },
  expires_soon: { ...quiet, tone: 'cau', icon: 'timer', word: 'Expires soon' },
  expiry_unclear: {
    ...quiet,
    tone: 'cau',
    icon: 'triangle-alert',
    word: 'Expiration unclear',
    headline: 'The expiration date can be read in two ways',
  },
  by_hand: { ...quiet, word: 'No result yet', headline: 'No final result came' },
  checking: { ...quiet, tone: 'prog', icon: 'loader', word: 'Checking', headline: 'Checking' },
  not_yet: { ...quiet, word: 'Not verified yet', headline: 'Not verified yet' },
  under_way: {
    ...quiet,
    saidByHeadline: true,
    tone: 'prog',
    icon: 'loader',
    word: 'In progress',
    headline: 'The service is still working on this',
  },
  not_compared: { ...quiet, saidByHeadline: true, word: 'Not compared' },
  old_answer: { ...quiet, icon: 'history', word: 'Old answer' },
  verified: { ...quiet, tone: 'pos', icon: 'circle-check', word: 'Verified' },
} as const satisfies Record<string, KindRule>;

export const verdictKinds = ownNames(kindRules);
export type VerdictKind = keyof typeof kindRules;
