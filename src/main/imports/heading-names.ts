import { z } from 'zod';
import { importField, type ImportField, type ListKind } from '#shared/imports/import-fields.ts';
import { vendorIdHeadings } from '#shared/imports/id-columns.ts';
import names from './heading-names.json' with { type: 'json' };

/**
 * Headings that people and programs give the columns of lists, folded as `foldHeading` does; by field, those that say it best
 * first. What may mean something else is left for the person to say: notes are often not for the vendor, an owner is that of the
 * property, "No." alone counts the rows, and the holder of a certificate of insurance is who asked for it. `Id`, `Company ID`
 * and `Status` of another program are not those of an invite.
 */
export function headingNames(list: ListKind): Map<ImportField, readonly string[]> {
  const fields = z.partialRecord(importField, z.string()).parse(names[list]);
  const split = Object.entries(fields).map(
    ([field, text]) => [importField.parse(field), text.split(' ').filter((name) => name !== '')] as const,
  );
  return new Map([...split, ['vendorId', vendorIdHeadings]]);
}

const words = (text: string): string[] => text.split(' ');

/** Folded headings with which addresses stand that are not the vendor's first one, or not the vendor's at all. */
export const notTheAddress =
  /^(?:b?cc|alt|alternate|secondary|other|additional|home|personal|private|our|internal|a[pr]|pm)\w*mail|(?:buyer|owner|manager|account|billing|invoic|remit|request|approv|assign|salesrep|createdby|agent|broker|insur|producer|coordinator|superintend|tenant|carrier|foreman)\w*mail|mail\w*(?:buyer|owner|manager|billing|invoic|remit|approv|agent|broker|insur|producer|coordinator|superintend|tenant)|mail\w*(?:[2-9]|cc|home|personal|private|old)(?:value|address)?$/;

/** Exports of other programs, known by headings that they have together, and what their columns hold other than by name. */
const knownExports: readonly { headings: readonly string[]; fields: ReadonlyMap<string, ImportField> }[] = [
  // Xero calls the company a contact.
  { headings: ['contactname', 'poattentionto'], fields: new Map([['contactname', 'companyName']]) },
  // The contractors' board of Oregon writes the place of the mailing address.
  {
    headings: ['licensenumber', 'licexpdate', 'rminame'],
    fields: new Map(['state', 'city', 'zipcode', 'countyname'].map((heading) => [heading, 'skip'])),
  },
];

/** What the program that wrote a file with these folded headings keeps in its columns; empty where it is none of those known. */
export function findExport(folded: readonly string[]): ReadonlyMap<string, ImportField> {
  const found = knownExports.find(({ headings }) => headings.every((one) => folded.includes(one)));
  return found?.fields ?? new Map<string, ImportField>();
}

/** An export without headings: the licenses of the Florida DBPR, whose number is put together of two other columns. */
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

/** What says of a company that it is not worked with any more. */
const ended =
  /^(?:vendor )?(?:in-?active|non-?active|not active|no longer|do[ -]not[ -]|dnu|don['’]t use|deleted|archived|closed|terminated|blocked|blacklisted|banned|debarred|suspended|disabled|obsolete|(?:on )?hold|former|out of business|retired|rejected|dormant|discontinued|cancel|unsubscribed)/i;

/** Columns that say whether a company is still worked with, and what in them says that it is not. */
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

/** The same, written into a company's name. */
export const endedInName = /\bdo not (?:use|invite|hire)\b|[(*-]\s*(?:dnu|inactive|deleted|old)\b/i;
