import { getFields, getItems } from './json-file.ts';

/**
 * `skipped` has a line for each skipped test: its name, and its reason where the report has one. `repeated` names the tests
 * that failed once and passed when they were run again; they are among the passed ones.
 */
export interface Counts {
  passed: number;
  failed: number;
  skipped: string[];
  repeated: string[];
}
type Report = Record<string, unknown> | undefined;

/** Counts of a step without a report: one test, passed when its program ended well. */
export function countOfGate(exitCode: number): Counts {
  return exitCode === 0 ? { ...none(), passed: 1 } : { ...none(), failed: 1 };
}

/**
 * Counts of vitest's JSON report. A file that failed without a failed test (it did not load) is one failure. Tests
 * with the tag that was left out of the run are not counted as skipped.
 */
export function countVitest(report: Report, exitCode: number, leftOut?: string): Counts {
  if (report === undefined) return countOfGate(exitCode === 0 ? 1 : exitCode);
  const counts = none();
  for (const file of getItems(report['testResults']).map(getFields)) {
    const tests = getItems(file['assertionResults']).map(getFields);
    for (const test of tests) {
      if (test['status'] === 'passed') counts.passed += 1;
      else if (test['status'] === 'failed') counts.failed += 1;
      else if (!getItems(test['tags']).includes(leftOut))
        counts.skipped.push(toText(test['fullName']).trim());
    }
    const failedTests = tests.filter((test) => test['status'] === 'failed');
    if (file['status'] === 'failed' && failedTests.length === 0) counts.failed += 1;
  }
  return withFailureSaid(counts, exitCode);
}

/**
 * Counts of Playwright's JSON report. A test that passed only when repeated is counted as passed and named, so that
 * somebody looks into it; errors outside of tests are one failure each.
 */
export function countPlaywright(report: Report, exitCode: number): Counts {
  if (report === undefined) return countOfGate(exitCode === 0 ? 1 : exitCode);
  const counts = none();
  for (const { title, test } of testsBelow(report, '')) {
    if (test['status'] === 'expected') counts.passed += 1;
    else if (test['status'] === 'skipped') counts.skipped.push(withReason(title, test));
    else if (test['status'] === 'flaky') {
      counts.passed += 1;
      counts.repeated.push(title);
    } else counts.failed += 1;
  }
  counts.failed += getItems(report['errors']).length;
  return withFailureSaid(counts, exitCode);
}

/** All counts together. */
export function sumUp(all: Counts[]): Counts {
  return {
    passed: all.reduce((sum, each) => sum + each.passed, 0),
    failed: all.reduce((sum, each) => sum + each.failed, 0),
    skipped: all.flatMap((each) => each.skipped),
    repeated: all.flatMap((each) => each.repeated),
  };
}

/** The last line of a test run: "N passed, N failed", and ", N skipped" where there are any. */
export function summaryLine({ passed, failed, skipped }: Counts) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped.length > 0 ? `${line}, ${skipped.length} skipped` : line;
}

/** The exit code of a test run: 0 only when something passed and nothing failed. */
export function exitCodeFor({ passed, failed }: Counts) {
  return failed === 0 && passed > 0 ? 0 : 1;
}

function none(): Counts {
  return { passed: 0, failed: 0, skipped: [], repeated: [] };
}

/** A program that ended badly has failed, whatever its report says. */
function withFailureSaid(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function testsBelow(
  suite: Record<string, unknown>,
  above: string,
): { title: string; test: Record<string, unknown> }[] {
  const specs = getItems(suite['specs']).map(getFields);
  const suites = getItems(suite['suites']).map(getFields);
  return [
    ...specs.flatMap((spec) =>
      getItems(spec['tests']).map((test) => ({ title: joined(above, spec['title']), test: getFields(test) })),
    ),
    ...suites.flatMap((below) => testsBelow(below, joined(above, below['title']))),
  ];
}

function joined(above: string, title: unknown) {
  return [above, toText(title)].filter((part) => part !== '').join(' › ');
}

function withReason(title: string, test: Record<string, unknown>) {
  const reason = getItems(test['annotations'])
    .map(getFields)
    .map((annotation) => toText(annotation['description']))
    .find((text) => text !== '');
  return reason === undefined ? title : `${title}: ${reason}`;
}

function toText(value: unknown) {
  return typeof value === 'string' ? value : '';
}
