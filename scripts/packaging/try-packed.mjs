import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { toolFile } from '../bootstrap/tools.ts';

// Runs the end-to-end tests of Electron against a packed app:
//   node scripts/packaging/try-packed.mjs dist/linux-unpacked/gangway
// The tests steer the app through Node's inspector, which the app that goes out does not let in. So they get a copy in which
// that one fuse is turned; everything else is as packed.

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error('Name the packed program.');
const isBundle = program.endsWith('.app');
const folder = mkdtempSync(join(tmpdir(), 'gangway-packed-'));
try {
  const source = isBundle ? resolve(program) : resolve(program, '..');
  const copy = join(folder, basename(source));
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true });
  const executable = isBundle
    ? join(copy, 'Contents', 'MacOS', basename(program, '.app'))
    : join(copy, basename(program));
  await flipFuses(isBundle ? copy : executable, {
    version: FuseVersion.V1,
    // A program that was changed has to be signed anew on macOS, if only for this machine.
    resetAdHocDarwinSignature: isBundle,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  console.log(`Trying a copy of ${program}.`);
  const { status } = spawnSync(
    process.execPath,
    [toolFile('@playwright/test', 'playwright'), 'test', '--project=electron', '--forbid-only'],
    { stdio: 'inherit', env: { ...process.env, GANGWAY_PACKED_APP: executable } },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
