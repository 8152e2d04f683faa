import { z } from 'zod';

/** A JSON object whose members the interface does not describe. Kept whole and shown as it came. */
export const openObject = z.record(z.string(), z.unknown());
export type OpenObject = z.infer<typeof openObject>;
