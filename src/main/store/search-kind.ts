import { z } from 'zod';

/** What the full-text search finds. */
export const searchKind = z.enum(['vendor', 'invite', 'verification', 'document']);
export type SearchKind = z.infer<typeof searchKind>;
