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
import { licenseRegister } from './sample-data.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';
import { listPairs } from '#shared/base/fold-text.ts';

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

export const listVerifications = (db: Database.Database) =>
  z
    .array(requestRow.pick({ id: true, type: true, parameters: true }))
    .parse(db.prepare('SELECT id, type, parameters FROM verification_requests ORDER BY rowid').all())
    .map(({ id, type, parameters }) => ({ id, type, data: licenseDetails.parse(JSON.parse(parameters)) }));

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
  const mismatch = finding.differences.length === 1 ? 'mismatch' : 'manual_review';
  const status = { match: 'verified', expired: 'expired', mismatch }[finding.kind];
  return { response, isVerified: finding.kind !== 'expired', status };
}

function documentTypeFor(type: string): string {
  if (/^licen[cs]e$/i.test(type)) return 'TRADE_LICENSE';
  return type.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}

/** The fields compared with the register, where submitted. */
const comparedFields = ['licenseeName', 'qualifiedParty', 'licenseeAddress', 'expiryDate'] as const;
export type ComparedField = (typeof comparedFields)[number];

export type Finding =
  | { kind: 'not_found' }
  | { kind: 'match' | 'expired' | 'mismatch'; found: LicenseDetails; differences: ComparedField[] };

const shortForms = new Map(
  listPairs(`
    suite: ste, apartment: apt, unit: ste, building: bldg, north: n, south: s, east: e, west: w, street: st, avenue: ave,
    boulevard: blvd, road: rd, drive: dr, lane: ln, court: ct, place: pl, highway: hwy, company: co, incorporated: inc, and: &
  `),
);

/** Finds a submission by its license number and compares it. `today` as YYYY-MM-DD decides what has expired. */
function findLicense(register: readonly LicenseDetails[], submitted: LicenseDetails, today: string): Finding {
  const number = bareNumber(submitted.licenseNumber ?? '');
  const found = register.find((license) => bareNumber(license.licenseNumber ?? '') === number);
  if (found === undefined) return { kind: 'not_found' };
  const differences = comparedFields.filter((field) => differs(field, submitted[field], found[field]));
  if ((found.expiryDate ?? today) < today) return { kind: 'expired', found, differences };
  return { kind: differences.length === 0 ? 'match' : 'mismatch', found, differences };
}

const bareNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

function differs(field: ComparedField, submitted: unknown, found: unknown): boolean {
  if (typeof submitted !== 'string' || submitted.trim() === '') return false;
  if (typeof found !== 'string') return true;
  if (field === 'expiryDate') return toDay(submitted) !== toDay(found);
  return plainForm(submitted) !== plainForm(found);
}

function plainForm(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}&]+/gu) ?? [];
  return words.map((word) => shortForms.get(word) ?? word).join(' ');
}

/** A date as YYYY-MM-DD; the text itself where it is not understood. */
function toDay(text: string): string {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0];
  if (iso !== undefined) return iso;
  const parsed = new Date(text);
  if (Number.isNaN(parsed.getTime())) return text.trim();
  return isoDay(localDay(parsed));
}
