import { z } from 'zod';
import { givenDocument } from '../paper/given-document.ts';
import { call } from './call.ts';

export const practiceCalls = {
  /** Adds a document that the page has read to the practice service. Refused for a company's workspace. */
  'practice.giveDocument': call(givenDocument, z.object({ jobId: z.guid() })),
};
