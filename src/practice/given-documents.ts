import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { pluralize } from '#shared/base/pluralize.ts';
import { givenDocument, maxPictureBytes, type ProcessedPage } from '#shared/ocr/processed-page.ts';
import type { PageKind } from '#shared/ocr/page-kind.ts';
import { getPictureFile, tooLargeToDraw } from '#shared/base/picture-file.ts';
import { keepPicture, insertDocumentJob } from './documents.ts';
import { refused, type Outcome } from './errors.ts';
import type { SampleDocumentJob } from './sample-data.ts';

type ReadPage = Extract<ProcessedPage, { kind: 'read' }>;

/** As in the sample documents. */
const accountId = 'acct-7041';

/** Makes a finished job of a document read by the page. Checks only the picture's header (docs/decisions/practice-service.md). */
export function addGivenDocument(db: Database.Database, body: unknown, now: number): Outcome<{ id: string }> {
  const parsed = givenDocument.safeParse(body);
  if (!parsed.success) return refused(422, 'invalid_document', z.prettifyError(parsed.error));
  const { picture, page } = parsed.data;
  const bytes = Buffer.from(picture, 'base64');
  const extension = findExtension(bytes);
  if (extension === null) {
    return refused(422, 'not_a_picture', 'the picture has to be a JPEG or a PNG, in Base64');
  }
  const id = randomUUID();
  const file = `${id}.${extension}`;
  db.transaction(() => {
    const contentType = extension === 'jpg' ? 'image/jpeg' : 'image/png';
    keepPicture(db, file, { contentType, bytes });
    insertDocumentJob(
      db,
      { file, createdHoursAgo: 0, secondsToProcess: 0, startsUnready: false, result: toResult(id, page) },
      now,
    );
  }).immediate();
  return { ok: true, value: { id } };
}

function findExtension(bytes: Buffer): 'jpg' | 'png' | null {
  const found = bytes.length > maxPictureBytes ? null : getPictureFile(bytes);
  if (found === null || found.size === null || tooLargeToDraw(found.size) !== null) return null;
  return found.kind === 'jpeg' ? 'jpg' : found.kind === 'png' ? 'png' : null;
}

const documentTypes: Readonly<Record<PageKind, string>> = {
  license: 'License copy',
  w9: 'W-9',
  certificate: 'Insurance certificate',
};

function toResult(id: string, page: ProcessedPage): SampleDocumentJob['result'] {
  if (page.kind === 'unreadable') {
    return {
      id,
      accountId,
      processingStep: 'text_extraction',
      status: 'failed',
      confidence: null,
      errors: `UNREADABLE: ${page.sentence}`,
      documentType: null,
      qualityDetails: null,
      data: null,
    };
  }
  const { pageKind, confidence, overallScore, scoreBreakdown, data } = page;
  const unknownType = 'UNKNOWN_TYPE: no heading of a license, a W-9 or a certificate of insurance was read.';
  return {
    id,
    accountId,
    processingStep: 'done',
    status: pageKind === null || page.unsureFields > 0 ? 'needs_review' : 'completed',
    confidence,
    errors: pageKind === null ? unknownType : null,
    documentType: pageKind === null ? null : documentTypes[pageKind],
    qualityDetails: { feedback: toFeedback(page), overallScore, scoreBreakdown },
    data,
  };
}

/** Unsure fields are no fault of the document, so they are added to the feedback. */
function toFeedback({ feedback, unsureFields }: ReadPage): string {
  if (unsureFields === 0) return feedback;
  const were = unsureFields === 1 ? 'was' : 'were';
  return `${feedback} ${pluralize(unsureFields, 'field')} ${were} read with low certainty.`;
}
