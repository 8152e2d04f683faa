import { changeSources, type SourceChange } from '../patched-source.ts';

const file = 'src/main/outbox/entry-store.ts';

// An attempt is kept in memory alone until its outcome is there, and is written together with that.
const changes: readonly SourceChange[] = [
  {
    file,
    from: '  /** Whether the next claim is of one that is repeated, where there are both. */',
    to: '  const unwritten = new Map<number, () => void>();\n',
  },
  {
    file,
    from: `      if (claimRow.run(claim, number, at, row.seq, row.state).changes !== 1) continue;
      insertAttempt.run(row.seq, number, claim, bootId, at);
      insertHistory.run(row.seq, at, 'claimed', number, null, null);
`,
    to: `      unwritten.set(row.seq, () => {
        // A person may have decided about it meanwhile.
        if (claimRow.run(claim, number, at, row.seq, row.state).changes !== 1) return;
        insertAttempt.run(row.seq, number, claim, bootId, at);
        insertHistory.run(row.seq, at, 'claimed', number, null, null);
      });
`,
  },
  {
    file,
    from: "    const tries = verdict.event === 'postponed' ?",
    to: `    unwritten.get(entry.seq)?.();
    unwritten.delete(entry.seq);
    const tries = verdict.event === 'postponed' ?`,
  },
  // What is under way looks as if it were due; whoever asks for what is due must not get it again.
  {
    file,
    from: 'for (const row of dueIn(order, Math.min(limit, maxClaims), at, repeatable)) {',
    to: `const due = dueIn(order, Math.min(limit, maxClaims) + unwritten.size, at, repeatable);
    for (const row of due.filter((one) => !unwritten.has(one.seq)).slice(0, Math.min(limit, maxClaims))) {`,
  },
  {
    file,
    from: 'selectNextDue.get()',
    to: `db
      .prepare("SELECT MIN(next_at) AS due FROM entry WHERE state = 'waiting' AND seq NOT IN (SELECT value FROM json_each(?))")
      .get(JSON.stringify([...unwritten.keys()]))`,
  },
  {
    file,
    from: 'selectAnyQueued.get({ at })',
    to: `db
      .prepare("SELECT 1 FROM entry WHERE state = 'queued' AND not_before <= ? AND seq NOT IN (SELECT value FROM json_each(?)) LIMIT 1")
      .get(at, JSON.stringify([...unwritten.keys()]))`,
  },
];

changeSources(changes);
