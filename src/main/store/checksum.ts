import { hash } from 'node:crypto';

// Altered data is never sent, nor anything to an altered address: docs/decisions/damaged-data.md.

/** SHA-256 of some texts, one after the other; 32 bytes. */
export function checksum(...texts: string[]): Buffer {
  return Buffer.from(checksumInHex(...texts), 'hex');
}

/** The same as 64 lowercase hex digits. */
export function checksumInHex(...texts: string[]): string {
  return hash('sha256', JSON.stringify(texts));
}

/** Whether this is the checksum of these texts; never, where there is none. */
export function fitsChecksum(sum: unknown, ...texts: string[]): boolean {
  return Buffer.isBuffer(sum) && checksum(...texts).equals(sum);
}

/** Everything of an entry that decides what is sent: the operation, what is its own of the path, the key and the words themselves. */
export interface SummedRequest {
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
