import { compareLicenses } from '#shared/comparison/licenses.ts';
import type { DocumentGroup, DocumentRow } from '#shared/ipc/documents.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { partLabels, scoreWord, type DocumentScores, type ScoreReading } from '#shared/service/score.ts';
import { strayText } from '#shared/service/reading.ts';
import type { DocumentNarrowing } from '../store/documents.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  columnList,
  fileAddress,
  requestStates,
  saysCell,
  time,
  verdictColumns,
  type Column,
  type ListRows,
  decisionLabel,
} from './cells.ts';
import {
  employerIdCell,
  keptDocument,
  keptVerification,
  type KeptDocument,
  type KeptVerification,
} from './kept-results.ts';

/** Few, since each row is read whole and compared again. */
const slice = 20;

const decisionColumns: readonly Column<Pick<VerificationRow, 'decision'>>[] = [
  ['Decision', ({ decision }) => (decision === null ? null : decisionLabel(decision.choice))],
  ['Note', ({ decision }) => decision?.note ?? null],
  ['Decided by', ({ decision }) => (decision === null ? null : (decision.by ?? 'Unknown'))],
  ['Decided', ({ decision }) => time(decision?.at ?? null)],
];

type VerificationLine = VerificationRow & KeptVerification;

/** Columns that begin with "Service:" hold the service's own words. */
const verificationColumns: readonly Column<VerificationLine>[] = [
  ['Item', (row) => row.entryId],
  ['Request', (row) => requestStates[row.state]],
  ['Type', (row) => row.type],
  ['Vendor ID', (row) => row.vendorId],
  ['Request ID', (row) => row.requestId],
  ['Sent', (row) => time(row.sentAt)],
  ['Result read', (row) => time(row.readAt)],
  ['Service: ID', ({ result }) => result?.id ?? null],
  ['Service: status', ({ result }) => result?.status ?? null],
  ['Service: verified', (row) => saysCell(row, row.result?.isVerified, 'isVerified')],
  ['Service: match', (row) => saysCell(row, row.result?.response?.isMatch, 'response', 'isMatch')],
  ['Match, submitted', (row) => saysCell(row, row.result?.parameters?.isMatch, 'parameters', 'isMatch')],
  ['Service: document type', ({ result }) => result?.documentType ?? null],
  ...verdictColumns,
  ['Gangway: details that differ', (row) => row.differing],
  ...compareLicenses(null, null).flatMap(({ label }, index): Column<VerificationLine>[] => [
    [`${label}, submitted`, ({ comparison }) => comparison[index]?.submitted.raw ?? null],
    [`${label}, found`, ({ comparison }) => comparison[index]?.found.raw ?? null],
    [
      `${label}, compared`,
      ({ comparison, result, another }) =>
        result === null || another ? null : (comparison[index]?.words ?? null),
    ],
  ]),
  ...decisionColumns,
];

export function verificationResultRows(
  workspace: Workspace,
  query: Pick<Parameters<Workspace['verifications']['page']>[0], 'tab' | 'search' | 'expires'>,
): ListRows {
  return columnList('License results', verificationColumns, (after) => {
    const page = workspace.verifications.page({ ...query, after, limit: slice });
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...keptVerification(workspace, row) })) };
  });
}

type DocumentLine = DocumentRow & KeptDocument;

/** A score as received and, if its scale is known, out of 100. */
function scoreColumns(
  label: string,
  getReading: (scores: DocumentScores) => ScoreReading | undefined,
  ...path: string[]
): Column<DocumentLine>[] {
  const read = ({ scores }: DocumentLine) => (scores === null ? undefined : getReading(scores));
  return [
    [`${label}, as received`, (row) => read(row)?.raw ?? strayText(row.validationIssues, ...path)],
    [`${label}, of 100`, (row) => read(row)?.score ?? null],
  ];
}

const documentColumns = (employerIds: boolean, scoreThreshold: number): readonly Column<DocumentLine>[] => [
  ['Job ID', (row) => row.jobId],
  ['Name', (row) => row.title],
  ['Vendor ID', (row) => row.vendorId],
  ['Service: document type', ({ result }) => result?.documentType ?? null],
  ['Result read', (row) => time(row.fetchedAt)],
  ['Service: ID', ({ result }) => result?.id ?? null],
  ['Service: account', ({ result }) => result?.accountId ?? null],
  ['Service: file address', ({ result }) => fileAddress(result?.fileUrl)],
  ['Service: status', ({ result }) => result?.status ?? null],
  ['Service: step', ({ result }) => result?.processingStep ?? null],
  ['Service: feedback', ({ result }) => result?.qualityDetails?.feedback ?? null],
  ['Service: errors', ({ result }) => result?.errors ?? null],
  ...scoreColumns('Score', ({ overall }) => overall, 'qualityDetails', 'overallScore'),
  [
    'Gangway: score rating',
    ({ scores }) =>
      scores?.overall.score == null ? null : scoreWord(scores.overall.score, scoreThreshold).word,
  ],
  ...partLabels.flatMap(({ part, label }, index) =>
    scoreColumns(label, ({ parts }) => parts[index], 'qualityDetails', 'scoreBreakdown', part),
  ),
  ...scoreColumns('Confidence', ({ confidence }) => confidence, 'confidence'),
  ['Read: name', ({ result }) => result?.data?.nameOfEntityIndividual ?? null],
  ['Read: street', ({ result }) => result?.data?.addressStreet ?? null],
  ['Read: city, state, ZIP', ({ result }) => result?.data?.addressCityStateZip ?? null],
  ['Read: tax classification', ({ result }) => result?.data?.federalTaxClassification?.join(', ') ?? null],
  ['Read: Employer ID', (row) => employerIdCell(row, employerIds)],
  ['Read: signed', (row) => saysCell(row, row.result?.data?.isSigned, 'data', 'isSigned')],
  ['Read: date signed', ({ result }) => result?.data?.dateSigned ?? null],
  ['Read: other box', (row) => saysCell(row, row.result?.data?.otherBox, 'data', 'otherBox')],
  ['Service: created', ({ result }) => result?.createdAt ?? null],
  ['Service: updated', ({ result }) => result?.updatedAt ?? null],
  ...decisionColumns,
];

export function documentResultRows(
  workspace: Workspace,
  { employerIds, ...query }: DocumentNarrowing & { group: DocumentGroup | null; employerIds: boolean },
): ListRows {
  const columns = documentColumns(employerIds, workspace.settings().scoreThreshold);
  return columnList('Document results', columns, (after) => {
    const page = workspace.documents.page({ ...query, after, limit: slice });
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...keptDocument(workspace, row.jobId) })) };
  });
}
