import { changeSources, type SourceChange } from '../patched-source.ts';

const claims = 'src/main/outbox/entry-claims.ts';
const outcomes = 'src/main/outbox/attempt-outcomes.ts';
const times = 'src/main/outbox/entry-times.ts';
const imported = "import { unwritten } from './entry-claims.ts';\n";

// An attempt is kept in memory alone until its outcome is there, and is written together with that.
const changes: readonly SourceChange[] = [
  {
    file: claims,
    from: 'const maxClaims = 64;',
    to: 'export const unwritten = new Map<number, () => void>();\nconst maxClaims = 64;',
  },
  {
    file: claims,
    from: `      if (claimRow.run(claim, number, at, row.seq, row.state).changes !== 1) continue;
      rows.push(row);
`,
    to: `      unwritten.set(row.seq, () => {
        // A person may have decided about it meanwhile.
        claimRow.run(claim, number, at, row.seq, row.state);
      });
      rows.push(row);
`,
  },
  { file: outcomes, from: 'import type { EntryDoubt }', to: `${imported}import type { EntryDoubt }` },
  {
    file: outcomes,
    from: "    const tries = verdict.event === 'postponed' ?",
    to: `    unwritten.get(seq)?.();
    unwritten.delete(seq);
    const tries = verdict.event === 'postponed' ?`,
  },
  // What is under way looks as if it were due; whoever asks for what is due must not get it again.
  {
    file: claims,
    from: 'for (const row of selectDue(order, Math.min(limit, maxClaims), at, repeatable)) {',
    to: `const due = selectDue(order, Math.min(limit, maxClaims) + unwritten.size, at, repeatable);
    for (const row of due.filter((one) => !unwritten.has(one.seq)).slice(0, Math.min(limit, maxClaims))) {`,
  },
  { file: times, from: 'import type { Database }', to: `${imported}import type { Database }` },
  {
    file: times,
    from: 'nextDue.one()',
    to: `db
      .prepare("SELECT MIN(next_at) FROM entry WHERE state = 'waiting' AND seq NOT IN (SELECT value FROM json_each(?))")
      .pluck()
      .get(JSON.stringify([...unwritten.keys()])) as number | null`,
  },
  {
    file: times,
    from: 'selectAnyQueued.get({ at })',
    to: `db
      .prepare("SELECT 1 FROM entry WHERE state = 'queued' AND not_before <= ? AND seq NOT IN (SELECT value FROM json_each(?)) LIMIT 1")
      .get(at, JSON.stringify([...unwritten.keys()]))`,
  },
];

changeSources(changes);
