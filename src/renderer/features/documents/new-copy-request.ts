import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { greet, type MailContact, type MailDraft } from '../../mail-draft.ts';

/** A letter that asks the vendor for a new copy of a document, with what the service said of the old one. */
export function newCopyRequest(
  detail: Pick<DocumentDetail, 'documentType' | 'result'>,
  vendor: MailContact | null,
): MailDraft {
  const kind = detail.documentType == null || detail.documentType === '' ? 'document' : detail.documentType;
  const result = detail.result?.value;
  const said = [result?.qualityDetails?.feedback, result?.errors]
    .map((text) => text?.trim() ?? '')
    .filter((text) => text !== '');
  return {
    to: vendor?.email ?? '',
    subject: `New copy of your ${kind}`,
    body: [
      greet(vendor),
      '',
      `We can’t read the copy of your ${kind} well enough.`,
      ...(said.length === 0 ? [] : ['', 'Our document check found:', ...said.map((text) => `“${text}”`)]),
      '',
      'Please send a new copy: flat, in even light, with all four corners visible.',
      '',
      'Thank you',
    ].join('\n'),
  };
}
