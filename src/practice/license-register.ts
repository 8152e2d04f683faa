import { isoDay, localDay } from '#shared/base/dates.ts';
import { listPairs } from '#shared/base/fold-text.ts';
import type { LicenseDetails } from '#shared/service/verification.ts';

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
export function findLicense(
  register: readonly LicenseDetails[],
  submitted: LicenseDetails,
  today: string,
): Finding {
  const number = bareNumber(submitted.licenseNumber ?? '');
  const found = register.find((license) => bareNumber(license.licenseNumber ?? '') === number);
  if (found === undefined) return { kind: 'not_found' };
  const differences = comparedFields.filter((field) => differs(field, submitted[field], found[field]));
  if ((found.expiryDate ?? today) < today) return { kind: 'expired', found, differences };
  return { kind: differences.length === 0 ? 'match' : 'mismatch', found, differences };
}

function bareNumber(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

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
