import type { Database } from 'better-sqlite3';
import {
  readAnswerLine,
  type ReadAnswerLine,
  type ReadQuestion,
  type KeptAnswer,
} from '#shared/ipc/answers.ts';
import { createQueries } from './query.ts';
import { withRelaxedDurability } from './checkpointer.ts';
import { answerColumns, answerValues, factColumns, toKeptAnswer, type AnswerToKeep } from './kept-answer.ts';

export type AskedFor = ReadQuestion['kind'];

export type ReadAnswerStore = ReturnType<typeof createReadAnswerStore>;

/** Answers to questions that only read, where they are kept nowhere else. */
export function createReadAnswerStore(db: Database) {
  const { prepareQuery } = createQueries(db);
  const again = db.prepare(
    `UPDATE read_answer SET last_at = @at,
       turn = (SELECT MAX(turn) + 1 FROM read_answer WHERE kind = @kind AND asked_id = @askedId)
     WHERE id = (SELECT id FROM read_answer WHERE kind = @kind AND asked_id = @askedId AND status = @status
       AND content_type IS @contentType AND cut IS @cut AND body = @body AND bytes IS @bytes LIMIT 1)`,
  );
  const insert = db.prepare(
    `INSERT INTO read_answer (kind, asked_id, turn, first_at, last_at, ${answerColumns})
     VALUES (@kind, @askedId,
       (SELECT COALESCE(MAX(turn), 0) + 1 FROM read_answer WHERE kind = @kind AND asked_id = @askedId),
       @at, @at, @status, @contentType, @cut, @body, @bytes)`,
  );
  const selectOf = prepareQuery(
    `SELECT a.id, a.first_at AS firstAt, a.last_at AS lastAt, ${factColumns('a')} FROM read_answer a
     WHERE a.kind = ? AND a.asked_id = ? ORDER BY a.turn DESC LIMIT 500`,
    readAnswerLine,
  );
  const select = prepareQuery(
    `SELECT last_at AS at, ${answerColumns} FROM read_answer WHERE id = ?`,
    toKeptAnswer,
  );
  return {
    /** Keeps an answer to the question for `askedId`; the same one again takes no more room. */
    keep: (kind: AskedFor, askedId: string, answer: AnswerToKeep, at: number): void => {
      const values = { kind, askedId, at, ...answerValues(answer) };
      const write = () => {
        if (again.run(values).changes === 0) insert.run(values);
      };
      // What a power cut takes back is fetched again. A large answer fills the log file, which gets a checkpoint of its own.
      withRelaxedDurability(db, write, 0);
    },
    of: (kind: AskedFor, askedId: string): ReadAnswerLine[] => selectOf.all(kind, askedId),
    get: (id: number): { answer: KeptAnswer; bytes: Uint8Array } | null => select.get(id),
  };
}
