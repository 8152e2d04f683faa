import fs from 'node:fs';
import path from 'node:path';

/** @typedef {import('./named-tests.mjs').TestFile} TestFile */

/** Where the test files of each step are, and how their names end. */
const places = /** @type {const} */ ([
  ['unit', /\.test\.ts$/],
  ['integration', /\.test\.ts$/],
  ['renderer', /\.test\.tsx?$/],
  ['e2e', /\.spec\.ts$/],
]);

/** What a test says that runs the built app, itself or through the folders that do. */
const runsTheBuild = /#test\/(?:boot|truth|packaging)\/|\bout\/(?:main|renderer)\b|'out'/;

/**
 * The test files whose path, from the project's root on, holds one of the words.
 * @type {typeof import('./named-tests.mjs').namedTests}
 */
export function namedTests(root, words) {
  // A path may come as the shell completes it.
  const wanted = words.map((word) => word.replace(/^\.\//, '').split(path.sep).join('/'));
  return places.flatMap(([step, ending]) =>
    fs
      .readdirSync(path.join(root, 'test', step), { recursive: true, encoding: 'utf8' })
      .map((name) => `test/${step}/${name.split(path.sep).join('/')}`)
      .filter((file) => ending.test(file) && wanted.some((word) => file.includes(word)))
      .sort()
      .map((file) => ({ step, file, needsBuild: step === 'e2e' || needsBuild(path.join(root, file)) })),
  );
}

/** @param {string} file */
function needsBuild(file) {
  return runsTheBuild.test(fs.readFileSync(file, 'utf8'));
}
