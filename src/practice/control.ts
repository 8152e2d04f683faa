import type { HttpBindings } from '@hono/node-server';
import type Database from 'better-sqlite3';
import { Hono } from 'hono';
import { refusalResponse, parseJson, readBody } from './errors.ts';
import { addGivenDocument } from './given-documents.ts';
import { listMails } from './mail.ts';
import { listVerifications } from './verifications.ts';

const documentLimitMiB = 12;

/** The endpoints under /practice/, which are not part of the service interface: to add documents and to inspect the service. */
export function controlRoutes(db: Database.Database): Hono<{ Bindings: HttpBindings }> {
  return new Hono<{ Bindings: HttpBindings }>()
    .post('/practice/documents', async (c) => {
      const text = await readBody(c.env.incoming, documentLimitMiB);
      if (!text.ok) return refusalResponse(c, text.refusal);
      const body = parseJson(text.value);
      if (!body.ok) return refusalResponse(c, body.refusal);
      const added = addGivenDocument(db, body.value, Date.now());
      return added.ok ? c.json(added.value) : refusalResponse(c, added.refusal);
    })
    .get('/practice/mail', (c) => c.json(listMails(db)))
    .get('/practice/verifications', (c) => c.json(listVerifications(db)));
}
