import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { stateForm } from '#shared/base/states.ts';
import { foldText } from '#shared/base/fold-text.ts';
import type { ImportDuplicate } from '#shared/ipc/imports.ts';
import { knownEntry, knownEntryColumns } from './known-recipients.ts';
import { cacheWhileUnchanged, createQueries, yesNo } from './query.ts';

const checked = z.object({ type: z.string(), place: z.string().nullable() });

/** The lookup key of a license: its number, else the licensee's name, folded. Null for neither. */
export function licenseLookupKey(licenseNumber: string, licenseeName: string): string | null {
  const text = licenseNumber === '' ? licenseeName : licenseNumber;
  const key = text.replace(/[ \-./#]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return key === '' ? null : key;
}

/** Whether two states are the same, be it by name or by code; one that is not said is the same as any. */
export const mayBeSameState = (one: string, other: string): boolean =>
  one.trim() === '' || other.trim() === '' || stateForm(one) === stateForm(other);

const rest = (type: string, state: string): string => `${type.trim().toLowerCase()}\n${stateForm(state)}`;

/** Equal for verifications of one license: number, trade and state as submitted. Null without a number. */
export function sameLicenseKey(
  licenseNumber: string | null | undefined,
  trade: string | null | undefined,
  state: string | null | undefined,
): string | null {
  const number = licenseLookupKey(licenseNumber ?? '', '');
  return number === null ? null : [number, foldText(trade ?? ''), stateForm(state ?? '')].join('\n');
}

/** The same for two checks of the same license: its number or licensee, its type and its state. */
export function licenseKey(license: {
  licenseNumber: string;
  licenseeName: string;
  type: string;
  state: string;
}): string | null {
  const key = licenseLookupKey(license.licenseNumber, license.licenseeName);
  return key === null ? null : `${key}\n${rest(license.type, license.state)}`;
}

/** The licenses whose check was enqueued on this computer, by {@link licenseKey}. */
export function createKnownLicenses(db: Database) {
  const { prepareValue, prepareNumber } = createQueries(db);
  const select = db.prepare(
    `SELECT ${knownEntryColumns}, v.type,
       CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.data.locationWhereLicenseIsValid.state') END AS place
     FROM verification v JOIN entry e ON e.seq = v.entry LEFT JOIN import_batch b ON b.number = v.import_batch
     WHERE v.lookup_key = ? AND e.state <> 'cancelled' ORDER BY v.entry DESC`,
  );
  const isAny = prepareValue('SELECT EXISTS (SELECT 1 FROM verification)', yesNo);
  const kept = cacheWhileUnchanged<boolean>(db);
  const lastEntry = prepareNumber('SELECT COALESCE(MAX(seq), 0) FROM entry');

  function findOne(key: string): ImportDuplicate | null {
    const end = key.indexOf('\n');
    for (const raw of select.iterate(key.slice(0, end))) {
      const row = checked.parse(raw);
      if (rest(row.type, row.place ?? '') !== key.slice(end + 1)) continue;
      return { kind: 'verification', ...knownEntry.parse(raw) };
    }
    return null;
  }

  return {
    find(keys: readonly string[]): ImportDuplicate | null {
      if (!kept('any', isAny.one)) return null;
      for (const key of keys) {
        const found = findOne(key);
        if (found !== null) return found;
      }
      return null;
    },
    mark: (): string => String(lastEntry.one()),
  };
}
