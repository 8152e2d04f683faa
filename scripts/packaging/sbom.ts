import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { CannotGoOn } from '../bootstrap/cannot-go-on.ts';
import { getFields, readJsonFile } from '../bootstrap/json-file.ts';
import { npmProgram } from '../bootstrap/npm-program.ts';
import { inProject, projectRoot } from '../bootstrap/places.ts';

const largestBytes = 64 * 1024 * 1024;

/**
 * Writes the list of all that the lockfile names (CycloneDX, by npm) and says where. Development packages are in it as well:
 * most of what runs in the app is among them, because it goes into the bundles. Gives the exit code.
 * @param args the file to write; `dist/gangway-<version>.cdx.json` where none is named
 */
export function writeSbom(args: string[]) {
  const npm = npmProgram();
  if (npm === undefined) throw new CannotGoOn('npm was not found; it writes the list of packages.');
  const text = execFileSync(
    process.execPath,
    [npm, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
    { cwd: projectRoot, encoding: 'utf8', maxBuffer: largestBytes, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const manifest = readJsonFile(inProject('package.json')) ?? {};
  const list = getFields(JSON.parse(text));
  const metadata = getFields(list['metadata']);
  // npm names it after the folder that it lies in.
  const component = { ...getFields(metadata['component']), name: manifest['name'] };
  const file = path.resolve(args[0] ?? inProject('dist', `gangway-${String(manifest['version'])}.cdx.json`));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify({ ...list, metadata: { ...metadata, component } }, null, 2)}\n`);
  console.log(`The list of packages is in ${file}.`);
  return Promise.resolve(0);
}
