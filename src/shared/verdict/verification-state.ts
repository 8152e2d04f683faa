import { z } from 'zod';
import { verdictWord, type LicenseVerdict, type VerdictFacts } from './license-verdict.ts';
import { verdictKinds } from './verdict-kinds.ts';
import { entryState } from '../outbox/outbox.ts';
import { stateWord } from '../outbox/entry-labels.ts';
import { ownMember } from '../base/own-member.ts';

const verdictKind = z.enum(verdictKinds);

const otherWords: Record<string, string> = {
  marked: 'Marked as sent',
  decided: 'Accepted',
  vendor_asked: 'Vendor asked',
  no_difference: 'No difference',
};

/** A verdict as lists sort and filter by it: its kind, or `no_difference`. */
export const verdictCode = ({ kind }: LicenseVerdict, { isVerified }: Pick<VerdictFacts, 'isVerified'>) =>
  kind === 'verified' && isVerified !== true ? 'no_difference' : kind;

/** The word for a verification's state by its code (the view `verification_state`); unknown codes unchanged. */
export function verificationStateWord(code: string): string {
  const verdict = verdictKind.safeParse(code).data;
  if (verdict !== undefined) return verdictWord(verdict);
  const state = entryState.safeParse(code).data;
  if (state !== undefined) return stateWord(state, 'verification');
  return ownMember(otherWords, code) ?? code;
}
