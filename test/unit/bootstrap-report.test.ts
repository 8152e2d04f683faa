import { describe, it, expect } from 'vitest';
import {
  countOfGate,
  countPlaywright,
  countVitest,
  exitCodeFor,
  sumUp,
  summaryLine,
} from '../../scripts/bootstrap/test-report.ts';

const vitestFile = (status: string, tests: { status: string; fullName: string }[]) => ({
  status,
  assertionResults: tests,
});

describe('the count of a vitest run', () => {
  it('counts passed, failed and skipped tests and names the skipped ones', () => {
    const report = {
      testResults: [
        vitestFile('failed', [
          { status: 'passed', fullName: 'a' },
          { status: 'failed', fullName: 'b' },
          { status: 'pending', fullName: ' c' },
          { status: 'todo', fullName: 'd' },
        ]),
      ],
    };
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: ['c', 'd'], repeated: [] });
  });

  it('does not count tests that were left out by their tag', () => {
    const passed = vitestFile('passed', [{ status: 'passed', fullName: 'a' }]);
    const skipped = { status: 'skipped', fullName: 'b', tags: ['nightly'] };
    const report = { testResults: [passed, { status: 'passed', assertionResults: [skipped] }] };
    expect(countVitest(report, 0, 'nightly').skipped).toEqual([]);
    expect(countVitest(report, 0).skipped).toEqual(['b']);
  });

  it('counts a file that did not load as one failure', () => {
    const report = {
      testResults: [vitestFile('failed', []), vitestFile('passed', [{ status: 'passed', fullName: 'a' }])],
    };
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: [], repeated: [] });
  });

  it('counts a run that ended badly although every test passed as one failure', () => {
    const report = { testResults: [vitestFile('passed', [{ status: 'passed', fullName: 'a' }])] };
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: [], repeated: [] });
  });

  it.each([0, 1, 139])('counts a run without a report as one failure, whatever its exit code: %i', (code) => {
    expect(countVitest(undefined, code)).toEqual({ passed: 0, failed: 1, skipped: [], repeated: [] });
  });
});

describe('the count of a Playwright run', () => {
  const spec = (title: string, status: string, annotations: object[] = []) => ({
    title,
    tests: [{ status, annotations }],
  });

  it('counts tests at every depth and gives the reasons of skipped ones', () => {
    const report = {
      errors: [],
      suites: [
        {
          title: 'today.spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [
            {
              title: 'offline',
              specs: [
                spec('keeps', 'unexpected'),
                spec('window', 'skipped', [{ type: 'skip', description: 'no display' }]),
                spec('later', 'skipped', [{ type: 'skip' }]),
              ],
            },
          ],
        },
      ],
    };
    expect(countPlaywright(report, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: ['today.spec.ts › offline › window: no display', 'today.spec.ts › offline › later'],
      repeated: [],
    });
  });

  it('counts a test that passed only when repeated as passed, and names it', () => {
    const report = { suites: [{ title: 'a', specs: [spec('sometimes', 'flaky')] }] };
    expect(countPlaywright(report, 0)).toEqual({
      passed: 1,
      failed: 0,
      skipped: [],
      repeated: ['a › sometimes'],
    });
  });

  it('counts errors outside of tests', () => {
    expect(countPlaywright({ errors: [{ message: 'no tests found' }], suites: [] }, 1).failed).toBe(1);
  });

  it('counts a run without a report as one failure', () => {
    expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: [], repeated: [] });
  });
});

describe('the end of a test run', () => {
  it('sums up in one line and names skipped tests only where there are any', () => {
    const sum = sumUp([
      countOfGate(0),
      countOfGate(2),
      { passed: 40, failed: 0, skipped: ['a'], repeated: [] },
    ]);
    expect(summaryLine(sum)).toBe('41 passed, 1 failed, 1 skipped');
    expect(summaryLine(sumUp([countOfGate(0)]))).toBe('1 passed, 0 failed');
  });

  it('succeeds only when something passed and nothing failed', () => {
    expect(exitCodeFor({ passed: 3, failed: 0, skipped: [], repeated: [] })).toBe(0);
    expect(exitCodeFor({ passed: 3, failed: 1, skipped: [], repeated: [] })).toBe(1);
    expect(exitCodeFor({ passed: 0, failed: 0, skipped: ['all'], repeated: [] })).toBe(1);
  });
});
