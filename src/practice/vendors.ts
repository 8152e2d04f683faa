import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { OpenObject } from '#shared/service/json.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile, type SentVendorProfile } from '#shared/service/vendor-profile.ts';

const firstNewVendor = 60001;

/** `number` is the vendor's ID. */
export interface StoredVendor {
  number: number;
  profile: SentVendorProfile;
}

/** A profile as sent: with numeric IDs, as in the interface. */
export const sentVendorProfile = z.custom<SentVendorProfile>(
  (profile) => vendorProfile.safeParse(profile).success,
);

const vendorRow = z.object({ number: z.number(), profile: z.string() });

function fromRow(row: unknown): StoredVendor | null {
  const parsed = vendorRow.optional().parse(row);
  if (parsed === undefined) return null;
  return { number: parsed.number, profile: sentVendorProfile.parse(JSON.parse(parsed.profile)) };
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The vendor with that ID, or null. IDs are whole numbers as text. */
export function findVendor(db: Database.Database, id: string): StoredVendor | null {
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  return fromRow(db.prepare('SELECT number, profile FROM vendors WHERE number = ?').get(Number(id)));
}

export function findVendorByEmail(db: Database.Database, email: string): StoredVendor | null {
  const row = db
    .prepare('SELECT number, profile FROM vendors WHERE email = ? ORDER BY number LIMIT 1')
    .get(emailKey(email));
  return fromRow(row);
}

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
  const { next } = z
    .object({ next: z.number() })
    .parse(
      db.prepare('SELECT max(?, coalesce(max(number), 0) + 1) AS next FROM vendors').get(firstNewVendor),
    );
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
