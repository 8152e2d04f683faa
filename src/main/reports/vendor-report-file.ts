import type { PartialFile } from '../exports/exports.ts';
import type { ReportParts } from './report-parts.ts';
import { buildVendorReport } from './vendor-report.ts';
import { localDayText } from '../exports/cells.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { startLimited } from '../limited-worker.ts';
import type { ReportTask, VendorReport } from './report.ts';

/** The letters and digits of a title, with hyphens in between, which every file system takes. */
function namePart(title: string): string {
  const part = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return Array.from(part).slice(0, 60).join('');
}

/** The report on a vendor as a PDF; null for a vendor that was never looked up here. */
export async function exportOfVendor(
  workspace: Workspace,
  vendorId: string,
  parts: ReportParts,
): Promise<PartialFile | null> {
  const report = await buildVendorReport(workspace, vendorId);
  if (report === null) return null;
  const madeAt = new Date(workspace.clock.wall());
  const setting = setReport(report, parts, madeAt);
  const words = ['gangway', namePart(report.title).toLowerCase(), localDayText(madeAt.getTime())];
  return {
    fileName: `${words.filter((word) => word !== '').join('-')}.pdf`,
    contentType: 'application/pdf',
    async next() {
      const bytes = await setting.bytes;
      return { bytes, done: 1, total: 1, finished: true };
    },
    drop: () => setting.stop(),
  };
}

/** Many times what the longest report needs. */
const limits = { heapMb: 1024, ms: 10 * 60_000 };

function setReport(report: VendorReport, parts: ReportParts, madeAt: Date) {
  const task: ReportTask = { report, fonts: parts.fonts, madeAt };
  const thread = startLimited(parts.worker, task, limits.heapMb);
  const bytes = thread.answer(limits.ms).then((work) => {
    if (work.kind !== 'done') throw new Error(`The report is ${work.kind}.`);
    if (!(work.value instanceof Uint8Array)) throw new Error('A report that is set is bytes.');
    return work.value;
  });
  // Only whoever waits for the bytes gets the error.
  bytes.catch(() => undefined);
  return { bytes, stop: () => thread.end() };
}
