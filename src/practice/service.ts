import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type Database from 'better-sqlite3';
import { Hono, type MiddlewareHandler } from 'hono';
import type { GivenDocument } from '#shared/ocr/processed-page.ts';
import { keepFact, openDatabase, practiceToken, readFact } from './database.ts';
import { documentFileRoutes, insertDocumentJob } from './documents.ts';
import { PracticeStartError, refusalResponse, parseJson, readBody } from './errors.ts';
import { addGivenDocument } from './given-documents.ts';
import { Mailer, listMails } from './mail.ts';
import { operationRoutes, type Answerer, type PostListener } from './operations.ts';
import { sampleDocumentJobs, sampleVendors } from './sample-data.ts';
import { insertVendor } from './vendors.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { listVerifications } from './verifications.ts';

export interface PracticeServiceOptions {
  /** For the database and the emails; created if missing. */
  dataDir: string;
  port?: number;
  token?: string;
  /** Until a verification has its result; 6000 by default. */
  verificationDelayMs?: number;
  /** Until an unready document job is ready after its first request; 20000 by default. */
  documentDelayMs?: number;
  /** Sends emails there, instead of writing them to files. */
  smtpUrl?: string;
  honoursIdempotencyKey?: boolean;
  /** Refuses an invite to an address that was invited before; by default it is emailed again. */
  refusesRepeatedInvites?: boolean;
  /** Starts with vendors and document jobs; true by default. */
  samples?: boolean;
  /** The folder of bundled documents, if not `samples` beside this file. */
  samplesDir?: string;
  answer?: Answerer;
  onPost?: PostListener;
  moreRoutes?: Hono<{ Bindings: HttpBindings }>;
  /** Reports faults; to stderr by default. */
  onError?: (error: Error) => void;
}

export type PracticeService = Awaited<ReturnType<typeof serveFrom>>;

/** Starts the practice service on 127.0.0.1 with its state in `dataDir`. Throws {@link PracticeStartError}. */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const onError = options.onError ?? ((error: Error) => process.stderr.write(`${describe(error)}\n`));
  if (options.smtpUrl !== undefined && !/^smtps?:\/\/[^/]/i.test(options.smtpUrl)) {
    throw new PracticeStartError('The mail server’s address has to look like smtp://host:port.');
  }
  const db = openDatabase(options.dataDir);
  try {
    return await serveFrom(db, options, onError);
  } catch (error) {
    db.close();
    throw error;
  }
}

async function serveFrom(
  db: Database.Database,
  options: PracticeServiceOptions,
  onError: (error: Error) => void,
) {
  if (options.samples ?? true) keepSamples(db);
  const token = options.token ?? practiceToken(db);
  const mailer = new Mailer(db, options, onError);
  const answer = options.answer ?? ((_c, _operation, apply) => apply());
  let invitesToDrop = 0;
  const closing = new AbortController();
  const atWork = new Set<Promise<unknown>>();
  let baseUrl = '';

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error, c) => {
    onError(error);
    return refusalResponse(c, {
      status: 500,
      code: 'internal',
      message: 'The practice service has a fault.',
    });
  });
  app.notFound((c) =>
    refusalResponse(c, { status: 404, code: 'no_such_operation', message: 'there is nothing here' }),
  );
  app.use(async (_c, next) => {
    const work = next();
    atWork.add(work);
    try {
      await work;
    } finally {
      atWork.delete(work);
    }
  });
  app.use(demandBearer(token));
  app.route(
    '/',
    operationRoutes({
      db,
      mailer,
      async answer(c, operation, apply, end) {
        if (operation !== 'inviteVendor' || invitesToDrop === 0) return answer(c, operation, apply, end);
        invitesToDrop -= 1;
        await apply();
        c.env.incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      },
      onPost: options.onPost ?? (() => undefined),
      closing: closing.signal,
      baseUrl: () => baseUrl,
      verificationDelayMs: options.verificationDelayMs ?? 6_000,
      documentDelayMs: options.documentDelayMs ?? 20_000,
      honoursIdempotencyKey: options.honoursIdempotencyKey ?? true,
      refusesRepeatedInvites: options.refusesRepeatedInvites ?? false,
    }),
  );
  app.route('/', documentFileRoutes(db, options.samplesDir ?? join(import.meta.dirname, 'samples')));
  app.route('/', controlRoutes(db));
  if (options.moreRoutes !== undefined) app.route('/', options.moreRoutes);

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => {
    listener(incoming, outgoing).catch((error: unknown) => onError(asError(error)));
  });
  const port = await listen(server, options.port ?? 0);
  baseUrl = `http://127.0.0.1:${port}`;
  mailer.deliverOutstanding().catch((error: unknown) => onError(asError(error)));

  return {
    baseUrl,
    token,
    port,
    /** Applies the next invites and closes their connections without an answer. */
    dropInviteAnswers(times: number): void {
      invitesToDrop = times;
    },
    /** As `POST /practice/documents`. */
    addDocument: (given: GivenDocument) => addGivenDocument(db, given, Date.now()),
    /** Ends every connection, then closes the database. Delayed requests are dropped without effect. */
    close: async (): Promise<void> => {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await mailer.stop();
      await Promise.allSettled(atWork);
      await closed;
      db.close();
    },
  };
}

function keepSamples(db: Database.Database): void {
  if (readFact(db, 'samples') !== null) return;
  const now = Date.now();
  db.transaction(() => {
    for (const vendor of sampleVendors()) insertVendor(db, Number(vendor.id), vendor, now);
    for (const job of sampleDocumentJobs()) insertDocumentJob(db, job, now);
    keepFact(db, 'samples', new Date(now).toISOString());
  }).immediate();
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { message } = asError(cause);
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const reason = taken ? 'is in use by another program' : `cannot be used (${message})`;
    throw new PracticeStartError(`Port ${port} on 127.0.0.1 ${reason}.`, { cause });
  }
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new TypeError('A server that listens on TCP has to have a port.');
}

const asError = (value: unknown): Error => (value instanceof Error ? value : new Error(String(value)));

const describe = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets a request through only with the bearer token; otherwise 401. Compares in constant time. */
function demandBearer(token: string): MiddlewareHandler {
  const expected = digest(token);
  return async (c, next) => {
    const given = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      c.header('WWW-Authenticate', 'Bearer realm="practice"');
      const message = given === undefined ? 'A bearer token is needed.' : 'This token is not known here.';
      return refusalResponse(c, { status: 401, code: 'unauthorized', message });
    }
    await next();
    return undefined;
  };
}

const documentLimitMiB = 12;

/** The endpoints under /practice/, which are not part of the service interface: to add documents and to inspect the service. */
export const controlRoutes = (db: Database.Database): Hono<{ Bindings: HttpBindings }> =>
  new Hono<{ Bindings: HttpBindings }>()
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
