import { z } from 'zod';
import type { OperationName } from '#shared/service/operations.ts';

/** A POST as it came, before anything was decided about it. */
export interface ReceivedPost {
  operation: OperationName;
  /** Whom or what it is for: the address of an invite, the license number of a check; null where the body names none. */
  about: string | null;
  /** The header as it came; null without one. */
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
    // Not JSON: it names nothing.
    return null;
  }
}

/** Every POST since the start, including refused and unanswered ones, so that tests can detect duplicates. */
export class ReceivedPosts {
  readonly #posts: ReceivedPost[] = [];

  note(operation: OperationName, text: string, idempotencyKey: string | undefined): void {
    this.#posts.push({ operation, about: getAbout(text), idempotencyKey: idempotencyKey ?? null });
  }

  /** In the order in which they came. */
  list(): ReceivedPost[] {
    return [...this.#posts];
  }
}
