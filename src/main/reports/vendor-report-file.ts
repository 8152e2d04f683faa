import type { PartialFile } from '../exports/exports.ts';
import type { ReportParts } from './report-parts.ts';
import { setReport } from './set-report.ts';
import { buildVendorReport } from './vendor-report.ts';
import { localDayText } from '../exports/local-time.ts';
import type { Workspace } from '../workspace/workspace.ts';

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
