import type { DocumentDetail, DocumentRow } from '#shared/ipc/documents.ts';
import { ownMember } from '#shared/base/own-member.ts';

export interface DetailProps {
  detail: DocumentDetail;
  onChanged: (detail: DocumentDetail) => void;
}

/** An opened draft may not have been sent. */
const decisionWords = { accept: 'Accepted', ask_new_copy: 'Draft opened', skip: 'Skipped' };
export const decisionWord = (choice: string): string => ownMember(decisionWords, choice) ?? choice;

export const nameless = 'Document without a name';

/** A document's name with its kind, `Brightwater Plumbing, W-9`. */
export function documentName(row: Pick<DocumentRow, 'title' | 'documentType'>): string {
  const title = row.title ?? nameless;
  return row.documentType === null || row.documentType === '' ? title : `${title}, ${row.documentType}`;
}

/** The ID that an answer carries where it is another than the document’s, else null. Such an answer gives no advice. */
export function getOtherId(detail: Pick<DocumentDetail, 'jobId' | 'result'>): string | null {
  const id = detail.result?.value.id?.trim() ?? '';
  return id === '' || id.toLowerCase() === detail.jobId ? null : id;
}

export const isProcessing = (detail: Pick<DocumentDetail, 'watch' | 'ready'>): boolean =>
  detail.watch.kind === 'watching' && !detail.ready;
