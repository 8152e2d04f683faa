/** The steps of `npm test`, in their order. */
export const testSteps = [
  'types',
  'lint',
  'format',
  'build',
  'unit',
  'integration',
  'renderer',
  'e2e',
] as const;
export type TestStep = (typeof testSteps)[number];

/** Words that stand for several steps. */
const groups = new Map<string, string[]>([['check', ['types', 'lint', 'format']]]);
const runningTests = new Set<string>(['unit', 'integration', 'renderer', 'e2e']);

/** Splits the arguments of `npm start`: --browser is for the start itself, the rest goes to the app. */
export function splitStartArguments(args: string[]) {
  return { browser: args.includes('--browser'), rest: args.filter((each) => each !== '--browser') };
}

/**
 * Splits the arguments of `npm test`: names of steps choose steps, everything else is a part of a test file's
 * path. Without a step's name all steps run; with filters alone, those that run test files. Tests of the second
 * tier run with --all, and where files are named.
 */
export function splitTestArguments(all: string[]) {
  const args = all.filter((each) => each !== '--all');
  const named = new Set(args.flatMap((each) => groups.get(each) ?? each));
  const filters = args.filter((each) => !groups.has(each) && !testSteps.some((step) => step === each));
  const chosen = testSteps.filter((step) => named.has(step));
  const everyTier = all.includes('--all') || filters.length > 0;
  if (chosen.length > 0) return { steps: chosen, filters, everyTier };
  const steps = testSteps.filter((step) => filters.length === 0 || runningTests.has(step));
  return { steps, filters, everyTier };
}
