import type { OnboardingFilter } from '#shared/ipc/onboarding.ts';
import { fromDayNumber, type DayNumber } from '#shared/base/dates.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { calendarEvent, calendarFile } from './calendar.ts';
import type { PartialFile } from './exports.ts';
import { localDayText } from './local-time.ts';
import { readVendors, type ListedVendor } from './vendor-rows.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A calendar (RFC 5545) with an event per vendor and requirement that ends; null without any. */
export async function exportOfEndings(
  workspace: Workspace,
  filter: OnboardingFilter,
): Promise<PartialFile | null> {
  if (!(await anyEnds(workspace, filter))) return null;
  const now = workspace.clock.wall();
  const today = fromDayNumber(workspace.onboarding.today());
  const fileName = `gangway-endings-${localDayText(now)}.ics`;
  return calendarFile(fileName, readVendors(workspace, filter), (vendor) => {
    const { row } = vendor;
    const events = listEnds(vendor, filter).map(({ judgement, end }) => {
      const day = fromDayNumber(end);
      const { requirement, setName, state, reason } = judgement;
      return calendarEvent(
        {
          uid: `${encodeURIComponent(row.subject)}-${requirement.id}`,
          sequence: Math.floor(now / 60_000),
          day,
          summary: `${state === 'waived' ? 'Waiver ends' : 'Expires'}: ${requirement.name}, ${row.name}`,
          description: [
            reason,
            `Requirement set: ${setName}`,
            ...(isAddress(row.subject) ? [] : [`Vendor ID: ${row.subject}`]),
          ].join('\n'),
          remindDaysBefore: day < today ? null : workspace.settings().soonDays,
        },
        now,
      );
    });
    return events.join('');
  });
}

/** The listed requirements of a vendor that end some day. */
function listEnds(
  { now }: ListedVendor,
  { set, requirement }: OnboardingFilter,
): { judgement: Judgement; end: DayNumber }[] {
  return (now?.judgements ?? [])
    .filter((one) => set === null || one.setId === set)
    .filter((one) => requirement === null || one.requirement.id === requirement.id)
    .flatMap((judgement) => {
      const end = findEnd(judgement);
      return end === null ? [] : [{ judgement, end }];
    });
}

async function anyEnds(workspace: Workspace, filter: OnboardingFilter): Promise<boolean> {
  const read = readVendors(workspace, filter);
  let after: string | null = null;
  do {
    const page = read(after);
    if (page.rows.some((vendor) => listEnds(vendor, filter).length > 0)) return true;
    after = page.next;
    await new Promise((resolve) => setImmediate(resolve));
  } while (after !== null);
  return false;
}
