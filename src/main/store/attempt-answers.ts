import type { Database } from 'better-sqlite3';
import type { KeptAnswer } from '#shared/ipc/answers.ts';
import { answerColumns, answerValues, toKeptAnswer, type AnswerToKeep } from './kept-answer.ts';

export type AttemptAnswers = ReturnType<typeof createAttemptAnswers>;

/** What the service answered to attempts; every attempt has its own. */
export function createAttemptAnswers(db: Database) {
  const insert = db.prepare(
    `INSERT INTO answer (entry, attempt, at, ${answerColumns})
     VALUES (@entry, @attempt, @at, @status, @contentType, @cut, @body, @bytes)`,
  );
  const select = db.prepare(
    `SELECT at, ${answerColumns} FROM answer WHERE entry = (SELECT seq FROM entry WHERE id = ?) AND attempt = ?`,
  );
  return {
    keep(entry: number, attempt: number, answer: AnswerToKeep, at: number): void {
      insert.run({ entry, attempt, at, ...answerValues(answer) });
    },
    /** One of them with its exact bytes; null where none is kept. */
    get(entryId: string, attempt: number): { answer: KeptAnswer; bytes: Uint8Array } | null {
      const raw = select.get(entryId, attempt);
      return raw === undefined ? null : toKeptAnswer(raw);
    },
  };
}
