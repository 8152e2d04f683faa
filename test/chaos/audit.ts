import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { entryKind, entryState, type EntryKind } from '#shared/outbox/outbox.ts';

/** What a person enqueued and the app confirmed, as the test remembers it. */
export interface Expected {
  entryId: string;
  /** The email address or the license number; no two entries share one. */
  mark: string;
  /** How often a person asked for it to be sent again. */
  askedAgain: number;
  /** The entry that it corrects. */
  replaces: string | null;
  /** A person corrected what may have been sent, and so asked for another one. */
  asksAnother: boolean;
}

export interface Findings {
  enqueued: number;
  applied: number;
  lost: number;
  sentTwiceUnasked: Record<EntryKind, number>;
  /** Chains of corrections of which more was applied than a person asked for. */
  sentBesideCorrection: number;
  stuck: number;
  wrongState: number;
  /** Entries that were put in doubt because the data was taken for an older copy, which it never was. */
  takenForOlderCopy: number;
}

const entry = z.object({
  id: z.string(),
  kind: entryKind,
  state: entryState,
  marked_by_person: z.number(),
});

const takenForOlderCopy =
  "SELECT COUNT(*) FROM history WHERE json_extract(reason, '$.code') = 'restored_from_backup'";

/**
 * Compares three accounts of the same work: what was enqueued, what the service applied, what the app says. The app's
 * and the service's come from their own databases.
 */
export function audit(expected: readonly Expected[], workspaceDb: string, serviceDb: string): Findings {
  const app = new SqliteDatabase(workspaceDb, { readonly: true });
  const service = new SqliteDatabase(serviceDb, { readonly: true });
  try {
    const entries = new Map(
      z
        .array(entry)
        .parse(app.prepare('SELECT id, kind, state, marked_by_person FROM entry').all())
        .map((row) => [row.id, row]),
    );
    const applied = appliedByMark(service);
    const findings: Findings = {
      enqueued: expected.length,
      applied: 0,
      lost: 0,
      sentTwiceUnasked: { invite: 0, verification: 0 },
      sentBesideCorrection: 0,
      stuck: 0,
      wrongState: 0,
      takenForOlderCopy: z.number().parse(app.prepare(takenForOlderCopy).pluck().get()),
    };
    for (const one of expected) {
      const found = entries.get(one.entryId);
      const times = applied.get(one.mark) ?? 0;
      if (times > 0) findings.applied += 1;
      if (found === undefined) {
        findings.lost += 1;
        continue;
      }
      if (times > 1 + one.askedAgain) findings.sentTwiceUnasked[found.kind] += 1;
      if (found.state === 'queued' || found.state === 'sending' || found.state === 'waiting')
        findings.stuck += 1;
      if (!agrees(found, times)) findings.wrongState += 1;
    }
    for (const chain of chains(expected)) {
      const times = chain.reduce((sum, { mark }) => sum + (applied.get(mark) ?? 0), 0);
      const asked = chain.reduce((sum, one) => sum + one.askedAgain + (one.asksAnother ? 1 : 0), 1);
      if (times > asked) findings.sentBesideCorrection += 1;
    }
    return findings;
  } finally {
    app.close();
    service.close();
  }
}

/** What corrects one another, directly or not, together. A correction comes after what it corrects. */
export function chains(expected: readonly Expected[]): Expected[][] {
  const byId = new Map<string, Expected[]>();
  for (const one of expected) {
    const chain = (one.replaces === null ? undefined : byId.get(one.replaces)) ?? [];
    chain.push(one);
    byId.set(one.entryId, chain);
  }
  return [...new Set(byId.values())];
}

/** Whether what the app says of an entry can be true, given how often the service applied it. */
function agrees(found: z.infer<typeof entry>, times: number): boolean {
  switch (found.state) {
    case 'accepted':
      return times > 0 || found.marked_by_person === 1;
    case 'in_doubt':
      return true;
    case 'rejected':
    case 'dead':
    case 'cancelled':
      return times === 0;
    case 'queued':
    case 'sending':
    case 'waiting':
      // Counted as stuck; where it was applied, the state is wrong as well.
      return times === 0;
  }
}

/** How often the service did what was asked for, by email address or license number. */
export function appliedByMark(service: SqliteDatabase.Database): Map<string, number> {
  const counted = z.array(z.object({ mark: z.string(), times: z.number() })).parse(
    service
      .prepare(
        `SELECT recipient AS mark, COUNT(*) AS times FROM mails GROUP BY recipient
           UNION ALL SELECT json_extract(parameters, '$.licenseNumber'), COUNT(*) FROM verification_requests GROUP BY 1`,
      )
      .all(),
  );
  return new Map(counted.map((row) => [row.mark, row.times]));
}

/** How many files below a folder hold one of the texts. */
export function filesHolding(folder: string, texts: readonly string[]): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((found) => {
    if (!found.isFile()) return false;
    const content = readFileSync(join(found.parentPath, found.name));
    return texts.some((text) => content.includes(text));
  }).length;
}
