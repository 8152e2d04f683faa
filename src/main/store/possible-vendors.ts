import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldLetters, foldText } from '#shared/base/fold-text.ts';
import type { PossibleVendor } from '#shared/filing/match-vendor.ts';
import type { ReadPaper } from '#shared/filing/propose-paper.ts';
import { toPageKind } from '#shared/ocr/page-kind.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { getEmployerId } from '#shared/service/employer-id.ts';
import { readKept } from '#shared/service/envelope.ts';
import { licenseLookupKey } from './known-licenses.ts';
import { cacheWhileUnchanged, createQueries, readSlices, shownName } from './query.ts';
import type { ReadingStore } from './readings.ts';

const namedVendor = z.object({
  number: z.number(),
  subject: z.string(),
  name: z.string(),
  contact: shownName,
  state: z.string().nullable(),
});
type NamedVendor = z.infer<typeof namedVendor>;

/** The vendors by the words of their names, as they were at one time. */
export interface VendorNames {
  vendors: ReadonlyMap<string, NamedVendor>;
  byWord: ReadonlyMap<string, readonly string[]>;
}

const sliceRows = 1000;
/** A word in more names tells nobody apart. */
const maxPerWord = 400;
const maxPossible = 24;

const textWords = (text: string): string[] => [
  ...new Set(
    [...foldText(text).split(/[^\p{L}\p{N}]+/u), foldLetters(text)].filter((word) => word.length > 1),
  ),
];

const increment = 'BEGIN UPDATE vendor_names SET version = version + 1; END';
const countNameChanges = `CREATE TEMP TABLE IF NOT EXISTS vendor_names AS SELECT 0 AS version;
  CREATE TEMP TRIGGER IF NOT EXISTS vendor_added AFTER INSERT ON main.onboarding ${increment};
  CREATE TEMP TRIGGER IF NOT EXISTS vendor_removed AFTER DELETE ON main.onboarding ${increment};
  CREATE TEMP TRIGGER IF NOT EXISTS vendor_renamed AFTER UPDATE OF vendor, name ON main.onboarding ${increment};
  CREATE TEMP TRIGGER IF NOT EXISTS contact_renamed AFTER UPDATE OF contact_name, state_code ON main.vendor
    WHEN NEW.contact_name IS NOT OLD.contact_name OR NEW.state_code IS NOT OLD.state_code ${increment};`;

/** Finds the vendors that a paper may belong to. */
export function createPossibleVendors(
  db: Database,
  { readings, envelope }: { readings: ReadingStore; envelope: () => string | null },
) {
  const { prepareQuery, prepareText } = createQueries(db);
  const select = prepareQuery(
    `SELECT o.number, o.subject, o.name, v.contact_name AS contact, v.state_code AS state
     FROM onboarding o LEFT JOIN vendor v ON v.number = o.vendor WHERE o.number > ? ORDER BY o.number LIMIT ${sliceRows}`,
    namedVendor,
  );
  const byLicense = prepareText(
    'SELECT DISTINCT vendor_id FROM verification WHERE lookup_key = ? AND vendor_id IS NOT NULL LIMIT 20',
  );
  const byNumber = prepareText(
    'SELECT DISTINCT subject FROM filed_document WHERE number = ? AND subject IS NOT NULL AND removed_at IS NULL LIMIT 20',
  );
  const licenses = prepareQuery(
    `SELECT vendor_id AS subject, license_number AS number FROM verification
     WHERE vendor_id IN (SELECT value FROM json_each(?)) AND license_number IS NOT NULL`,
    z.object({ subject: z.string(), number: z.string() }),
  );
  const filed = prepareQuery(
    `SELECT subject, kind, number FROM filed_document
     WHERE subject IN (SELECT value FROM json_each(?)) AND number IS NOT NULL AND removed_at IS NULL`,
    z.object({ subject: z.string(), kind: z.string(), number: z.string() }),
  );
  const documents = prepareQuery(
    `SELECT vendor_id AS subject, job_id AS jobId FROM document
     WHERE vendor_id IN (SELECT value FROM json_each(?)) AND ready = 1 LIMIT 50`,
    z.object({ subject: z.string(), jobId: z.string() }),
  );

  /** The employer ID of a document that the service read; null where it has none of nine digits. */
  function readEmployerId(jobId: string): string | null {
    const latest = readings.latestBody('document', jobId);
    const result = latest === null ? null : readKept(documentResult, latest.body, envelope());
    const id = result === null ? null : getEmployerId(result);
    return id?.note === null ? id.revealed : null;
  }

  async function readNames(): Promise<VendorNames> {
    const vendors = new Map<string, NamedVendor>();
    const byWord = new Map<string, string[]>();
    for await (const { rows } of readSlices(0, select.all, ({ number }) => number)) {
      for (const row of rows) {
        vendors.set(row.subject, row);
        for (const word of textWords(`${row.name} ${row.contact ?? ''}`)) {
          const known = byWord.get(word);
          if (known === undefined) byWord.set(word, [row.subject]);
          else if (known.length <= maxPerWord) known.push(row.subject);
        }
        const whole = foldLetters(row.name);
        if (!byWord.has(whole)) byWord.set(whole, [row.subject]);
      }
    }
    return { vendors, byWord };
  }

  // Filing is a write each time; names change less often, and reading them takes as long as there are vendors.
  db.exec(countNameChanges);
  const kept = cacheWhileUnchanged<Promise<VendorNames>>(db, 'SELECT version FROM temp.vendor_names');
  return {
    /** Read slice by slice, so that other work has its turn. */
    readNames: (): Promise<VendorNames> => kept('names', readNames),
    /** Those with a number of the paper, and those whose names share the most words with it. */
    find(paper: ReadPaper, fileName: string, names: VendorNames): PossibleVendor[] {
      const { employerId, licenseNumber } = paper;
      const license = licenseNumber === null ? null : licenseLookupKey(licenseNumber.value, '');
      const numbered = [
        ...(employerId === null ? [] : byNumber.all(employerId.value)),
        ...(licenseNumber === null ? [] : byNumber.all(licenseNumber.value)),
        ...(license === null ? [] : byLicense.all(license)),
      ];
      const hits = new Map<string, number>();
      const texts = [...paper.names.map(({ value }) => value), ...paper.mentions, fileName];
      for (const word of new Set(texts.flatMap(textWords))) {
        const subjects = names.byWord.get(word) ?? [];
        if (subjects.length > maxPerWord) continue;
        for (const subject of subjects) hits.set(subject, (hits.get(subject) ?? 0) + word.length);
      }
      const byName = [...hits].toSorted((one, other) => other[1] - one[1]).map(([subject]) => subject);
      const subjects = [...new Set([...numbered, ...byName.slice(0, maxPossible)])];
      const asked = JSON.stringify(subjects);
      const [ownLicenses, ownFiled] = [licenses.all(asked), filed.all(asked)];
      const ownIds = documents
        .all(asked)
        .map(({ subject, jobId }) => ({ subject, id: readEmployerId(jobId) }));
      return subjects.flatMap((subject) => {
        const vendor = names.vendors.get(subject);
        if (vendor === undefined) return [];
        const { name, contact, state } = vendor;
        const onFile = ownFiled.filter((one) => one.subject === subject);
        const isW9 = ({ kind }: { kind: string }) => toPageKind(kind) === 'w9';
        return {
          subject,
          name,
          names: contact === null || contact === name ? [name] : [name, contact],
          employerIds: [
            ...onFile.filter(isW9).map(({ number }) => number),
            ...ownIds.flatMap((one) => (one.subject === subject && one.id !== null ? one.id : [])),
          ],
          licenseNumbers: [
            ...onFile.filter((one) => !isW9(one)).map(({ number }) => number),
            ...ownLicenses.flatMap((one) => (one.subject === subject ? one.number : [])),
          ],
          state,
        };
      });
    },
  };
}
