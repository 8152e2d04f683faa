import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { call } from '../../bridge.ts';
import { earlierSentence, type EarlierEntry, type EarlierLabels } from '../../components/earlier-warning.tsx';
import { useEarlier } from '../../stores/earlier.ts';

/** Finds earlier checks of the typed license, except the one being corrected. */
export function useEarlierChecks(typedNumber: string, typedState: string, replaces: string | null) {
  const license = { licenseNumber: typedNumber.trim(), state: typedState.trim() };
  return useEarlier<VerificationRow>(JSON.stringify(license), replaces, () =>
    license.licenseNumber === '' ? null : call('verifications.duplicates', license),
  );
}

/** What an earlier check of a license means for a new one; null if no reason to wait. */
export function earlierCheckSentence(
  row: Omit<EarlierEntry, 'entryId'> & Pick<VerificationRow, 'licenseNumber' | 'watch'>,
  now: number,
): string | null {
  const by = row.colleague === undefined ? '' : ` by ${row.colleague}`;
  const what = `A verification of ${row.licenseNumber === null ? 'this license' : `license ${row.licenseNumber}`}`;
  const sent = {
    in_doubt: (day: string) => `${what} was submitted ${day} and got no request number.`,
    accepted(day: string) {
      if (row.markedByPerson)
        return `${what} was submitted ${day}, marked as sent by ${row.colleague ?? 'you'}.`;
      return row.watch?.kind === 'watching'
        ? `${what} was submitted ${day}${by} and is still being checked.`
        : `${what} was submitted ${day}${by}, and its result is in.`;
    },
  };
  return earlierSentence(row, what, sent, now);
}

export const earlierCheckLabels: EarlierLabels<VerificationRow> = {
  screen: 'verifications',
  unknown: {
    title: 'Earlier verifications could not be looked up.',
    meaning: 'The license may have been submitted before.',
  },
  sentence: earlierCheckSentence,
  open: ({ licenseeName, licenseNumber }) =>
    `Open the verification of ${licenseeName ?? licenseNumber ?? 'this license'}`,
  consequence: () => 'This submits a second verification. What you typed stays here as a draft.',
};
