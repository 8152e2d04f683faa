import { closeSync, openSync, readSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { binaryTarget } from './binary-target.mjs';

/** The native parts without which the app loses its store or its keychain, as electron-builder unpacks them. */
const wanted = [
  {
    what: 'better-sqlite3',
    /** @param {string} file @param {string} target */
    is: (file, target) => file === `node_modules/better-sqlite3/prebuilds/${target}.node`,
  },
  {
    what: 'keytar',
    /** @param {string} file */
    is: (file) => file === 'node_modules/keytar/build/Release/keytar.node',
  },
];

/**
 * What is wrong with the native parts of a packed app: one sentence each, none where it can go out. Each part has to be
 * there, made for that system and processor, and nothing native may be there besides.
 * @param {string} unpackedFolder `app.asar.unpacked` of the packed app
 * @param {string} platform as Node names it
 * @param {string} arch as Node names it
 * @returns {string[]}
 */
export function nativeProblems(unpackedFolder, platform, arch) {
  const target = `${platform}-${arch}`;
  const files = filesIn(unpackedFolder);
  const problems = wanted
    .filter(({ is }) => !files.some((file) => is(file, target)))
    .map(({ what }) => `The native part of ${what} for ${target} is missing.`);
  for (const file of files) {
    const made = binaryTarget(readStart(join(unpackedFolder, file)));
    if (!wanted.some(({ is }) => is(file, target))) problems.push(`${file} does not belong into the app.`);
    else if (made === null) problems.push(`${file} is not a native binary.`);
    else if (made.platform !== platform || !made.archs.includes(arch)) {
      problems.push(`${file} is made for ${made.platform} ${made.archs.join(', ')}, not for ${target}.`);
    }
  }
  return problems;
}

/** @param {string} folder */
function filesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** @param {string} file */
function readStart(file) {
  const bytes = Buffer.alloc(4096);
  const handle = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(handle);
  }
}
