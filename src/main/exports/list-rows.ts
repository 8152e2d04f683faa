import { localDay } from '#shared/dates.ts';
import { getEmployerId } from '#shared/employer-id.ts';
import type { ExportSource } from '#shared/ipc/exports.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict } from '#shared/license-verdict.ts';
import { listColumns, type VendorColumn } from '#shared/lists.ts';
import { ownMember } from '#shared/own-member.ts';
import { readRefusal, refusalText } from '#shared/refusal.ts';
import { strayText } from '#shared/service/reading.ts';
import { createOutboxList } from '../outbox/outbox-list.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { expiryRange } from '../store/expiry-range.ts';
import {
  progressCells,
  progressHead,
  time,
  verdictCells,
  verdictHead,
  yesNo,
  type ListRows,
} from './cells.ts';
import { expiryRows } from './expiry-rows.ts';
import { keptDocument, keptVerification, type KeptDocument } from './kept-results.ts';
import type { CellValue } from './sheet.ts';
import { lookUpRows } from './look-up-rows.ts';
import { documentResultRows, verificationResultRows } from './result-rows.ts';

/** So many rows are read and written before other work has its turn. */
const slice = 200;

/** Opens a list for export, narrowed and sorted as asked. */
export function listRows(workspace: Workspace, source: ExportSource): ListRows | Promise<ListRows> {
  const now = workspace.clock.wall();
  switch (source.list) {
    case 'vendors':
      return vendorRows(workspace, source.query, now);
    case 'invites':
      return inviteRows(workspace, source.query, now);
    case 'verifications':
      return source.lines === 'results'
        ? verificationResultRows(workspace, narrowed(source, now))
        : verificationRows(workspace, narrowed(source, now));
    case 'documents':
      return source.lines === 'results'
        ? documentResultRows(workspace, getDocuments(workspace, source, now))
        : documentRows(workspace, getDocuments(workspace, source, now));
    case 'outbox':
      return outboxRows(workspace);
    case 'look-up':
      return lookUpRows(workspace, source);
    case 'license-expiry':
      return expiryRows(workspace, source.part);
  }
}

type Query<L extends ExportSource['list']> = Extract<ExportSource, { list: L }>;

/** What of the verifications is written, as their store is asked for it. */
function narrowed(
  { tab, search, where, sort, descending, expiresWithinDays: days }: Query<'verifications'>,
  now: number,
) {
  return {
    tab,
    search,
    where,
    sort,
    descending,
    expires: days === null ? null : expiryRange(days, now),
    now,
  };
}

/** What of the documents is written, as their store is asked for it. */
function getDocuments(
  workspace: Workspace,
  { group, search, employerIds, underThreshold, filter }: Query<'documents'>,
  now: number,
) {
  const threshold = workspace.settings().scoreThreshold;
  return {
    group,
    search,
    employerIds,
    under: underThreshold ? threshold : null,
    filter: { ...filter, threshold, now },
  };
}

type VendorCell = (row: VendorRow, vendors: Workspace['vendors']) => CellValue;

/** The columns of the list of vendors in its file, in their order; they are called as on the screen. */
const vendorCells: Readonly<Record<Exclude<VendorColumn, 'invited'>, VendorCell>> = {
  vendorId: (row) => row.vendorId,
  company: (row) => row.companyName,
  contact: (row) => row.contactName,
  email: (row) => row.email,
  phone: (row) => row.phoneNumber,
  city: (row) => row.cityName,
  state: (row) => row.stateCode,
  services: (row) => row.services.join(', '),
  // Lists keep the flag alone; what came that is neither yes nor no stands in the profile.
  licensed: (row, vendors) =>
    yesNo(row.licensed) ??
    strayText(vendors.get(row.vendorId)?.profile.validationIssues ?? [], 'enrollmentDetails', 'licensed'),
  compliance: (row) => row.complianceStatus,
  fetched: (row) => time(row.fetchedAt),
};

function vendorRows({ vendors }: Workspace, query: Query<'vendors'>['query'], now: number): ListRows {
  const labels: Record<string, { label: string }> = listColumns.vendors;
  return {
    name: 'Vendors',
    head: Object.keys(vendorCells).map((id) => ownMember(labels, id)?.label ?? id),
    page(after) {
      const page = vendors.page({ ...query, after, limit: slice, now });
      const rows = page.rows.map((row) => Object.values(vendorCells).map((cell) => cell(row, vendors)));
      return { ...page, rows };
    },
  };
}

function inviteRows({ invites }: Workspace, query: Query<'invites'>['query'], now: number): ListRows {
  return {
    name: 'Invites',
    head: [
      'Contact',
      'Company',
      'Email',
      'Phone',
      'Vendor ID',
      'Compliance',
      'Vendor status',
      'Archived',
      ...progressHead,
    ],
    page(after) {
      const page = invites.page({ ...query, after, limit: slice, now });
      const rows = page.rows.map((row) => [
        row.contactName,
        row.companyName,
        row.email,
        row.phoneNumber,
        row.vendorId,
        row.complianceStatus,
        row.vendorStatus,
        time(row.archivedAt),
        ...progressCells(row),
      ]);
      return { ...page, rows };
    },
  };
}

function verificationRows(workspace: Workspace, query: ReturnType<typeof narrowed>): ListRows {
  const { verifications } = workspace;
  const findValidationIssues = (row: VerificationRow) =>
    row.watch !== null && (row.isVerified === null || row.isMatch === null)
      ? keptVerification(workspace, row).validationIssues
      : [];
  return {
    name: 'Verifications',
    head: [
      'Type',
      'License number',
      'Trade',
      'Licensee',
      'Vendor ID',
      'Request number',
      'Service: status',
      'Service: verified',
      'Service: match',
      ...verdictHead,
      'Gangway: details that differ',
      'Expires',
      ...progressHead,
    ],
    page(after) {
      const page = verifications.page({ ...query, after, limit: slice });
      const { statusWords } = workspace.settings();
      const today = localDay(new Date(workspace.clock.wall()));
      const rows = page.rows.map((row) => {
        const validationIssues = findValidationIssues(row);
        return [
          row.type,
          row.licenseNumber,
          row.licenseTradeType,
          row.licenseeName,
          row.vendorId,
          row.requestId,
          row.status,
          yesNo(row.isVerified) ?? strayText(validationIssues, 'isVerified'),
          yesNo(row.isMatch) ?? strayText(validationIssues, 'response', 'isMatch'),
          ...verdictCells(toVerdict(row, statusWords, today)),
          row.differing,
          row.expiryDate,
          ...progressCells(row),
        ];
      });
      return { ...page, rows };
    },
  };
}

function documentRows(
  workspace: Workspace,
  { employerIds, ...query }: ReturnType<typeof getDocuments>,
): ListRows {
  const { documents } = workspace;
  function ownerNumber({ result, validationIssues }: KeptDocument): string | null {
    const id = result === null ? null : getEmployerId({ value: result, validationIssues });
    if (id === null) return null;
    return employerIds ? id.revealed : id.masked;
  }
  return {
    name: 'Documents',
    head: [
      'Document ID',
      'Name',
      'Type',
      'Status',
      'Step',
      'Score as received',
      'Score of 100',
      'Employer ID',
      'Vendor ID',
      'Decision',
      'Note',
      'Decided',
      'Added',
      'Fetched',
    ],
    page(after) {
      const page = documents.page({ ...query, after, limit: slice });
      const rows = page.rows.map((row) => {
        const kept = keptDocument(workspace, row.jobId);
        return [
          row.jobId,
          row.title,
          row.documentType,
          row.status,
          row.processingStep,
          row.overallScore ?? strayText(kept.validationIssues, 'qualityDetails', 'overallScore'),
          row.score,
          ownerNumber(kept),
          row.vendorId,
          row.decision?.choice ?? null,
          row.decision?.note ?? null,
          time(row.decision?.at ?? null),
          time(row.addedAt),
          time(row.fetchedAt),
        ];
      });
      return { ...page, rows };
    },
  };
}

function outboxRows({ db, search, entries }: Workspace): ListRows {
  const list = createOutboxList(db, search, () => entries.counts());
  return {
    name: 'Outbox',
    head: ['Kind', 'For', 'Detail', 'Reason', 'What the service said', ...progressHead],
    page(after) {
      const page = list.everything({ after, limit: slice });
      const rows = page.rows.map((row) => [
        row.kind,
        row.title,
        row.subtitle,
        row.reason?.code ?? null,
        refusalText(readRefusal(row.reason, row.kind)),
        ...progressCells(row),
      ]);
      return { ...page, rows };
    },
  };
}
