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
      `The copy of your ${kind} cannot be read well enough.`,
      ...(said.length === 0 ? [] : ['', 'The check of it says:', ...said.map((text) => `“${text}”`)]),
      '',
      'Please send a new copy: flat, in even light, with all four corners in sight.',
      '',
      'Thank you',
    ].join('\n'),
  };
}
