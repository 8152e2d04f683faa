import fs from 'node:fs';
import path from 'node:path';
import { readJsonFile, writeJsonFile } from './json-file.mjs';
import { run } from './child-process.mjs';
import { cacheFolder, inProject, projectRoot } from './places.mjs';
import { filesStamp } from './stamp.mjs';
import { plainWhereRead, toolFile } from './tools.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */

const inputs = [
  'src',
  'electron.vite.config.ts',
  'scripts/first-load.ts',
  'scripts/pdf-parts.ts',
  'scripts/third-party-notices.ts',
  'package.json',
  'package-lock.json',
];
const results = ['out/main/index.js', 'out/main/browser-host.js', 'out/renderer/index.html'];
const stampFile = path.join(cacheFolder, 'build.json');

/**
 * Builds main, preload and renderer into out/. The builder's words are shown when `show` is 'all' or it fails.
 * Gives its exit code.
 * @param {FittingNode} node
 * @param {'all' | 'none'} show
 */
export async function build(node, show) {
  const stamp = filesStamp(projectRoot, inputs);
  const { exitCode, output } = await run(node.file, [toolFile('electron-vite', 'electron-vite'), 'build'], {
    show,
    cwd: projectRoot,
    env: plainWhereRead(node.env),
  });
  if (exitCode === 0) writeJsonFile(stampFile, { stamp });
  else if (output !== '') console.error(output.trim());
  return exitCode;
}

/**
 * Builds when a source changed since the last build, or its result is gone; otherwise does nothing.
 * @param {FittingNode} node
 */
export async function buildWhereChanged(node) {
  const there = results.every((file) => fs.existsSync(inProject(file)));
  if (there && readJsonFile(stampFile)?.['stamp'] === filesStamp(projectRoot, inputs)) return 0;
  console.error('Building …');
  return build(node, 'none');
}
