import type { HttpBindings } from '@hono/node-server';
import type Database from 'better-sqlite3';
import { Hono, type Context } from 'hono';
import { isUuid, type OperationName } from '#shared/service/operations.ts';
import { documentResultAt } from './documents.ts';
import { refusalResponse, refused, type Outcome, parseJson, readBody } from './errors.ts';
import { inviteVendor } from './invitations.ts';
import type { Mailer } from './mail.ts';
import { findVendor } from './vendors.ts';
import { queueVerification, verificationResultAt } from './verifications.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readRow } from './database.ts';

export type PracticeContext = Context<{ Bindings: HttpBindings }>;

/** Answers a request. `apply` applies it and gives the proper answer; at most once. `closing` aborts when the service closes. */
export type Answerer = (
  c: PracticeContext,
  operation: OperationName,
  apply: () => Promise<Response>,
  closing: AbortSignal,
) => Promise<Response>;

/** Hears of every POST before anything is decided about it: its operation, body and Idempotency-Key. */
export type PostListener = (operation: OperationName, text: string, key: string | undefined) => void;

/** `baseUrl` is a function, as the port is known only after listening. */
interface OperationDeps {
  db: Database.Database;
  mailer: Mailer;
  answer: Answerer;
  onPost: PostListener;
  closing: AbortSignal;
  baseUrl: () => string;
  verificationDelayMs: number;
  documentDelayMs: number;
  honoursIdempotencyKey: boolean;
  refusesRepeatedInvites: boolean;
}

/** A POST: its effect inside a transaction, its answer, and what is left to do after. */
type Effect = (body: unknown, now: number) => Outcome<{ answer: object; afterwards?: () => Promise<void> }>;

export function operationRoutes(deps: OperationDeps): Hono<{ Bindings: HttpBindings }> {
  const { db, mailer, closing, baseUrl } = deps;
  const keysAtWork = new Set<string>();
  // Binds a key to its request's answer, in the transaction that applies the request.
  const insertAnswer = db.prepare(
    'INSERT INTO idempotency_keys (key, fingerprint, answer, answered_at) VALUES (?, ?, ?, ?)',
  );

  const read = (operation: OperationName, c: PracticeContext, find: () => Outcome<object>) => {
    const respond = () => {
      const outcome = find();
      return outcome.ok ? c.json(outcome.value) : refusalResponse(c, outcome.refusal);
    };
    return deps.answer(c, operation, () => Promise.resolve(respond()), closing);
  };

  const write = async (operation: OperationName, c: PracticeContext, effect: Effect) => {
    const text = await readBody(c.env.incoming);
    if (!text.ok) return refusalResponse(c, text.refusal);
    const header = c.req.header('idempotency-key');
    deps.onPost(operation, text.value, header);
    const key = readIdempotencyKey(deps.honoursIdempotencyKey ? header : undefined);
    if (!key.ok) return refusalResponse(c, key.refusal);
    if (key.value !== null && keysAtWork.has(key.value)) {
      const message = 'The first request with this Idempotency-Key is still being worked on.';
      return refusalResponse(c, { status: 409, code: 'request_in_progress', message });
    }
    const apply = () => applyOnce(c, key.value, text.value, effect);
    if (key.value === null) return deps.answer(c, operation, apply, closing);
    keysAtWork.add(key.value);
    try {
      return await deps.answer(c, operation, apply, closing);
    } finally {
      keysAtWork.delete(key.value);
    }
  };

  const applyOnce = async (c: PracticeContext, key: string | null, text: string, effect: Effect) => {
    const fingerprint = requestFingerprint(c.req.method, c.req.path, text);
    if (key !== null) {
      const earlier = recallAnswer(db, key, fingerprint);
      if (!earlier.ok) return refusalResponse(c, earlier.refusal);
      if (earlier.value !== null) {
        return c.body(earlier.value, 200, {
          'Content-Type': 'application/json',
          'Idempotency-Replayed': 'true',
        });
      }
    }
    const body = parseJson(text);
    if (!body.ok) return refusalResponse(c, body.refusal);
    const now = Date.now();
    const outcome = db
      .transaction(() => {
        const applied = effect(body.value, now);
        if (applied.ok && key !== null) {
          const answer = JSON.stringify(applied.value.answer);
          insertAnswer.run(key, fingerprint, answer, now);
        }
        return applied;
      })
      .immediate();
    if (!outcome.ok) return refusalResponse(c, outcome.refusal);
    await outcome.value.afterwards?.();
    return c.json(outcome.value.answer);
  };

  const byUuid = (id: string, find: () => object | null): Outcome<object> => {
    if (!isUuid(id)) return refused(400, 'malformed_id', 'the id has to be a UUID');
    const found = find();
    return found === null
      ? refused(404, 'not_found', 'nothing is known under this id')
      : { ok: true, value: found };
  };

  return new Hono<{ Bindings: HttpBindings }>()
    .get('/vendors/:id/profile', (c) =>
      read('getVendorProfile', c, () => {
        const vendor = findVendor(db, c.req.param('id'));
        if (vendor === null) return refused(404, 'not_found', 'this vendor is not known to your company');
        return { ok: true, value: vendor.profile };
      }),
    )
    .post('/vendors', (c) =>
      write('inviteVendor', c, (body, now) => {
        const invited = inviteVendor(db, body, baseUrl(), now, deps.refusesRepeatedInvites);
        if (!invited.ok) return invited;
        const { result, mailId } = invited.value;
        return { ok: true, value: { answer: result, afterwards: () => mailer.deliver(mailId) } };
      }),
    )
    .post('/api/verification/queue', (c) =>
      write('queueVerification', c, (body, now) => {
        const queued = queueVerification(db, body, deps.verificationDelayMs, now);
        return queued.ok ? { ok: true, value: { answer: queued.value } } : queued;
      }),
    )
    .get('/api/verification/:id', (c) =>
      read('getVerificationResult', c, () => {
        const id = c.req.param('id');
        return byUuid(id, () => verificationResultAt(db, id, Date.now()));
      }),
    )
    .get('/api/vision/:id', (c) =>
      read('getDocumentResult', c, () => {
        const id = c.req.param('id');
        return byUuid(id, () =>
          documentResultAt(db, id, { baseUrl: baseUrl(), delayMs: deps.documentDelayMs, now: Date.now() }),
        );
      }),
    );
}

const requestFingerprint = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/** The key of an Idempotency-Key header, quoted or bare; null for none. Refuses empty, non-ASCII or over 255 characters. */
function readIdempotencyKey(header: string | undefined): Outcome<string | null> {
  if (header === undefined) return { ok: true, value: null };
  const text = header.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted === undefined ? text : quoted.replace(/\\(["\\])/g, '$1');
  if (!/^[ -~]{1,255}$/.test(key)) {
    return refused(400, 'invalid_idempotency_key', 'Idempotency-Key needs 1 to 255 printable characters.');
  }
  return { ok: true, value: key };
}

const answerRow = z.object({ fingerprint: z.string(), answer: z.string() });

/** The stored answer for a key, as JSON text; null for a new key; refused where the key came with another request. */
function recallAnswer(db: Database.Database, key: string, fingerprint: string): Outcome<string | null> {
  const sql = 'SELECT fingerprint, answer FROM idempotency_keys WHERE key = ?';
  const row = readRow(db, answerRow, sql, key);
  if (row === null) return { ok: true, value: null };
  if (row.fingerprint === fingerprint) return { ok: true, value: row.answer };
  return refused(422, 'idempotency_key_reused', 'This Idempotency-Key was used for a different request.');
}
