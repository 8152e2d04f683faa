import type { DocumentDetail, DocumentRow } from '#shared/ipc/documents.ts';

/** What a part of an open document takes. */
export interface DetailProps {
  detail: DocumentDetail;
  /** Takes the document as a call hands it back. */
  onChanged: (detail: DocumentDetail) => void;
}

/** What a decision made on this computer is called. A draft that was opened is not known to be sent. */
export function decisionWord(choice: string): string {
  switch (choice) {
    case 'accept':
      return 'Accepted';
    case 'ask_new_copy':
      return 'Draft opened';
    case 'skip':
      return 'Skipped';
    default:
      return choice;
  }
}

/** What a document is called as long as nothing was read on it. */
export const nameless = 'Document without a name';

/** A document's name with its kind, `Brightwater Plumbing, W-9`. */
export function documentName(row: Pick<DocumentRow, 'title' | 'documentType'>): string {
  const title = row.title ?? nameless;
  return row.documentType === null || row.documentType === '' ? title : `${title}, ${row.documentType}`;
}

/** The ID of another document that an answer carries, else null. Nothing is advised because of such an answer. */
export function getOtherId(detail: Pick<DocumentDetail, 'jobId' | 'result'>): string | null {
  const id = detail.result?.value.id?.trim() ?? '';
  return id === '' || id.toLowerCase() === detail.jobId ? null : id;
}

/** Whether the service is still at work on a document, and the result is looked for again. */
export function isProcessing(detail: Pick<DocumentDetail, 'watch' | 'ready'>): boolean {
  return detail.watch.kind === 'watching' && !detail.ready;
}
