import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import {
  licenseDetails,
  type LicenseDetails,
  type QueueResponse,
  type VerificationResult,
} from '#shared/service/verification.ts';
import { readRow } from './database.ts';
import { refused, type Outcome } from './errors.ts';
import { findLicense } from './license-register.ts';
import { licenseRegister } from './sample-data.ts';

const queueRequest = z.looseObject({ type: z.string().trim().min(1), data: licenseDetails });

/** The share of the delay for which a request is queued, before it is in progress. */
const queuedShare = 0.4;

/** Queues a verification, due after `delayMs`; refuses (422) wrong bodies. Runs in the caller's transaction. */
export function queueVerification(
  db: Database.Database,
  body: unknown,
  delayMs: number,
  now: number,
): Outcome<QueueResponse> {
  const parsed = queueRequest.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    return refused(
      422,
      'invalid_request',
      where === '' ? 'the body has to be an object' : `${where} is missing or has the wrong type`,
    );
  }
  const { type, data } = parsed.data;
  if ((data.licenseNumber ?? '').trim() === '')
    return refused(422, 'missing_license_number', 'licenseNumber is missing');
  const id = randomUUID();
  db.prepare(
    'INSERT INTO verification_requests (id, type, parameters, queued_at, due_at) VALUES (?, ?, ?, ?, ?)',
  ).run(id, type, JSON.stringify(data), now, now + delayMs);
  return { ok: true, value: { success: true, id } };
}

const requestRow = z.object({
  id: z.string(),
  type: z.string(),
  parameters: z.string(),
  queued_at: z.number(),
  due_at: z.number(),
});

/** All submissions, oldest first. */
export function listVerifications(db: Database.Database) {
  return z
    .array(requestRow.pick({ id: true, type: true, parameters: true }))
    .parse(db.prepare('SELECT id, type, parameters FROM verification_requests ORDER BY rowid').all())
    .map(({ id, type, parameters }) => ({ id, type, data: licenseDetails.parse(JSON.parse(parameters)) }));
}

/** A verification request at `now` (ms since 1970); null for an unknown ID. */
export function verificationResultAt(
  db: Database.Database,
  id: string,
  now: number,
): VerificationResult | null {
  const sql = 'SELECT * FROM verification_requests WHERE id = ?';
  const row = readRow(db, requestRow, sql, id.toLowerCase());
  if (row === null) return null;
  const parameters = licenseDetails.parse(JSON.parse(row.parameters));
  return {
    id: row.id,
    documentType: documentTypeFor(row.type),
    parameters,
    ...progress(row, parameters, now),
  };
}

type Progress = Required<Pick<VerificationResult, 'response' | 'isVerified' | 'status'>>;

function progress(row: z.infer<typeof requestRow>, parameters: LicenseDetails, now: number): Progress {
  if (now < row.due_at) {
    const taken = row.queued_at + (row.due_at - row.queued_at) * queuedShare;
    return { response: null, isVerified: false, status: now < taken ? 'queued' : 'in_progress' };
  }
  // By the day of the request, so that a result never changes.
  const day = new Date(row.queued_at);
  const finding = findLicense(licenseRegister(day), parameters, day.toISOString().slice(0, 10));
  if (finding.kind === 'not_found') return { response: null, isVerified: false, status: 'not_found' };
  const response = { ...finding.found, isMatch: finding.differences.length === 0 };
  switch (finding.kind) {
    case 'match':
      return { response, isVerified: true, status: 'verified' };
    case 'expired':
      return { response, isVerified: false, status: 'expired' };
    case 'mismatch':
      return {
        response,
        isVerified: true,
        status: finding.differences.length === 1 ? 'mismatch' : 'manual_review',
      };
  }
}

function documentTypeFor(type: string): string {
  if (/^licen[cs]e$/i.test(type)) return 'TRADE_LICENSE';
  return type.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}
