import { z } from 'zod';
import type { OperationName } from '#shared/service/operations.ts';

/** A POST as it came. */
export interface ReceivedPost {
  operation: OperationName;
  /** The address of an invite, or the license number of a check; null for none. */
  about: string | null;
  /** The header as it came; null for none. */
  idempotencyKey: string | null;
}

const named = z
  .object({
    vendor: z.object({ email: z.string() }).optional(),
    data: z.object({ licenseNumber: z.string() }).optional(),
  })
  .transform(({ vendor, data }) => vendor?.email ?? data?.licenseNumber ?? null)
  .catch(null);

function getAbout(text: string): string | null {
  try {
    return named.parse(JSON.parse(text));
  } catch {
    // Not JSON.
    return null;
  }
}

/** Every POST since the start, including refused and unanswered ones, so that tests can detect duplicates. */
export class ReceivedPosts {
  readonly #posts: ReceivedPost[] = [];

  note(operation: OperationName, text: string, idempotencyKey: string | undefined): void {
    this.#posts.push({ operation, about: getAbout(text), idempotencyKey: idempotencyKey ?? null });
  }

  list(): ReceivedPost[] {
    return [...this.#posts];
  }
}
