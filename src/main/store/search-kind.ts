import { z } from 'zod';

export const searchKind = z.enum(['vendor', 'invite', 'verification', 'document']);
export type SearchKind = z.infer<typeof searchKind>;
