import { z } from 'zod';

/** What the service is asked for a result of, until it has its last word. */
export const resultKind = z.enum(['verification', 'document']);
export type ResultKind = z.infer<typeof resultKind>;

/** In what one kind of result differs from another: the screen that lists it, and the event that tells of a change. */
export const resultKinds = {
  verification: { screen: 'verifications', changed: 'entries.changed' },
  document: { screen: 'documents', changed: 'documents.changed' },
} as const satisfies Record<ResultKind, { screen: string; changed: string }>;
