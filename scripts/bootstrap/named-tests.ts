import fs from 'node:fs';
import path from 'node:path';

/** A file with tests, by its path from the project's root on. */
export interface TestFile {
  step: (typeof places)[number][0];
  file: string;
  /** Whether its tests run the built app. */
  needsBuild: boolean;
}

/** Where the test files of each step are, and how their names end. */
const places = [
  ['unit', /\.test\.ts$/],
  ['integration', /\.test\.ts$/],
  ['renderer', /\.test\.tsx?$/],
  ['e2e', /\.spec\.ts$/],
] as const;

/** What a test says that runs the built app, itself or through the folders that do. */
const runsTheBuild = /#test\/(?:boot|truth|packaging)\/|\bout\/(?:main|renderer)\b|'out'/;

/** The test files whose path, from the project's root on, holds one of the words. */
export function namedTests(root: string, words: string[]): TestFile[] {
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

function needsBuild(file: string) {
  return runsTheBuild.test(fs.readFileSync(file, 'utf8'));
}
