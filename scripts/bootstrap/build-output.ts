import fs from 'node:fs';
import path from 'node:path';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { run } from './child-process.ts';
import { cacheFolder, inProject, projectRoot } from './places.ts';
import { filesStamp } from './stamp.ts';
import { plainWhereRead, toolFile } from './tools.ts';

const inputs = [
  'src',
  'electron.vite.config.ts',
  'scripts/first-load.ts',
  'scripts/page-parts.ts',
  'scripts/third-party-notices.ts',
  'package.json',
  'package-lock.json',
];
const results = ['out/main/index.js', 'out/main/browser-host.js', 'out/renderer/index.html'];
const stampFile = path.join(cacheFolder, 'build.json');

/**
 * Builds main, preload and renderer into out/. The builder's words are shown when `show` is 'all' or it fails.
 * Gives its exit code.
 */
export async function build(show: 'all' | 'none') {
  const stamp = filesStamp(projectRoot, inputs);
  const { exitCode, output } = await run(
    process.execPath,
    [toolFile('electron-vite', 'electron-vite'), 'build'],
    {
      show,
      cwd: projectRoot,
      env: plainWhereRead(),
    },
  );
  if (exitCode === 0) writeJsonFile(stampFile, { stamp });
  else if (output !== '') console.error(output.trim());
  return exitCode;
}

/** Builds when a source changed since the last build, or its result is gone; otherwise does nothing. */
export async function buildWhereChanged() {
  const there = results.every((file) => fs.existsSync(inProject(file)));
  if (there && readJsonFile(stampFile)?.['stamp'] === filesStamp(projectRoot, inputs)) return 0;
  console.error('Building …');
  return build('none');
}
