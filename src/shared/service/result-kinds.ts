import { z } from 'zod';

export const resultKind = z.enum(['verification', 'document']);
export type ResultKind = z.infer<typeof resultKind>;

/** The differences between kinds of results: the screen that lists it, and its event. */
export const resultKinds = {
  verification: { screen: 'verifications', changed: 'entries.changed' },
  document: { screen: 'documents', changed: 'documents.changed' },
} as const satisfies Record<ResultKind, { screen: string; changed: string }>;
