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
export type Report = Record<string, unknown> | undefined;
export declare function countOfGate(exitCode: number): Counts;
export declare function countVitest(report: Report, exitCode: number, leftOut?: string): Counts;
export declare function countPlaywright(report: Report, exitCode: number): Counts;
export declare function sumUp(all: Counts[]): Counts;
export declare function summaryLine(counts: Counts): string;
export declare function exitCodeFor(counts: Counts): number;
