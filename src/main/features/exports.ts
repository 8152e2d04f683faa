import { createExports, exportOfList } from '../exports/exports.ts';
import { exportOfWorkspace } from '../exports/workspace-copy.ts';
import { exportOfVendor } from '../reports/vendor-report-file.ts';
import type { ReportParts } from '../reports/report-parts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from './handlers.ts';

const letGo = refuse('not_found', 'This export was broken off. Start it again.');

export function exportHandlers(workspace: Workspace, report: ReportParts): Handlers<CallsOf<'exports'>> {
  const files = createExports();
  return {
    'exports.begin': async ({ source, format }) =>
      done(await files.add(exportOfList(workspace, source, format))),
    'exports.beginWorkspace': async () => {
      if (workspace.describe().practice) {
        return refuse(
          'refused',
          'Practice data stays on this computer. Open your company’s workspace to move it.',
        );
      }
      return done(await files.add(await exportOfWorkspace(workspace)));
    },
    'exports.beginVendorReport': async ({ vendorId }) => {
      const file = await exportOfVendor(workspace, vendorId, report);
      return file === null ? gone : done(await files.add(file));
    },
    'exports.next': async ({ exportId }) => {
      const part = await files.next(exportId);
      if (part === null) return letGo;
      const { bytes, ...progress } = part;
      return done({ part: Buffer.from(bytes).toString('base64'), ...progress });
    },
    'exports.drop': async ({ exportId }) => {
      await files.drop(exportId);
      return done(null);
    },
  };
}
