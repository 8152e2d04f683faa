import type { VerificationResult } from '../service/verification.ts';
import { meaningOf, type StatusWords } from '../status.ts';
import { licenseVerdict, type ComparisonRow, type LicenseVerdict } from './licenses.ts';

/** The outcome of a verification in words. `refuted`, `not_yet`: no detail differs, but the service says no, for good or so far. */
export interface ResultVerdict extends Omit<LicenseVerdict, 'kind'> {
  kind: LicenseVerdict['kind'] | 'refuted' | 'not_yet';
}

const askFirst = 'No detail differs by Gangway’s own comparison. Ask the vendor before you rely on it.';

/**
 * What a result comes to: our own comparison, except where nothing differs while the service itself says no. Then its no comes
 * first, so that no headline says that all is well above an answer that says otherwise.
 */
export function resultVerdict(
  rows: readonly ComparisonRow[],
  { isVerified, status, response }: Pick<VerificationResult, 'isVerified' | 'status' | 'response'>,
  own: StatusWords,
): ResultVerdict {
  const compared = licenseVerdict(rows);
  if (compared.kind !== 'same' && compared.kind !== 'partly') return compared;
  const refuted = (title: string): ResultVerdict => ({ kind: 'refuted', title, explanation: askFirst });
  if (response?.isMatch === false) return refuted('The service says that this does not match');
  const meaning = status == null ? null : meaningOf(status, own);
  if (isVerified === false && meaning?.final === true)
    return refuted('The service could not verify this license');
  if (meaning?.category === 'problem') return refuted('The service reports a problem with this license');
  if (isVerified !== false) return compared;
  return {
    kind: 'not_yet',
    title: 'Not verified yet',
    explanation: 'No detail differs so far. The service has not verified this license.',
  };
}
