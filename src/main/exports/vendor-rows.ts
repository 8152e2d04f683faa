import type { OnboardingFilter } from '#shared/ipc/onboarding.ts';
import { fromDayNumber } from '#shared/onboarding/calendar.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { noStatusChip, stateChips, statusChips } from '#shared/onboarding/labels.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import type { StandingRow } from '../store/onboarding.ts';
import { listPlaces, toStandingFilter } from '../workspace/onboarding-filter.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columnList, time, type Column, type ListRows } from './cells.ts';

/** So many vendors are judged before other work has its turn. */
const slice = 50;

/** What the list of vendors by their requirements is read from. */
export type OnboardingListDeps = Pick<Workspace, 'clock' | 'onboarding' | 'standings'>;

/** A vendor of the list, as it stands this moment. */
export interface StandingVendor {
  row: StandingRow;
  now: JudgedNow | undefined;
}

/** The vendors as the list is narrowed, the most urgent first. */
export function readVendors(
  { clock, onboarding, standings }: OnboardingListDeps,
  filter: OnboardingFilter,
): (after: string | null) => { rows: StandingVendor[]; next: string | null; total: number } {
  onboarding.catchUp();
  const narrowed = toStandingFilter(filter, onboarding.sets(), clock.wall());
  return (after) => {
    const page = standings.page({ filter: narrowed, sort: 'urgency', after, limit: slice });
    const now = onboarding.judge(
      page.rows.map(({ subject }) => subject),
      filter.site,
    );
    return { ...page, rows: page.rows.map((row) => ({ row, now: now.get(row.subject) })) };
  };
}

/** Vendors with how they stand and why, and each requirement with its reason and its end. */
export function onboardingRows(workspace: OnboardingListDeps, filter: OnboardingFilter): ListRows {
  const sets = workspace.onboarding.sets();
  const shown = sets.filter(({ id }) => filter.set === null || id === filter.set);
  const columns: Column<StandingVendor>[] = [
    ['Vendor', ({ row }) => row.name],
    ['Vendor ID', ({ row }) => (isAddress(row.subject) ? null : row.subject)],
    ['Invited address', ({ row }) => (isAddress(row.subject) ? row.subject.slice(1) : null)],
    ['Job site', () => filter.site ?? 'All its sites'],
    [
      'May work?',
      ({ row, now }) =>
        now?.answer.word ?? (row.status === null ? noStatusChip : statusChips[row.status]).word,
    ],
    ['Why', ({ now }) => now?.answer.why ?? null],
    ['By job site', ({ now }) => now?.bySite ?? null],
    ['Since', ({ row }) => time(row.since)],
    ...listPlaces(shown).flatMap(({ set, requirement }): Column<StandingVendor>[] => {
      const label = `${set.name}: ${requirement.name}`;
      const judged = ({ now }: StandingVendor) =>
        now?.judgements.find((one) => one.requirement.id === requirement.id);
      return [
        [label, (vendor) => stateWord(judged(vendor))],
        [`${label}, why`, (vendor) => judged(vendor)?.reason ?? null],
        [`${label}, until`, (vendor) => endDay(judged(vendor))],
      ];
    }),
  ];
  return columnList('Onboarding', columns, readVendors(workspace, filter));
}

function stateWord(judgement: Judgement | undefined): string | null {
  return judgement === undefined ? null : stateChips[judgement.state].word;
}

function endDay(judgement: Judgement | undefined): string | null {
  const end = judgement === undefined ? null : findEnd(judgement);
  return end === null ? null : fromDayNumber(end);
}
