import { z } from 'zod';
import { processedPage } from './processed-page.ts';

/** A page at 235 dots an inch takes 1 to 3 MB as a JPEG. */
export const maxPictureBytes = 8 * 1024 * 1024;
export const maxPictureLetters = Math.ceil(maxPictureBytes / 3) * 4;

/** A document that the practice service is given: the picture of its page, in Base64, and what was read and judged of it. */
export const givenDocument = z.strictObject({
  picture: z.string().min(1).max(maxPictureLetters),
  page: processedPage,
});
export type GivenDocument = z.infer<typeof givenDocument>;
