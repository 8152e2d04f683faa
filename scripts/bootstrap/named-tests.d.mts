/** A file with tests, by its path from the project's root on. */
export interface TestFile {
  step: 'unit' | 'integration' | 'renderer' | 'e2e';
  file: string;
  /** Whether its tests run the built app. */
  needsBuild: boolean;
}
export declare function namedTests(root: string, words: string[]): TestFile[];
