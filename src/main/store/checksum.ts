import { hash } from 'node:crypto';
import { z } from 'zod';
import { entryState } from '#shared/outbox/outbox.ts';
import { readJson } from '#shared/base/read-json.ts';
import { selectColumns } from './query.ts';

// Altered data is never sent, nor anything to an altered address: docs/decisions/damaged-data.md.

/** SHA-256 of some texts, one after the other; 32 bytes. */
export const checksum = (...texts: string[]): Buffer => Buffer.from(checksumInHex(...texts), 'hex');

const checksumInHex = (...texts: string[]): string => hash('sha256', JSON.stringify(texts));

/** Whether this is the checksum of these texts; never, where there is none. */
export const fitsChecksum = (sum: unknown, ...texts: string[]): boolean =>
  Buffer.isBuffer(sum) && checksum(...texts).equals(sum);

/** Everything of an entry that decides what is sent: the operation, what is its own of the path, the key and the words themselves. */
interface SummedRequest {
  id: string;
  kind: string;
  /** See {@link EntryKindDefinition.pathParameters}. */
  pathParameters: readonly string[];
  idempotencyKey: string;
  body: string;
}

/** What {@link checksum} is made of for an entry, from enqueue on. */
export function summedTexts({ id, kind, idempotencyKey, body, pathParameters }: SummedRequest): string[] {
  return [id, kind, idempotencyKey, body, ...pathParameters];
}

const texts = z.array(z.string());
/** Unreadable parameters become one text, which fails the checksum. */
const pathParameters = z.string().transform((text) => readJson(text, texts)?.value ?? ['']);

/** An entry as read for sending. An unreadable value becomes one that fails the checksum. */
export const claimableRow = z.object({
  seq: z.number(),
  id: z.string().catch(''),
  kind: z.string().catch(''),
  body: z.string().catch(''),
  pathParameters: pathParameters.catch(['']),
  title: z.string().catch(''),
  idempotencyKey: z.string().catch(''),
  state: entryState.catch('cancelled'),
  attempts: z.number().catch(0),
  notBefore: z.number().catch(0),
  nextAt: z.number().nullable().catch(0),
  /** 1 where its history has a later attempt than it counts itself. */
  triedLater: z.number(),
  /** In hex, which is read faster than a blob. */
  requestSum: z.string().catch(''),
});
export type ClaimableRow = z.infer<typeof claimableRow>;

/** SQL for whether an entry `e` is held as altered, as 1 or 0. */
export const isAltered = `COALESCE(CASE WHEN json_valid(e.reason) THEN json_extract(e.reason, '$.code') = 'altered' END, 0)`;

/** The columns of {@link claimableRow}. */
export const claimColumns = `${selectColumns('entry', claimableRow.omit({ requestSum: true, triedLater: true }))},
  lower(hex(request_sum)) AS requestSum, EXISTS (SELECT 1 FROM history WHERE entry = seq AND attempt > attempts) AS triedLater`;

/** Whether a row that is due was altered on the disk since it was enqueued. */
export function wasAltered(row: ClaimableRow): boolean {
  const asEnqueued = checksumInHex(...summedTexts(row)) === row.requestSum;
  // A lost attempt may have sent it.
  return !asEnqueued || row.triedLater === 1;
}
