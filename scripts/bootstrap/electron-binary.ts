import fs from 'node:fs';
import path from 'node:path';
import { run } from './child-process.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { cacheFolder, inProject, projectRoot } from './places.ts';

const packageFolder = inProject('node_modules', 'electron');
const downloadLimitMs = 120_000;
const failureCountsForMs = 24 * 60 * 60 * 1000;

/**
 * Why Electron cannot open a window here whatever is installed; undefined when it can.
 * Electron's sandbox does not run as root on Linux, and the sandbox is not given up.
 */
export function reasonAgainstWindow(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'there is no display';
  return process.getuid?.() === 0 ? 'Electron does not run as root' : undefined;
}

/**
 * Electron's program: the one installed, or the one that its package can download now. A failed download is
 * remembered for a day per version. Undefined when there is none to be had.
 */
export async function electronProgram(): Promise<string | undefined> {
  const there = installedProgram();
  if (there !== undefined) return there;
  const version = String(readJsonFile(path.join(packageFolder, 'package.json'))?.['version']);
  const failureFile = path.join(cacheFolder, `electron-${version}-download.json`);
  const failedAt = readJsonFile(failureFile)?.['failedAt'];
  const age = typeof failedAt === 'number' ? Date.now() - failedAt : Infinity;
  if (age >= 0 && age < failureCountsForMs) return undefined;

  console.error(`Fetching Electron ${version} …`);
  const { exitCode } = await run(process.execPath, [path.join(packageFolder, 'install.js')], {
    show: 'none',
    cwd: projectRoot,
    timeLimitMs: downloadLimitMs,
  });
  const program = installedProgram();
  if (exitCode !== 0 || program === undefined) {
    writeJsonFile(failureFile, { failedAt: Date.now() });
    return undefined;
  }
  fs.rmSync(failureFile, { force: true });
  return program;
}

/** The rule is the electron package's own: path.txt names the program inside dist, or inside an override. */
function installedProgram() {
  const pathFile = path.join(packageFolder, 'path.txt');
  if (!fs.existsSync(pathFile)) return undefined;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(packageFolder, 'dist');
  const program = path.join(folder, fs.readFileSync(pathFile, 'utf8').trim());
  return fs.existsSync(program) ? program : undefined;
}
