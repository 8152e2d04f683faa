import type Database from 'better-sqlite3';
import { z } from 'zod';
import { readRow } from './database.ts';
import type { OpenObject } from '#shared/service/json.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile, type SentVendorProfile } from '#shared/service/vendor-profile.ts';

const firstNewVendor = 60001;

export interface StoredVendor {
  number: number;
  profile: SentVendorProfile;
}

/** A profile as sent: with numeric IDs, as in the interface. */
export const sentVendorProfile = z.custom<SentVendorProfile>(
  (profile) => vendorProfile.safeParse(profile).success,
);

const vendorRow = z.object({ number: z.number(), profile: z.string() });

function readVendor(db: Database.Database, where: string, value: string | number): StoredVendor | null {
  const sql = `SELECT number, profile FROM vendors WHERE ${where} = ? ORDER BY number LIMIT 1`;
  const row = readRow(db, vendorRow, sql, value);
  return row === null
    ? null
    : { number: row.number, profile: sentVendorProfile.parse(JSON.parse(row.profile)) };
}

export const emailKey = (email: string): string => email.trim().toLowerCase();

/** The vendor with that ID, or null. IDs are whole numbers as text. */
export const findVendor = (db: Database.Database, id: string): StoredVendor | null =>
  /^[1-9]\d{0,14}$/.test(id) ? readVendor(db, 'number', Number(id)) : null;

export const findVendorByEmail = (db: Database.Database, email: string): StoredVendor | null =>
  readVendor(db, 'email', emailKey(email));

export function insertVendor(
  db: Database.Database,
  number: number,
  profile: SentVendorProfile,
  now: number,
): StoredVendor {
  const whole = { ...profile, id: String(number) };
  db.prepare('INSERT INTO vendors (number, email, profile, created_at) VALUES (?, ?, ?, ?)').run(
    number,
    emailKey(profile.email ?? ''),
    JSON.stringify(whole),
    now,
  );
  return { number, profile: whole };
}

/** Creates a vendor from an invitation's fields. IDs start at 60001. */
export function createVendor(db: Database.Database, invited: OpenObject, now: number): StoredVendor {
  const sql = 'SELECT max(?, coalesce(max(number), 0) + 1) AS next FROM vendors';
  const next = readRow(db, z.object({ next: z.number() }), sql, firstNewVendor)?.next ?? firstNewVendor;
  const given = readResource(vendorProfile, invited)?.value ?? {};
  return insertVendor(db, next, { ...emptyProfile, ...given }, now);
}

const emptyProfile: SentVendorProfile = {
  email: null,
  firstName: null,
  lastName: null,
  companyName: null,
  phoneNumber: null,
  jobTitle: null,
  jobSites: [],
  minorityTags: [],
  services: [],
  specialties: [],
  enrollmentDetails: null,
  userCompany: null,
  location: null,
};
