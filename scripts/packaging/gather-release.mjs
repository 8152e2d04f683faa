import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { dump, load } from 'js-yaml';
import { getFields, getItems } from '../bootstrap/json-file.ts';

// Puts what the builds of one version made into one folder, as an update server hands it out:
//   node scripts/packaging/gather-release.mjs <folder of the builds> <folder of the release>

const updateList = /^latest.*\.yml$/;
const packageList = /\.cdx\.json$/;

/**
 * Copies the files of all builds into one folder. Two builds for macOS write an update list of the same name, each with its own
 * processor: they become one list. The list of packages is the same for all. Any other name that two builds share is a mistake.
 * @type {typeof import('./gather-release.mjs').gatherRelease}
 */
export function gatherRelease(builds, release) {
  mkdirSync(release, { recursive: true });
  const folders = readdirSync(builds, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: build } of folders.sort((a, b) => a.name.localeCompare(b.name, 'en'))) {
    for (const name of readdirSync(join(builds, build))) {
      const from = join(builds, build, name);
      const to = join(release, name);
      if (!existsSync(to)) copyFileSync(from, to);
      else if (updateList.test(name))
        writeFileSync(to, mergedLists(readFileSync(to, 'utf8'), readFileSync(from, 'utf8')));
      else if (!packageList.test(name)) throw new Error(`Two builds made ${name}.`);
    }
  }
  return readdirSync(release).sort();
}

/**
 * One update list for the files of both. What old updaters read, a single file, is that of the second, which on macOS runs on both
 * processors.
 * @type {typeof import('./gather-release.mjs').mergedLists}
 */
export function mergedLists(first, second) {
  const [one, other] = [getFields(load(first)), getFields(load(second))];
  if (one['version'] !== other['version'])
    throw new Error(
      `These lists are of two versions, ${String(one['version'])} and ${String(other['version'])}.`,
    );
  const files = [...getItems(one['files']), ...getItems(other['files'])];
  const addresses = files.map((file) => String(getFields(file)['url']));
  if (new Set(addresses).size !== addresses.length) throw new Error('Both lists name the same file.');
  return dump({ ...other, files }, { lineWidth: -1 });
}

if (import.meta.main) {
  const [builds, release] = argv.slice(2);
  if (builds === undefined || release === undefined)
    throw new Error('Name the folder of the builds and that of the release.');
  console.log(gatherRelease(builds, release).join('\n'));
}
