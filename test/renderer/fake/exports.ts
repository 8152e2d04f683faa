import { fail, toId, ok, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

/** Files of two parts. */
export function fakeExports(situation: Situation): Handlers {
  let parts = 0;
  const begun = (fileName: string, contentType: string) => {
    if (situation === 'failing') return fail('storage', 'The stored data could not be read.');
    parts = 0;
    return ok({ exportId: toId(7, 1), fileName, contentType });
  };
  return {
    'exports.begin': ({ source, format }) => begun(`gangway-${source.list}-2026-06-09.${format}`, 'text/csv'),
    'exports.beginWorkspace': () => begun('gangway-workspace-2026-06-09.gangway', 'application/gzip'),
    'exports.beginVendorReport': () => begun('gangway-brightwater-2026-06-09.pdf', 'application/pdf'),
    'exports.beginCalendar': () => begun('gangway-license-expiry-2026-06-09.ics', 'text/calendar'),
    'exports.beginAnswer': () => begun('gangway-answer-2026-06-09T14-32-07.bin', 'application/octet-stream'),
    'exports.next': () => {
      parts += 1;
      return ok({ part: btoa(`part ${parts};`), done: parts * 50, total: 100, finished: parts === 2 });
    },
    'exports.drop': () => ok(null),
  };
}
