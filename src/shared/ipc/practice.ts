import { z } from 'zod';
import { givenDocument } from '../paper/given-document.ts';
import { call } from './call.ts';

export const practiceCalls = {
  /**
   * Gives the practice service a document that the page has read, and adds its job to the documents. Refused where the
   * open workspace is not that of practice: a company's service takes no documents from Gangway.
   */
  'practice.giveDocument': call(givenDocument, z.object({ jobId: z.guid() })),
};
