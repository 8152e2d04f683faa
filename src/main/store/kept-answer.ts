import { z } from 'zod';
import { keptAnswerFacts, type KeptAnswer, type KeptAnswerFacts } from '#shared/ipc/answers.ts';
import { bodyText } from '../service-client/answer-body.ts';
import type { AnsweredExchange } from '../service-client/exchange.ts';

export type AnswerToKeep = Pick<AnsweredExchange, 'status' | 'contentType' | 'cut' | 'body' | 'bytes'>;

/** The columns that every table of answers has. */
export const answerColumns = 'status, content_type, cut, body, bytes';

/** The same, where a query joins answers that may not be there. */
const factsOrNone = keptAnswerFacts.extend({ status: z.number().nullable(), size: z.number().nullable() });

/** Columns for the facts of a kept answer. @param table its name in the query */
export function factColumns(table: string): string {
  return `${table}.status, ${table}.content_type AS contentType,
    COALESCE(length(${table}.bytes), octet_length(${table}.body)) AS size`;
}

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
function isShownWhole(bytes: Uint8Array, contentType: string | null, body: string): boolean {
  return body !== '' && !body.includes('\uFFFD') && bodyText(bytes, contentType) === body;
}

const noAnswer = { status: null, contentType: null, cut: null, body: null, bytes: null };

export function answerValues(answer: AnswerToKeep | null) {
  const { status, contentType, cut, body, bytes } = answer ?? noAnswer;
  return { status, contentType, cut, body, bytes };
}
