import { z } from 'zod';
import { importField, type ImportField, type ListKind } from '#shared/imports/import-fields.ts';
import { vendorIdHeadings } from '#shared/imports/id-columns.ts';
import names from './heading-names.json' with { type: 'json' };

/** Folded headings of lists by field, best first. Ambiguous ones are left to the person: notes, an owner, "No.", `Id`, `Status`. */
export function headingNames(list: ListKind): Map<ImportField, readonly string[]> {
  const fields = z.partialRecord(importField, z.string()).parse(names[list]);
  const split = Object.entries(fields).map(
    ([field, text]) => [importField.parse(field), text.split(' ').filter((name) => name !== '')] as const,
  );
  return new Map([...split, ['vendorId', vendorIdHeadings]]);
}

const words = (text: string): string[] => text.split(' ');

/** Headings of email addresses that are not the vendor's first one, or not the vendor's at all. */
export const notTheAddress =
  /^(?:b?cc|alt|alternate|secondary|other|additional|home|personal|private|our|internal|a[pr]|pm)\w*mail|(?:buyer|owner|manager|account|billing|invoic|remit|request|approv|assign|salesrep|createdby|agent|broker|insur|producer|coordinator|superintend|tenant|carrier|foreman)\w*mail|mail\w*(?:buyer|owner|manager|billing|invoic|remit|approv|agent|broker|insur|producer|coordinator|superintend|tenant)|mail\w*(?:[2-9]|cc|home|personal|private|old)(?:value|address)?$/;

/** Exports of other programs, recognized by headings they have together, and their columns that mean something else. */
const knownExports: readonly { headings: readonly string[]; fields: ReadonlyMap<string, ImportField> }[] = [
  // Xero calls the company a contact.
  { headings: ['contactname', 'poattentionto'], fields: new Map([['contactname', 'companyName']]) },
  // Oregon's board writes the place of the mailing address.
  {
    headings: ['licensenumber', 'licexpdate', 'rminame'],
    fields: new Map(['state', 'city', 'zipcode', 'countyname'].map((heading) => [heading, 'skip'])),
  },
];

export function findExport(folded: readonly string[]): ReadonlyMap<string, ImportField> {
  const found = knownExports.find(({ headings }) => headings.every((one) => folded.includes(one)));
  return found?.fields ?? new Map<string, ImportField>();
}

/** An export without headings: Florida DBPR licenses, whose number is made of two other columns. */
export function fieldsWithoutHeadings(
  cells: readonly string[],
): Readonly<Record<number, ImportField>> | null {
  if (cells.length !== 22 || cells[21] !== `${cells[4]}${cells[12]}`) return null;
  return {
    1: 'licenseTradeType',
    2: 'qualifiedParty',
    3: 'licenseeName',
    5: 'licenseeAddress',
    17: 'expiryDate',
    21: 'licenseNumber',
  };
}

const ended =
  /^(?:vendor )?(?:in-?active|non-?active|not active|no longer|do[ -]not[ -]|dnu|don['’]t use|deleted|archived|closed|terminated|blocked|blacklisted|banned|debarred|suspended|disabled|obsolete|(?:on )?hold|former|out of business|retired|rejected|dormant|discontinued|cancel|unsubscribed)/i;

export const activityHeadings: readonly { headings: readonly string[]; inactive: RegExp }[] = [
  {
    headings: words(
      'activestatus status vendorstatus recordstatus contactstatus supplierstatus accountstatus',
    ),
    inactive: ended,
  },
  {
    headings: words('isactive active activeyn vendoractive enabled'),
    inactive: /^(?:false|f|n|0|no\b.*|(?:in|non-?|not )active)$/i,
  },
  {
    headings: words(
      'inactive isinactive donotuse donotuseforworkorder donotuseforworkorders donotcontact onhold archived isarchived deleted emailoptout',
    ),
    inactive: /^(?:true|t|yes\b.*|y|-?1|x|✓|dnu|inactive|on hold)$/i,
  },
];

export const endedInName = /\bdo not (?:use|invite|hire)\b|[(*-]\s*(?:dnu|inactive|deleted|old)\b/i;
