import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { thirdPartyNotice, type ThirdPartyNotice } from '#shared/ipc/desktop.ts';

/** Third-party notices of all parts of the build, each version once, by name. Unbuilt parts have no list. */
export function readThirdPartyNotices(files: readonly string[]): ThirdPartyNotice[] {
  const works = files
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      z.array(thirdPartyNotice).parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))),
    );
  const byVersion = new Map(works.map((work) => [`${work.name} ${work.version}`, work]));
  return [...byVersion.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
