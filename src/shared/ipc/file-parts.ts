import { z } from 'zod';

/** A file crosses the bridge in parts of so many bytes. */
export const partBytes = 1024 * 1024;

export const filePart = z.object({
  offset: z.number().int().min(0),
  data: z.string().max(Math.ceil(partBytes / 3) * 4 + 4),
});
export type FilePart = z.infer<typeof filePart>;
