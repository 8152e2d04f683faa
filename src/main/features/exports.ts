import { needsKeys } from '../workspace/onboarding-filter.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { localDay } from '#shared/base/dates.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import { createExports, exportOfList, type PartialFile } from '../exports/exports.ts';
import { exportOfAnswer } from '../exports/answer-file.ts';
import { exportOfExpiry, exportOfEndings } from '../exports/calendar.ts';
import { exportOfWorkspace } from '../exports/workspace-copy.ts';
import { exportOfVendor } from '../reports/vendor-report.ts';
import type { ReportParts } from '../reports/report-parts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { daysOfPart } from '../exports/expiry-parts.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const stopped = refuse('not_found', 'This export was stopped. Start it again.');
const companyOnly = refuse(
  'refused',
  'Practice data stays on this computer. Open your company’s workspace to move it.',
);
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

  return {
    'exports.begin': async ({ source, format }) => {
      if (source.list === 'vendors') {
        workspace.onboarding.catchUp();
        const unjudged = workspace.onboarding.coming();
        const filtered = needsKeys(source.filter);
        if (filtered) workspace.search.catchUp();
        const { coming = 0 } = workspace.search.coming(filtered);
        const left = Math.max(unjudged, coming);
        const still = `Gangway is still checking ${pluralize(left, 'vendor')}.`;
        if (left > 0) return refuse('too_late', `${still} Export the list again in a moment.`);
      }
      return added(await exportOfList(workspace, source, format), stopped);
    },
    'exports.beginWorkspace': async () => {
      if (workspace.describe().practice) return companyOnly;
      const copy = exportOfWorkspace(workspace, stopping.signal).then((file) => added(file, stopped));
      copying.add(copy);
      return copy.finally(() => copying.delete(copy));
    },
    'exports.beginVendorReport': async ({ vendorId }) =>
      added(await exportOfVendor(workspace, vendorId, report), gone),
    'exports.beginCalendar': async (what) => added(await getCalendar(workspace, what), noDay),
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
