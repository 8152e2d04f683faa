import type { ListPage } from '#shared/ipc/call.ts';
import type { OnboardingFilter } from '#shared/ipc/onboarding.ts';
import { fromDayNumber } from '#shared/base/dates.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { noStatusChip, stateChips, statusChips } from '#shared/onboarding/labels.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { listColumns } from '#shared/settings/lists.ts';
import { strayText, type Reading } from '#shared/service/reading.ts';
import { valuesAt, vendorFieldLabel, vendorFieldPaths } from '#shared/service/vendor-fields.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import { noProfile } from '../store/vendors.ts';
import { isAddress, toVendorId } from '#shared/onboarding/vendor-facts.ts';
import type { StandingRow } from '../store/onboarding.ts';
import { listPlaces, toStandingFilter } from '../workspace/onboarding-filter.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CellValue } from './sheet.ts';
import {
  columnList,
  fileAddress,
  formatValue,
  takeColumns,
  time,
  type Column,
  type ListRows,
} from './cells.ts';

const slice = 50;

export interface ListedVendor {
  row: StandingRow;
  now: JudgedNow | undefined;
}

interface WholeVendor extends ListedVendor {
  shown: VendorRow | null;
  assignee: string | null;
  profile: Reading<VendorProfile>;
}

export function readVendors(
  { clock, onboarding, standings }: Workspace,
  filter: OnboardingFilter,
  sort: 'urgency' | 'name' = 'urgency',
): (after: string | null) => ListPage<ListedVendor> {
  onboarding.catchUp();
  const narrowed = toStandingFilter(filter, onboarding.sets(), clock.wall());
  return (after) => {
    const page = standings.page({ filter: narrowed, sort, after, limit: slice });
    const subjects = page.rows.map(({ subject }) => subject);
    const now = onboarding.judge(subjects, filter.site);
    return { ...page, rows: page.rows.map((row) => ({ row, now: now.get(row.subject) })) };
  };
}

function fieldCell({ profile }: WholeVendor, { field, path }: (typeof vendorFieldPaths)[number]): CellValue {
  const values = valuesAt(profile.value, path);
  const [only] = values;
  if (values.length === 1 && typeof only === 'number') return only;
  const words = values.map((value) =>
    field.kind === 'service_link' ? fileAddress(formatValue(value)) : formatValue(value),
  );
  return words.filter((word) => word !== null && word !== '').join(', ');
}

/** The profile's fields that no other column has, in the order of their table. */
const profileColumns: readonly Column<WholeVendor>[] = [
  ...vendorFieldPaths
    .filter(({ field }) => field.listed !== true)
    .map((one): Column<WholeVendor> => [vendorFieldLabel(one.path), (vendor) => fieldCell(vendor, one)]),
  [
    'Unexpected format',
    ({ profile: { validationIssues } }) =>
      validationIssues
        .map(({ path }) => `${vendorFieldLabel(path)}: ${strayText(validationIssues, ...path) ?? ''}`)
        .join('; '),
  ],
];

const vendors = takeColumns('vendors');
/** The profile's columns of the list; empty for a vendor without one. */
const ofProfile = (columns: readonly Column<VendorRow>[]) =>
  columns.map(([label, cell]): Column<WholeVendor> => [
    label,
    ({ shown }) => (shown === null ? null : cell(shown)),
  ]);

const wholeColumns: readonly Column<WholeVendor>[] = [
  ...ofProfile(vendors.take('contact', 'email', 'phone', 'city', 'state', 'services')),
  ...ofProfile(vendors.take('licensed')).map(([label, cell]): Column<WholeVendor> => [
    label,
    (vendor) => cell(vendor) ?? strayText(vendor.profile.validationIssues, 'enrollmentDetails', 'licensed'),
  ]),
  ...ofProfile(vendors.others()),
  ...profileColumns,
];

/** Vendors with the answer and why, each requirement with its reason and end, and the whole profile. */
export function vendorRows(
  workspace: Workspace,
  filter: OnboardingFilter,
  sort: 'urgency' | 'name',
): ListRows {
  const sets = workspace.onboarding.sets();
  const shown = sets.filter(({ id }) => filter.set === null || id === filter.set);
  const columns: Column<WholeVendor>[] = [
    ['Vendor', ({ row }) => row.name],
    [listColumns.vendors.vendorId.label, ({ row }) => toVendorId(row.subject)],
    ['Invited address', ({ row }) => (isAddress(row.subject) ? row.subject.slice(1) : null)],
    ['Job site', () => filter.site ?? 'All sites'],
    [
      'May work?',
      ({ row, now }) =>
        now?.answer.word ?? (row.status === null ? noStatusChip : statusChips[row.status]).word,
    ],
    ['Why', ({ now }) => now?.answer.why ?? null],
    ['By job site', ({ now }) => now?.bySite ?? null],
    ['Since', ({ row }) => time(row.since)],
    ['Assigned to', ({ assignee }) => assignee],
    ...listPlaces(shown).flatMap(({ set, requirement }): Column<WholeVendor>[] => {
      const label = `${set.name}: ${requirement.name}`;
      const judged = ({ now }: ListedVendor) =>
        now?.judgements.find((one) => one.requirement.id === requirement.id);
      return [
        [label, (vendor) => stateWord(judged(vendor))],
        [`${label}, why`, (vendor) => judged(vendor)?.reason ?? null],
        [`${label}, until`, (vendor) => endDay(judged(vendor))],
      ];
    }),
    ...wholeColumns,
  ];
  const read = readVendors(workspace, filter, sort);
  return columnList('Vendors', columns, (after) => {
    const page = read(after);
    const subjects = page.rows.map(({ row }) => row.subject);
    const profiles = workspace.vendors.rows(subjects);
    const assignees = workspace.onboardingRecords.assignees(subjects);
    const rows = page.rows.map((vendor) => {
      const { subject } = vendor.row;
      const own = profiles.get(subject) ?? null;
      const profile = own === null ? noProfile : (workspace.vendors.get(subject)?.profile ?? noProfile);
      return { ...vendor, shown: own, profile, assignee: assignees.get(subject)?.member ?? null };
    });
    return { ...page, rows };
  });
}

const stateWord = (judgement: Judgement | undefined): string | null =>
  judgement === undefined ? null : stateChips[judgement.state].word;

function endDay(judgement: Judgement | undefined): string | null {
  const end = judgement === undefined ? null : findEnd(judgement);
  return end === null ? null : fromDayNumber(end);
}
