import type { Database } from 'better-sqlite3';
import {
  readAnswerLine,
  type ReadAnswerLine,
  type ReadQuestion,
  type KeptAnswer,
  keptAnswerFacts,
  type KeptAnswerFacts,
} from '#shared/ipc/answers.ts';
import { createQueries } from './query.ts';
import { withRelaxedDurability } from './checkpointer.ts';
import { z } from 'zod';
import { bodyText } from '../service-client/answer-body.ts';
import type { AnsweredExchange } from '../service-client/exchange.ts';

export type AskedFor = ReadQuestion['kind'];

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

export type AnswerToKeep = Pick<AnsweredExchange, 'status' | 'contentType' | 'cut' | 'body' | 'bytes'>;

/** The columns that every table of answers has. */
export const answerColumns = 'status, content_type, cut, body, bytes';

/** The same, where a query joins answers that may not be there. */
const factsOrNone = keptAnswerFacts.extend({ status: z.number().nullable(), size: z.number().nullable() });

/** Columns for the facts of a kept answer. @param table its name in the query */
export const factColumns = (table: string): string => `${table}.status, ${table}.content_type AS contentType,
    COALESCE(length(${table}.bytes), octet_length(${table}.body)) AS size`;

/** From a row with {@link factColumns}; null where there is no answer. */
export function toFactsOrNone(raw: unknown): KeptAnswerFacts | null {
  const { status, contentType, size } = factsOrNone.parse(raw);
  return status === null || size === null ? null : { status, contentType, size };
}

const answerRow = z.object({
  at: z.number(),
  status: z.number(),
  content_type: z.string().nullable(),
  // One that was altered on the disk: it was cut somehow.
  cut: z.enum(['connection_closed', 'too_large', 'time_out']).nullable().catch('connection_closed'),
  body: z.string(),
  bytes: z.instanceof(Uint8Array).nullable(),
});

/** A kept answer and its exact bytes, from a row with {@link answerColumns} and `at`. */
export function toKeptAnswer(raw: unknown): { answer: KeptAnswer; bytes: Uint8Array } {
  const { at, status, content_type: contentType, cut, body, bytes } = answerRow.parse(raw);
  const unreadable = bytes !== null && !isShownWhole(bytes, contentType, body);
  const answer = { at, status, contentType, cut, body, bytesKept: unreadable ? bytes.length : null };
  return { answer, bytes: bytes ?? Buffer.from(body) };
}

/** Whether a text says all that the bytes do, as that of a body in another encoding than UTF-8. */
const isShownWhole = (bytes: Uint8Array, contentType: string | null, body: string): boolean =>
  body !== '' && !body.includes('\uFFFD') && bodyText(bytes, contentType) === body;

const noAnswer = { status: null, contentType: null, cut: null, body: null, bytes: null };

export function answerValues(answer: AnswerToKeep | null) {
  const { status, contentType, cut, body, bytes } = answer ?? noAnswer;
  return { status, contentType, cut, body, bytes };
}
