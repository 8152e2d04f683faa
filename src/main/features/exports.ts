import { needsKeys } from '../workspace/onboarding-filter.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { localDay, toDayNumber } from '#shared/base/dates.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import { createExports, exportOfList, type PartialFile } from '../exports/exports.ts';
import { exportOfAnswer } from '../exports/answer-file.ts';
import { exportOfExpiry, exportOfEndings } from '../exports/calendar.ts';
import { exportOfLetter } from '../exports/letter-file.ts';
import { exportOfWorkspace } from '../exports/workspace-copy.ts';
import { buildGateReport } from '../reports/gate-report.ts';
import { exportOfReport } from '../reports/report-file.ts';
import { exportOfVendor } from '../reports/vendor-report.ts';
import { buildWeekReport } from '../reports/week-report.ts';
import type { ReportParts } from '../reports/report-parts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { daysOfPart } from '../exports/expiry-parts.ts';
import { pastDay } from './gate.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const stopped = refuse('not_found', 'This export was stopped. Start it again.');
const companyOnly = refuse(
  'refused',
  'Practice data stays on this computer. Open your company’s workspace to move it.',
);
const stillChecking = (left: number, next: string) =>
  refuse('too_late', `Gangway is still checking ${pluralize(left, 'vendor')}. ${next}`);
const noDay = refuse('refused', 'Nothing here has an expiration date that Gangway can read.');

/** Null where nothing has a readable day. */
async function getCalendar(
  workspace: Workspace,
  what: ParsedInput<'exports.beginCalendar'>,
): Promise<PartialFile | null> {
  if ('vendors' in what) return exportOfEndings(workspace, what.vendors);
  const { expiry } = workspace;
  if ('entryId' in what) {
    const day = expiry.toDay(what.entryId);
    return day === null ? null : exportOfExpiry(workspace, expiry, { entry: { entryId: what.entryId, day } });
  }
  const days = daysOfPart(what.part, localDay(new Date(workspace.clock.wall())));
  if (days === null) return null;
  const total = await expiry.count(days);
  return total === 0 ? null : exportOfExpiry(workspace, expiry, { days, total });
}

export function exportHandlers(workspace: Workspace, report: ReportParts): Handlers<CallsOf<'exports'>> {
  const files = createExports();
  const stopping = new AbortController();
  const copying = new Set<Promise<unknown>>();
  workspace.onClosing(async () => {
    stopping.abort();
    await files.close();
    await Promise.allSettled(copying);
  });

  async function added(file: PartialFile | null, none: ReturnType<typeof refuse>) {
    if (file === null) return none;
    const begun = await files.add(file);
    return begun === null ? stopped : done(begun);
  }

  function countUnjudged(): number {
    workspace.onboarding.catchUp();
    return workspace.onboarding.coming();
  }

  return {
    'exports.begin': async ({ source, format }) => {
      if (source.list === 'vendors') {
        const unjudged = countUnjudged();
        const filtered = needsKeys(source.filter);
        if (filtered) workspace.search.catchUp();
        const { coming = 0 } = workspace.search.coming(filtered);
        const left = Math.max(unjudged, coming);
        if (left > 0) return stillChecking(left, 'Export the list again in a moment.');
      }
      return added(await exportOfList(workspace, source, format), stopped);
    },
    'exports.beginWorkspace': async () => {
      if (workspace.describe().practice) return companyOnly;
      const copy = exportOfWorkspace(workspace, stopping.signal).then((file) => added(file, stopped));
      copying.add(copy);
      return copy.finally(() => copying.delete(copy));
    },
    'exports.beginVendorReport': async ({ vendorId, withFiles }) =>
      added(await exportOfVendor(workspace, vendorId, report, withFiles), gone),
    'exports.beginGateSheet': async ({ site, day }) => {
      if (day !== null && toDayNumber(day) < workspace.onboarding.today()) return pastDay;
      const left = countUnjudged();
      if (left > 0) return stillChecking(left, 'Make the sheet again in a moment.');
      const sheet = await buildGateReport(workspace, site, day);
      const words = ['gate', site];
      return added(exportOfReport(sheet, words, workspace.clock.wall(), report), stopped);
    },
    'exports.beginWeek': async ({ through }) => {
      countUnjudged();
      const week = buildWeekReport(workspace, through);
      return added(exportOfReport(week, ['week'], workspace.clock.wall(), report), stopped);
    },
    'exports.beginCalendar': async (what) => added(await getCalendar(workspace, what), noDay),
    'exports.beginLetter': async (letter) => added(await exportOfLetter(letter), stopped),
    'exports.beginAnswer': async ({ answer }) => added(exportOfAnswer(workspace, answer), gone),
    'exports.next': async ({ exportId }) => {
      const part = await files.next(exportId);
      if (part === null) return stopped;
      const { bytes, ...progress } = part;
      return done({ part: Buffer.from(bytes).toString('base64'), ...progress });
    },
    'exports.drop': async ({ exportId }) => {
      await files.drop(exportId);
      return done(null);
    },
  };
}
