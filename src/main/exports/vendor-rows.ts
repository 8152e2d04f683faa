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
import {
  columnList,
  fileAddress,
  formatValue,
  takeColumns,
  time,
  type Column,
  type ListRows,
} from './cells.ts';

/** So many vendors are judged before other work has its turn. */
const slice = 50;

/** What the list of vendors is read from. */
export interface ListedVendor {
  row: StandingRow;
  now: JudgedNow | undefined;
}

interface WholeVendor extends ListedVendor {
  shown: VendorRow | null;
  profile: Reading<VendorProfile>;
}

/** The vendors as the list is narrowed. */
export function readVendors(
  { clock, onboarding, standings }: Workspace,
  filter: OnboardingFilter,
  sort: 'urgency' | 'name' = 'urgency',
): (after: string | null) => { rows: ListedVendor[]; next: string | null; total: number } {
  onboarding.catchUp();
  const narrowed = toStandingFilter(filter, onboarding.sets(), clock.wall());
  return (after) => {
    const page = standings.page({ filter: narrowed, sort, after, limit: slice });
    const now = onboarding.judge(
      page.rows.map(({ subject }) => subject),
      filter.site,
    );
    return { ...page, rows: page.rows.map((row) => ({ row, now: now.get(row.subject) })) };
  };
}

/** The profile's fields that no other column holds, in the order of their table, and what came in another form. */
const profileColumns: readonly Column<WholeVendor>[] = [
  ...vendorFieldPaths
    .filter(({ field }) => field.listed !== true)
    .map(({ field, path }): Column<WholeVendor> => {
      const write = (value: unknown) =>
        field.kind === 'service_link' ? fileAddress(formatValue(value)) : formatValue(value);
      return [
        vendorFieldLabel(path),
        ({ profile }) => {
          const values = valuesAt(profile.value, path);
          const [only] = values;
          if (values.length === 1 && typeof only === 'number') return only;
          return values
            .map(write)
            .filter((words) => words !== null && words !== '')
            .join(', ');
        },
      ];
    }),
  [
    'Unexpected format',
    ({ profile: { validationIssues } }) =>
      validationIssues
        .map(({ path }) => `${vendorFieldLabel(path)}: ${strayText(validationIssues, ...path) ?? ''}`)
        .join('; '),
  ],
];

const vendors = takeColumns('vendors');
/** What the profile says in the columns of the list; nothing for a vendor without one. */
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

/** Vendors with the answer and why, each requirement with its reason and its end, and all that the profile says. */
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
    const profiles = workspace.vendors.rows(page.rows.map(({ row }) => row.subject));
    const rows = page.rows.map((vendor) => {
      const { subject } = vendor.row;
      const own = profiles.get(subject) ?? null;
      const profile = own === null ? noProfile : (workspace.vendors.get(subject)?.profile ?? noProfile);
      return { ...vendor, shown: own, profile };
    });
    return { ...page, rows };
  });
}

function stateWord(judgement: Judgement | undefined): string | null {
  return judgement === undefined ? null : stateChips[judgement.state].word;
}

function endDay(judgement: Judgement | undefined): string | null {
  const end = judgement === undefined ? null : findEnd(judgement);
  return end === null ? null : fromDayNumber(end);
}
