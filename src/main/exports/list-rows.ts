import { localDay, daysUntil, readDate } from '#shared/base/dates.ts';
import { compareLicenses } from '#shared/comparison/licenses.ts';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { ExportSource } from '#shared/ipc/exports.ts';
import { historyKinds, type VendorHistoryLine } from '#shared/ipc/history.ts';
import type { InviteRow } from '#shared/ipc/invites.ts';
import type { LookUpRow } from '#shared/ipc/look-ups.ts';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import type { VerificationRow, ExpiryPart } from '#shared/ipc/verifications.ts';
import { decisionLabel } from '#shared/verdict/decision-label.ts';
import { toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { readRefusal, refusalText } from '#shared/outbox/refusal.ts';
import { partLabels, scoreWord, type DocumentScores, type ScoreReading } from '#shared/service/score.ts';
import { strayText } from '#shared/service/reading.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { expiryRange } from '../store/expiry.ts';
import {
  columnList,
  fileAddress,
  progressColumns,
  requestStates,
  saysCell,
  takeColumns,
  time,
  verdictColumns,
  yesNo,
  type Column,
  type ListRows,
} from './cells.ts';
import {
  employerIdCell,
  keptDocument,
  keptVerification,
  type KeptDocument,
  type KeptVerification,
} from './kept-results.ts';
import { vendorRows } from './vendor-rows.ts';
import { lookUpLabels } from '#shared/words/look-up-labels.ts';
import { figureTitles, toFigureTable, type FigureId } from '#shared/onboarding/figures.ts';
import { readFigures } from '../workspace/figures.ts';
import { daysOfPart } from './expiry-parts.ts';

const slice = 200;

export function listRows(workspace: Workspace, source: ExportSource): ListRows | Promise<ListRows> {
  const now = workspace.clock.wall();
  switch (source.list) {
    case 'vendors':
      return vendorRows(workspace, source.filter, source.sort);
    case 'invites':
      return columnList('Invites', inviteColumns, (after) =>
        workspace.invites.page({ ...source.query, after, limit: slice, now }),
      );
    case 'verifications':
      return source.lines === 'results'
        ? verificationResultRows(workspace, narrowed(source, now))
        : verificationRows(workspace, narrowed(source, now));
    case 'documents':
      return source.lines === 'results'
        ? documentResultRows(workspace, getDocuments(workspace, source, now))
        : documentRows(workspace, getDocuments(workspace, source, now));
    case 'figure':
      return figureRows(workspace, source.figure);
    case 'outbox':
      return columnList('Outbox', outboxColumns, (after) =>
        workspace.outboxList.everything({ after, limit: slice }),
      );
    case 'look-up':
      return lookUpRows(workspace, source);
    case 'license-expiry':
      return expiryRows(workspace, source.part);
    case 'history':
      return historyRows(workspace, source);
  }
}

type Query<L extends ExportSource['list']> = Extract<ExportSource, { list: L }>;

function narrowed(
  { tab, search, where, sort, descending, expiresWithinDays: days }: Query<'verifications'>,
  now: number,
) {
  const expires = days === null ? null : expiryRange(days, now);
  return { tab, search, where, sort, descending, expires, now };
}

function getDocuments(
  workspace: Workspace,
  { group, search, employerIds, underThreshold, filter }: Query<'documents'>,
  now: number,
) {
  const threshold = workspace.settings().scoreThreshold;
  const under = underThreshold ? threshold : null;
  return { group, search, employerIds, under, filter: { ...filter, threshold, now } };
}

const invites = takeColumns('invites');
const inviteColumns: readonly Column<InviteRow>[] = [
  ...invites.take('contact', 'company', 'email', 'phone', 'vendorId'),
  ...invites.others(),
  ...progressColumns,
];

const verifications = takeColumns('verifications');
const verificationColumns: readonly Column<
  VerificationRow & Pick<KeptVerification, 'verdict' | 'validationIssues'>
>[] = [
  ...verifications.take('type', 'number', 'trade', 'licensee', 'vendorId'),
  ['Request number', (row) => row.requestId],
  ...verifications.take('status'),
  ['Service: verified', (row) => saysCell(row, row.isVerified, 'isVerified')],
  ['Service: match', (row) => saysCell(row, row.isMatch, 'response', 'isMatch')],
  ...verdictColumns,
  ['Gangway: details that differ', (row) => row.differing],
  ...verifications.others(),
  ...progressColumns,
];

function verificationRows(workspace: Workspace, query: ReturnType<typeof narrowed>): ListRows {
  const { verifications } = workspace;
  const findValidationIssues = (row: VerificationRow) =>
    row.watch !== null && (row.isVerified === null || row.isMatch === null)
      ? keptVerification(workspace, row).validationIssues
      : [];
  return columnList('Verifications', verificationColumns, (after) => {
    const page = verifications.page({ ...query, after, limit: slice });
    const today = localDay(new Date(workspace.clock.wall()));
    const rows = page.rows.map((row) => ({
      ...row,
      verdict: toVerdict(row, workspace.settings(), today),
      validationIssues: findValidationIssues(row),
    }));
    return { ...page, rows };
  });
}

type DocumentLine = DocumentRow & KeptDocument;

const documentColumns = (employerIds: boolean): readonly Column<DocumentLine>[] => [
  ['Job ID', (row) => row.jobId],
  ['Name', (row) => row.title],
  ['Type', (row) => row.documentType],
  ['Status', (row) => row.status],
  ['Step', (row) => row.processingStep],
  [
    'Score as received',
    (row) => row.overallScore ?? strayText(row.validationIssues, 'qualityDetails', 'overallScore'),
  ],
  ['Score of 100', (row) => row.score],
  ['Employer ID', (row) => employerIdCell(row, employerIds)],
  ['Vendor ID', (row) => row.vendorId],
  ['Decision', ({ decision }) => decision?.choice ?? null],
  ['Note', ({ decision }) => decision?.note ?? null],
  ['Decided', ({ decision }) => time(decision?.at ?? null)],
  ['Added', (row) => time(row.addedAt)],
  ['Fetched', (row) => time(row.fetchedAt)],
];

type DocumentQuery = ReturnType<typeof getDocuments>;

function readDocuments(workspace: Workspace, query: DocumentQuery, limit: number) {
  return (after: string | null) => {
    const page = workspace.documents.page({ ...query, after, limit });
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...keptDocument(workspace, row.jobId) })) };
  };
}

const documentRows = (workspace: Workspace, query: DocumentQuery): ListRows =>
  columnList('Documents', documentColumns(query.employerIds), readDocuments(workspace, query, slice));

const outbox = takeColumns('outbox');
const outboxColumns: readonly Column<OutboxRow>[] = [
  ...outbox.others(),
  ['Detail', (row) => row.subtitle],
  ['Reason', ({ reason }) => reason?.code ?? null],
  ['Service answer', ({ reason, kind }) => refusalText(readRefusal(reason, kind))],
  ...progressColumns,
];

async function figureRows(workspace: Workspace, figure: FigureId): Promise<ListRows> {
  const { head, rows } = toFigureTable(figure, await readFigures(workspace));
  const name = figureTitles[figure].replaceAll(',', '');
  return { name, head, page: () => ({ rows, next: null, total: rows.length }) };
}

const lookUpColumns: readonly Column<LookUpRow & { company: string | null }>[] = [
  ['Vendor ID', (row) => row.vendorId],
  ['Outcome', (row) => lookUpLabels[row.outcome]],
  ['Details', (row) => row.detail],
  ['Saved company', (row) => row.company],
  ['When', (row) => time(row.at)],
];

const lookUpRows = ({ lookUps, vendors }: Workspace, query: Query<'look-up'>): ListRows =>
  columnList('Look-up', lookUpColumns, (after) => {
    const page = lookUps.page({ ...query, after, limit: slice });
    const getCompany = (id: string) => vendors.get(id)?.profile.value.companyName ?? null;
    return { ...page, rows: page.rows.map((row) => ({ ...row, company: getCompany(row.vendorId) })) };
  });

type ExpiryRow = VerificationRow & {
  day: string | null;
  daysLeft: number | null;
  verdict: LicenseVerdict | null;
};

const expiryColumns: readonly Column<ExpiryRow>[] = [
  ['Expires', (row) => row.day],
  ['Days left', (row) => row.daysLeft],
  ['License number', (row) => row.licenseNumber],
  ['Type', (row) => row.type],
  ['Trade', (row) => row.licenseTradeType],
  ['Licensee', (row) => row.licenseeName],
  ['Vendor ID', (row) => row.vendorId],
  ['Service: status', (row) => row.status],
  ['Service: verified', (row) => yesNo(row.isVerified)],
  ['Service: match', (row) => yesNo(row.isMatch)],
  ...verdictColumns,
  ['Expires, as written', (row) => row.expiryDate],
  ...progressColumns,
];

/** The licenses that expire in a period, or all with a readable day, earliest first; or those with ambiguous dates. */
async function expiryRows(
  { expiry, verifications, clock, settings }: Workspace,
  part: ExpiryPart | null,
): Promise<ListRows> {
  const today = localDay(new Date(clock.wall()));
  const days = daysOfPart(part, today);
  const total = part === 'two_ways' ? expiry.countUnclear() : days === null ? 0 : await expiry.count(days);
  return columnList('License expirations', expiryColumns, (after) => {
    const page: { rows: { entryId: string; day?: string }[]; next: string | null } =
      part === 'two_ways'
        ? expiry.unclear(after, slice)
        : days === null
          ? { rows: [], next: null }
          : expiry.page(days, after, slice);
    const rows = page.rows.flatMap(({ entryId, day }): ExpiryRow[] => {
      const row = verifications.get(entryId);
      if (row === null) return [];
      const read = readDate(day);
      const daysLeft = read === null ? null : daysUntil(read.day, today);
      return [{ ...row, day: day ?? null, daysLeft, verdict: toVerdict(row, settings(), today) }];
    });
    return { rows, next: page.next, total };
  });
}

const historyColumns: readonly Column<VendorHistoryLine>[] = [
  ['When', (line) => time(line.at)],
  ['Kind', (line) => historyKinds[line.kind]],
  ['What', (line) => line.title],
  ['Text', (line) => line.text],
  ['By', (line) => line.by],
];

function historyRows({ onboarding, vendorHistory }: Workspace, source: Query<'history'>): ListRows {
  const query = { ...source, subject: onboarding.resolve(source.subject) };
  return columnList('Vendor history', historyColumns, (after) => {
    const page = vendorHistory.page(query, after, slice, onboarding.nameRequirements);
    return { ...page, total: 0 };
  });
}

/** Few, since each row is read whole and compared again. */
const resultSlice = 20;

const decisionColumns: readonly Column<Pick<VerificationRow, 'decision'>>[] = [
  ['Decision', ({ decision }) => (decision === null ? null : decisionLabel(decision.choice))],
  ['Note', ({ decision }) => decision?.note ?? null],
  ['Decided by', ({ decision }) => (decision === null ? null : (decision.by ?? 'Unknown'))],
  ['Decided', ({ decision }) => time(decision?.at ?? null)],
];

type VerificationLine = VerificationRow & KeptVerification;

/** Columns that begin with "Service:" hold the service's own words. */
const verificationResultColumns: readonly Column<VerificationLine>[] = [
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
  return columnList('License results', verificationResultColumns, (after) => {
    const page = workspace.verifications.page({ ...query, after, limit: resultSlice });
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...keptVerification(workspace, row) })) };
  });
}

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

const documentResultColumns = (
  employerIds: boolean,
  scoreThreshold: number,
): readonly Column<DocumentLine>[] => [
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

function documentResultRows(workspace: Workspace, query: DocumentQuery): ListRows {
  const columns = documentResultColumns(query.employerIds, workspace.settings().scoreThreshold);
  return columnList('Document results', columns, readDocuments(workspace, query, resultSlice));
}
