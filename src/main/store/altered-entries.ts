import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryState } from '#shared/outbox/outbox.ts';
import { fitsChecksum, summedTexts } from './checksum.ts';
import { readStoredJson } from './stored-json.ts';

const texts = z.array(z.string());
/** What cannot be read becomes one text, to which no checksum fits: an entry without parameters has none. */
const pathParameters = z.string().transform((text) => readStoredJson(text, texts)?.value ?? ['']);

/** What of an entry is read to send it. A value that cannot be read becomes one to which its checksum does not fit. */
export const claimableRow = z.object({
  seq: z.number(),
  id: z.string().catch(''),
  kind: z.string().catch(''),
  body: z.string().catch(''),
  path_parameters: pathParameters.catch(['']),
  title: z.string().catch(''),
  idempotency_key: z.string().catch(''),
  state: entryState.catch('cancelled'),
  attempts: z.number().catch(0),
  request_sum: z.unknown(),
});
export type ClaimableRow = z.infer<typeof claimableRow>;

/** Whether an entry `e` is held for that, as 1 or 0; in SQL. */
export const isAltered = `COALESCE(CASE WHEN json_valid(e.reason) THEN json_extract(e.reason, '$.code') = 'altered' END, 0)`;

/** Returns whether a row that is due was altered on the disk since it was enqueued. Runs inside the caller's transaction. */
export function createAlterationCheck(db: Database): (row: ClaimableRow) => boolean {
  const lastAttempt = db.prepare('SELECT COALESCE(MAX(number), 0) FROM attempt WHERE entry = ?').pluck();
  return (row) => {
    const asEnqueued = fitsChecksum(
      row.request_sum,
      ...summedTexts({ ...row, idempotencyKey: row.idempotency_key, pathParameters: row.path_parameters }),
    );
    // A try that is not counted any more may have sent it.
    return !asEnqueued || z.number().parse(lastAttempt.get(row.seq)) > row.attempts;
  };
}
