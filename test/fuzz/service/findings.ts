import type { EntryKind } from '#shared/outbox/outbox.ts';
import type { Operation } from './meaning.ts';

/** What a run came to. All but the first three are to be zero or empty. */
export interface ServiceFuzzReport {
  cases: number;
  seed: number;
  /** How many different ways of answering each operation were met. */
  ways: Record<Operation, number>;
  appliedTwiceUnasked: Record<EntryKind, number>;
  /** Submissions that were repeated unasked although they may have been applied; whether they were is chance. */
  repeatedInDoubt: Record<EntryKind, number>;
  bytesLost: number;
  contradictions: Record<string, number>;
  /** Of these, conclusions in somebody's favor that the answer does not support. */
  falseYes: number;
  wrongState: number;
  tokenLeaks: number;
  faults: number;
}

/** Collects what is found, each thing once, with what it takes to see it again. */
export interface Findings {
  readonly report: ServiceFuzzReport;
  /** The first findings of each sort, in words. */
  readonly notes: readonly string[];
  metWay(operation: Operation, name: string): void;
  appliedTwice(kind: EntryKind, seen: string): void;
  repeatedInDoubt(kind: EntryKind, seen: string): void;
  bytesLost(seen: string): void;
  contradiction(rule: string, seen: string): void;
  wrongState(seen: string): void;
  tokenLeak(seen: string): void;
  fault(seen: string): void;
}

const notesOfOneSort = 5;

export function createFindings(seed: number): Findings {
  const met = new Set<string>();
  const notes: string[] = [];
  const noted = new Map<string, number>();
  const report: ServiceFuzzReport = {
    cases: 0,
    seed,
    ways: {
      getVendorProfile: 0,
      inviteVendor: 0,
      queueVerification: 0,
      getVerificationResult: 0,
      getDocumentResult: 0,
    },
    appliedTwiceUnasked: { invite: 0, verification: 0 },
    repeatedInDoubt: { invite: 0, verification: 0 },
    bytesLost: 0,
    contradictions: {},
    falseYes: 0,
    wrongState: 0,
    tokenLeaks: 0,
    faults: 0,
  };

  function note(sort: string, seen: string): void {
    const before = noted.get(sort) ?? 0;
    noted.set(sort, before + 1);
    if (before < notesOfOneSort) notes.push(`${sort}: ${seen}`);
  }

  return {
    report,
    notes,
    metWay(operation, name) {
      report.cases += 1;
      const way = `${operation} ${name}`;
      if (met.has(way)) return;
      met.add(way);
      report.ways[operation] += 1;
    },
    appliedTwice(kind, seen) {
      report.appliedTwiceUnasked[kind] += 1;
      note(`${kind} applied twice unasked`, seen);
    },
    repeatedInDoubt(kind, seen) {
      report.repeatedInDoubt[kind] += 1;
      note(`${kind} repeated unasked while in doubt`, seen);
    },
    bytesLost(seen) {
      report.bytesLost += 1;
      note('bytes lost', seen);
    },
    contradiction(rule, seen) {
      report.contradictions[rule] = (report.contradictions[rule] ?? 0) + 1;
      if (rule.startsWith('false yes')) report.falseYes += 1;
      note(`contradiction, ${rule}`, seen);
    },
    wrongState(seen) {
      report.wrongState += 1;
      note('wrong state', seen);
    },
    tokenLeak(seen) {
      report.tokenLeaks += 1;
      note('token leaked', seen);
    },
    fault(seen) {
      report.faults += 1;
      note('fault', seen);
    },
  };
}

/** Whether nothing was found. */
export function isClean(report: ServiceFuzzReport): boolean {
  const { appliedTwiceUnasked: twice, repeatedInDoubt: repeated } = report;
  const counts = [twice.invite, twice.verification, repeated.invite, repeated.verification, report.bytesLost];
  const rest = [
    report.wrongState,
    report.tokenLeaks,
    report.faults,
    Object.keys(report.contradictions).length,
  ];
  return [...counts, ...rest].every((count) => count === 0);
}
