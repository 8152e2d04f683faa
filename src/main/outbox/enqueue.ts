import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import { keptDateForm } from '#shared/service/service-dates.ts';
import type { CorrectionProblem, EntryKind } from '#shared/outbox/outbox.ts';
import type { DateForm } from '#shared/settings/settings.ts';
import { checksum, summedTexts } from '../store/checksum.ts';
import { createQueries, inTransaction } from '../store/query.ts';
import { createCorrectionChain, findCorrectionProblem } from './correction-chain.ts';
import { createEntryDecisions } from './entry-decisions.ts';
import { createEntryDoubt } from './entry-doubt.ts';

/** The request to enqueue, and how lists show it. */
export interface NewEntry {
  id: string;
  kind: EntryKind;
  /** See {@link EntryKindDefinition.pathParameters}; none where nothing is said. */
  pathParameters?: readonly string[];
  body: string;
  title: string;
  subtitle: string;
  /** The entry that this one corrects. */
  replaces: string | null;
  /** Whether that one is still to be sent, and this one goes in its place. */
  edits?: boolean | undefined;
  /** The form in which the dates of the body are written; ISO 8601 where nothing is said. */
  dateForm?: DateForm;
  /** It is not sent before this time, so that it can be undone; 0, as where nothing is said, for at once. */
  notBefore?: number;
}

/**
 * Adds an entry and lets `domainRow` write its own row in the same transaction; returns what that returned. The entry
 * itself holds that it was enqueued; its history begins with what happens next.
 *
 * A correction is refused if its chain allows none (docs/decisions/undo.md). It closes the entry that it replaces if that
 * was refused or given up. An edit cancels the entry that it replaces, and is refused if that may have been sent.
 */
export type Enqueue = <T>(entry: NewEntry, at: number, domainRow: () => T) => T | CorrectionProblem;

export function createEnqueue(db: Database, kinds: EntryKinds): Enqueue {
  const insertEntry = db.prepare(
    `INSERT INTO entry (id, kind, state, idempotency_key, body, path_parameters, title, subtitle, queued_at, changed_at, replaces, date_form, not_before, request_sum)
     VALUES (@id, @kind, 'queued', @key, @body, @path, @title, @subtitle, @at, @at, @replaces, @dateForm, @notBefore, @sum)`,
  );
  const readChain = createCorrectionChain(db);
  const decisions = createEntryDecisions(db);
  const doubt = createEntryDoubt(db);
  const selectEditable = createQueries(db).prepareNumber(
    `SELECT seq FROM entry e WHERE id = ? AND state IN ('queued', 'waiting')
     AND NOT EXISTS (SELECT 1 FROM history WHERE entry = e.seq AND event = 'outcome_unknown')`,
  );
  const isEditable = (id: string) => {
    const seq = selectEditable.get(id);
    return seq !== null && doubt.findOpenFate(seq) === null;
  };

  return (entry, at, domainRow) =>
    inTransaction(db, () => {
      const { notBefore = 0, replaces } = entry;
      if (replaces !== null) {
        const chain = readChain(replaces);
        const edits = entry.edits === true;
        if (edits && !isEditable(replaces)) return 'not_editable';
        const problem = findCorrectionProblem(edits ? { ...chain, isUnsent: false } : chain);
        if (problem !== null) return problem;
        if (chain.isSuperseded) return 'superseded';
        if (edits) decisions.decide(replaces, 'cancelled', at, 0, true);
      }
      const pathParameters = kinds[entry.kind].pathParameters.parse(entry.pathParameters ?? []);
      const key = randomUUID();
      insertEntry.run({
        ...entry,
        dateForm: keptDateForm(entry.dateForm ?? 'iso'),
        key,
        path: JSON.stringify(pathParameters),
        sum: checksum(...summedTexts({ ...entry, idempotencyKey: key, pathParameters })),
        at,
        notBefore,
      });
      // Too late for what was not refused or given up.
      if (replaces !== null) decisions.decide(replaces, 'corrected', at);
      return domainRow();
    });
}
