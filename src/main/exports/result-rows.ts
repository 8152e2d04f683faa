import { compareLicenses } from '#shared/comparison/licenses.ts';
import { getEmployerId } from '#shared/employer-id.ts';
import type { DocumentGroup, DocumentRow } from '#shared/ipc/documents.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { partLabels, scoreWord, type ScoreReading } from '#shared/score.ts';
import { strayText } from '#shared/service/reading.ts';
import type { DocumentNarrowing } from '../store/document-narrowing.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requestState, time, verdictCells, verdictHead, yesNo, type ListRows } from './cells.ts';
import { decidedBy, decisionLabel } from './decision-label.ts';
import { keptDocument, keptVerification } from './kept-results.ts';
import type { CellValue } from './sheet.ts';

/** Each row is read whole and compared anew, so fewer of them make a turn than of a plain list. */
const slice = 20;

const decisionHead = ['Decision', 'Note', 'Decided by (account)', 'Decided'];
function decisionCells({ decision }: Pick<VerificationRow, 'decision'>): CellValue[] {
  if (decision === null) return [null, null, null, null];
  return [decisionLabel(decision.choice), decision.note, decidedBy(decision.by), time(decision.at)];
}

/**
 * The address of a document's file. One with a name, a question mark or a hash may let whoever has it fetch the file, and an
 * export is passed on; it is left out, and that is said.
 */
function fileAddress(url: string | null | undefined): string | null {
  if (url == null || url === '') return null;
  return /[?#@]/.test(url) ? 'Left out: it may hold a key to the file' : url;
}

const details = compareLicenses(null, null);

/**
 * Verifications with their results, one a line. Columns that begin with "Service:" hold the service's own words; the
 * comparison and what is concluded from it are Gangway's.
 */
export function verificationResultRows(
  workspace: Workspace,
  query: Pick<Parameters<Workspace['verifications']['page']>[0], 'tab' | 'search' | 'expires'>,
): ListRows {
  function cells(row: VerificationRow): CellValue[] {
    const { result, validationIssues, readAt, comparison, another, verdict } = keptVerification(
      workspace,
      row,
    );
    const compared = result !== null && !another;
    return [
      row.entryId,
      requestState(row.state),
      row.type,
      row.vendorId,
      row.requestId,
      time(row.sentAt),
      time(readAt),
      result?.id ?? null,
      result?.status ?? null,
      strayText(validationIssues, 'isVerified') ?? yesNo(result?.isVerified),
      strayText(validationIssues, 'response', 'isMatch') ?? yesNo(result?.response?.isMatch),
      strayText(validationIssues, 'parameters', 'isMatch') ?? yesNo(result?.parameters?.isMatch),
      result?.documentType ?? null,
      ...verdictCells(verdict),
      row.differing,
      ...comparison.flatMap(({ submitted, found, words }) => [
        submitted.raw,
        found.raw,
        compared ? words : null,
      ]),
      ...decisionCells(row),
    ];
  }
  return {
    name: 'License results',
    head: [
      'Item',
      'Request',
      'Type',
      'Vendor ID',
      'Request ID',
      'Sent',
      'Result read',
      'Service: ID',
      'Service: status',
      'Service: verified',
      'Service: match',
      'Match, submitted',
      'Service: document type',
      ...verdictHead,
      'Gangway: details that differ',
      ...details.flatMap(({ label }) => [`${label}, submitted`, `${label}, found`, `${label}, compared`]),
      ...decisionHead,
    ],
    page(after) {
      const page = workspace.verifications.page({ ...query, after, limit: slice });
      return { ...page, rows: page.rows.map(cells) };
    },
  };
}

/** Documents with their results, one a line. Scores stand as received and, where their scale can be told, on 0 to 100. */
export function documentResultRows(
  workspace: Workspace,
  { employerIds, ...query }: DocumentNarrowing & { group: DocumentGroup | null; employerIds: boolean },
): ListRows {
  const { scoreThreshold } = workspace.settings();
  const both = (reading: ScoreReading | undefined, stray: string | null): CellValue[] => [
    reading?.raw ?? stray,
    reading?.score ?? null,
  ];

  function cells(row: DocumentRow): CellValue[] {
    const { result, validationIssues, scores } = keptDocument(workspace, row.jobId);
    const quality = result?.qualityDetails;
    const read = result?.data;
    const id = result === null ? null : getEmployerId({ value: result, validationIssues });
    const score = scores?.overall.score ?? null;
    return [
      row.jobId,
      row.title,
      row.vendorId,
      result?.documentType ?? null,
      time(row.fetchedAt),
      result?.id ?? null,
      result?.accountId ?? null,
      fileAddress(result?.fileUrl),
      result?.status ?? null,
      result?.processingStep ?? null,
      quality?.feedback ?? null,
      result?.errors ?? null,
      ...both(scores?.overall, strayText(validationIssues, 'qualityDetails', 'overallScore')),
      score === null ? null : scoreWord(score, scoreThreshold).word,
      ...partLabels.flatMap(({ part }, index) =>
        both(scores?.parts[index], strayText(validationIssues, 'qualityDetails', 'scoreBreakdown', part)),
      ),
      ...both(scores?.confidence, strayText(validationIssues, 'confidence')),
      read?.nameOfEntityIndividual ?? null,
      read?.addressStreet ?? null,
      read?.addressCityStateZip ?? null,
      read?.federalTaxClassification?.join(', ') ?? null,
      id === null ? null : employerIds ? id.revealed : id.masked,
      strayText(validationIssues, 'data', 'isSigned') ?? yesNo(read?.isSigned),
      read?.dateSigned ?? null,
      strayText(validationIssues, 'data', 'otherBox') ?? yesNo(read?.otherBox),
      result?.createdAt ?? null,
      result?.updatedAt ?? null,
      ...decisionCells(row),
    ];
  }
  const scored = (label: string) => [`${label}, as received`, `${label}, of 100`];
  return {
    name: 'Document results',
    head: [
      'Document ID',
      'Name',
      'Vendor ID',
      'Service: document type',
      'Result read',
      'Service: ID',
      'Service: account',
      'Service: file address',
      'Service: status',
      'Service: step',
      'Service: feedback',
      'Service: errors',
      ...scored('Score'),
      'Gangway: word for the score',
      ...partLabels.flatMap(({ label }) => scored(label)),
      ...scored('Confidence'),
      'Read: name',
      'Read: street',
      'Read: city, state, ZIP',
      'Read: tax classification',
      'Read: Employer ID',
      'Read: signed',
      'Read: date signed',
      'Read: other box',
      'Service: created',
      'Service: updated',
      ...decisionHead,
    ],
    page(after) {
      const page = workspace.documents.page({ ...query, after, limit: slice });
      return { ...page, rows: page.rows.map(cells) };
    },
  };
}
