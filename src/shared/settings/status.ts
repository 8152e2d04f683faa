import { z } from 'zod';
import { listWords } from '../base/fold-text.ts';
import { ownMember } from '../base/own-member.ts';

/** The meanings of the service's status words. An unknown word is neither a pass nor a fail. */
export const statusCategory = z.enum(['good', 'under_way', 'caution', 'problem', 'not_recognised']);
export type StatusCategory = z.infer<typeof statusCategory>;

/** `final`: the last word that will come. */
const statusMeaning = z.object({ category: statusCategory, final: z.boolean() });
export type StatusMeaning = z.infer<typeof statusMeaning>;

export const statusWords = z.record(z.string(), statusMeaning);
export type StatusWords = z.infer<typeof statusWords>;

const problemWord: StatusMeaning = { category: 'problem', final: false };
const notRecognised: StatusMeaning = { category: 'not_recognised', final: false };

const commonWords: Record<Exclude<StatusCategory, 'not_recognised'>, { final?: string; open: string }> = {
  good: {
    final: 'verified, completed, complete, done, success, succeeded, processed, passed, match, matched',
    open: 'compliant, approved, accepted, active, valid, ok, signed, current, registered',
  },
  under_way: {
    open: `queued, pending, pending review, in progress, processing, in review, under review, submitted, received, started,
      running, invited, created, new, docs requested, uploaded, retrying, waiting`,
  },
  caution: {
    final: 'partial, partially verified',
    open: 'expiring, expiring soon, incomplete, needs attention, needs review, warning, on hold, action required',
  },
  problem: {
    final:
      'failed, failure, error, not found, rejected, mismatch, no match, not verified, unverified, cancelled, canceled',
    open: 'non compliant, not compliant, noncompliant, expired, revoked, suspended, declined, missing, denied, invalid',
  },
};

/** Words for the end of the work, not its result; a person may sort them as good. */
const endOnly = new Set(listWords('completed, complete, done, success, succeeded, processed'));

const badTokens = new Set(
  listWords(`
    revoked, revocation, surrendered, inactive, expired, suspended, suspension, rejected, failed, failure,
    error, errors, denied, declined, refused, invalid, void, voided, cancelled, canceled, lapsed, terminated,
    delinquent, withdrawn, relinquished, retired, deceased, disciplinary, probation, unverified, mismatch,
    mismatched, unreadable, illegible, fraud, fraudulent, forged, blocked, barred, disqualified, nonrenewed,
    noncompliant, unlicensed, aborted, deactivated, disabled, closed, unsigned, unsent, undelivered, bounced
  `),
);
const cautionTokens = new Set(
  listWords(`
    partial, partially, manual, draft, approval, incomplete, hold, conditional, restricted, limited,
    provisional, warning, warnings, duplicate, review, attention, expiring, ambiguous, unconfirmed
  `),
);
const goodTokens = new Set(
  listWords(`
    good, verified, valid, active, approved, accepted, compliant, match, matched, found, passed, complete,
    completed, sent, delivered, eligible, current, registered, licensed, signed, successful
  `),
);
const negations = new Set(['not', 'no', 'non', 'never', 'without', 'un']);

/** The meaning of an unlisted word: a bad part makes it bad (`LICENSE_EXPIRED`), none makes it good. */
function meaningByParts(form: string): StatusMeaning {
  const parts = form.split(' ');
  const has = (set: ReadonlySet<string>) => parts.some((part) => set.has(part));
  if (has(negations)) return has(goodTokens) && !has(badTokens) ? problemWord : notRecognised;
  if (has(badTokens)) return problemWord;
  return has(cautionTokens) ? { category: 'caution', final: false } : notRecognised;
}

export function matchingForm(word: string): string {
  // In a numeric code these are a sign and a decimal point: -1 is not 1.
  if (/^\s*-?[\d.]+\s*$/.test(word)) return word.trim();
  return word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_\-.]+/g, ' ')
    .trim();
}

export const builtInWords: ReadonlyMap<string, StatusMeaning> = new Map(
  statusCategory.exclude(['not_recognised']).options.flatMap((category) => {
    const { final = '', open } = commonWords[category];
    const sort = (words: string, isFinal: boolean) =>
      listWords(words).map((word): [string, StatusMeaning] => [word, { category, final: isFinal }]);
    return [...sort(final, true), ...sort(open, false)];
  }),
);

/** What a status word means: by the person's sorting, the built-in list, then {@link meaningByParts}. */
export function getMeaning(word: string, own: StatusWords): StatusMeaning {
  const form = matchingForm(word);
  return ownMember(own, form) ?? builtInWords.get(form) ?? meaningByParts(form);
}

/** Whether a word only says that the work ended, unless a person sorted it. */
export function saysOnlyEnd(word: string, own: StatusWords): boolean {
  const form = matchingForm(word);
  return ownMember(own, form) === undefined && endOnly.has(form);
}
