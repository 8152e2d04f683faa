import { z } from 'zod';

export const resultKind = z.enum(['verification', 'document']);
export type ResultKind = z.infer<typeof resultKind>;

export const resultKinds = {
  verification: { screen: 'verifications', changed: 'entries.changed' },
  document: { screen: 'documents', changed: 'documents.changed' },
} as const satisfies Record<ResultKind, { screen: string; changed: string }>;
