import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openObject, type OpenObject } from '#shared/service/json.ts';
import type { PracticeServiceOptions } from '#practice/service.ts';
import {
  startMisbehavingService,
  type MisbehavingService,
} from '#test/misbehaving-service/misbehaving-service.ts';

/** A folder that is gone when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** The code and the reason of an answer that refuses a request. */
export async function getRefusal(response: Response): Promise<{ code: string; message: string }> {
  return refusal.parse(await response.json()).error;
}

export interface Harness {
  service: MisbehavingService;
  dataDir: string;
  /** Calls the service with its token. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** As `call`, and demands a JSON object in a successful answer. */
  json: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<OpenObject>;
  invite: (email: string, headers?: Record<string, string>) => Promise<Response>;
  emlFiles: () => Promise<string[]>;
  counts: () => Record<string, number>;
}

/** A practice service over real HTTP that is closed when the test has finished. Faults inside it fail the test. */
export async function practiceHarness(options: Partial<PracticeServiceOptions> = {}): Promise<Harness> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const faults: Error[] = [];
  const service = await startMisbehavingService({
    verificationDelayMs: 0,
    documentDelayMs: 0,
    onError: (error) => faults.push(error),
    ...options,
    dataDir,
  });
  onTestFinished(async () => {
    await service.close();
    if (faults.length > 0) throw new AggregateError(faults, 'The practice service had faults.');
  });
  const call: Harness['call'] = (method, path, body, headers = {}) =>
    fetch(new URL(path, service.baseUrl), {
      method,
      redirect: 'manual',
      headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json: Harness['json'] = async (...request) => {
    const response = await call(...request);
    const text = await response.text();
    if (!response.ok) throw new Error(`Answered ${response.status}: ${text}`);
    return openObject.parse(JSON.parse(text));
  };
  return {
    service,
    dataDir,
    call,
    json,
    invite: (email, headers) => call('POST', '/vendors', { vendor: { email } }, headers),
    emlFiles: async () => {
      const names = (await readdir(join(dataDir, 'mail'))).filter((name) => name.endsWith('.eml'));
      return Promise.all(names.map((name) => readFile(join(dataDir, 'mail', name), 'utf8')));
    },
    counts: () => countRows(dataDir),
  };
}

const tables = [
  'vendors',
  'invitations',
  'mails',
  'verification_requests',
  'document_jobs',
  'idempotency_keys',
];

/** How many rows each table has that a request can add to. */
function countRows(dataDir: string): Record<string, number> {
  const db = new Database(join(dataDir, 'practice.db'), { readonly: true });
  try {
    const count = (table: string) =>
      z.number().parse(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    return Object.fromEntries(tables.map((table) => [table, count(table)]));
  } finally {
    db.close();
  }
}
