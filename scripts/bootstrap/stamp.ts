import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** A stamp over named texts: the same for the same texts under the same names, in any order. */
export function makeStamp(parts: Record<string, string>) {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${JSON.stringify(name)}:${Buffer.byteLength(text)}:`);
    hash.update(text);
  }
  return hash.digest('hex');
}

/**
 * The stamp of files' contents: of each file given, and of every file below each folder given. A path that is
 * absent counts as such.
 */
export function filesStamp(root: string, paths: string[]) {
  const parts: Record<string, string> = {};
  for (const file of paths.flatMap((each) => filesBelow(path.join(root, each)))) {
    const content = fs.existsSync(file) ? fs.readFileSync(file) : 'absent';
    parts[path.relative(root, file).split(path.sep).join('/')] = createHash('sha256')
      .update(content)
      .digest('hex');
  }
  return makeStamp(parts);
}

function filesBelow(place: string): string[] {
  if (!fs.existsSync(place) || !fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(path.join(place, entry.name)) : [path.join(place, entry.name)],
    );
}
