export declare const testSteps: readonly [
  'types',
  'lint',
  'format',
  'build',
  'unit',
  'integration',
  'renderer',
  'e2e',
];
export type TestStep = (typeof testSteps)[number];
export declare function splitStartArguments(args: string[]): { browser: boolean; rest: string[] };
export declare function splitTestArguments(args: string[]): {
  steps: TestStep[];
  filters: string[];
  /** Whether the tests of the second tier run as well. */
  everyTier: boolean;
};
