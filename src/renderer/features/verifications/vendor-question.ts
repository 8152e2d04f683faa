import type { ComparisonRow } from '#shared/comparison/licenses.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { greet, type MailContact, type MailDraft } from '../../mail-draft.ts';

/** A letter to the vendor that names each detail that differs, as submitted and as found. */
export function vendorQuestion(
  detail: Pick<VerificationDetail, 'licenseNumber' | 'licenseeName'>,
  rows: readonly ComparisonRow[],
  vendor: MailContact | null,
): MailDraft {
  const differing = rows.filter((row) => row.verdict === 'differs');
  const license = detail.licenseNumber === null ? 'your license' : `your license ${detail.licenseNumber}`;
  const lines =
    differing.length === 0
      ? [`We checked ${license}, and the result was not clear. Could you send us a copy of it?`]
      : [
          `We checked ${license}. These details don’t match the board’s records:`,
          '',
          ...differing.map(
            (row) =>
              `${row.label}: you gave “${row.submitted.text ?? ''}”, the board has “${row.found.text ?? ''}”.`,
          ),
          '',
          'Which of the two is right? If something has changed, please send us a copy of the license.',
        ];
  return {
    to: vendor?.email ?? '',
    subject: `Question about ${license}`,
    body: [greet(vendor), '', ...lines, '', 'Thank you'].join('\n'),
  };
}
