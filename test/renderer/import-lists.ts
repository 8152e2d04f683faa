import type { ListKind } from '#shared/imports/import-fields.ts';
import type { CoreBridge } from './core-bridge.ts';
import { until } from './screen.tsx';

// Lists as people have them, of which a part needs to be looked at. Rows are counted as in the file, from 1.

function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');
}

/** Rows of a list from one row to another, but for some that are written out. */
function fillRows(
  from: number,
  to: number,
  special: Readonly<Record<number, readonly string[]>>,
  usual: (row: number) => readonly string[],
): (readonly string[])[] {
  return Array.from(
    { length: to - from + 1 },
    (_none, index) => special[from + index] ?? usual(from + index),
  );
}

const vendor = (email: string, company: string, first: string, last: string) => [
  email,
  company,
  first,
  last,
  '(415) 555-0171',
  'Owner',
  'MB-0031',
  'Hello',
];

/** Vendors in rows 2 to 222: 214 of them ready, four wrong (14, 38, 61, 165), three known already (20, 118, 204). */
export const vendorList = toCsv([
  ['Email', 'Company', 'First name', 'Last name', 'Phone', 'Job title', 'Internal no.', 'Message'],
  ...fillRows(
    2,
    222,
    {
      14: vendor('dale@ironwood..example.com', 'Ironwood Pest Control', 'Dale', 'Hutchins'),
      20: vendor('tom@kestrel.example.com', 'Kestrel Roofing Co.', 'Tom', 'Okafor'),
      38: vendor('', 'Aziz Tile & Stone', 'Noor', 'Aziz'),
      61: vendor('lena@brickyard', 'Brickyard Masonry', 'Lena', 'Osei'),
      118: vendor('hannah@quayside.example.com', 'Quayside Painting', 'Hannah', 'Cho'),
      165: vendor('ops@gull.example.com; ap@gull.example.com', 'Gull Wing Drywall', 'Gil', 'Santos'),
      204: vendor('v2@harbor.example.com', 'Harbor Vendor 2', 'Vera', 'Harbor'),
    },
    (row) => vendor(`v${row}@harbor.example.com`, `Harbor Vendor ${row}`, 'Vera', `Harbor ${row}`),
  ),
]);

const headings = ['License #', 'Trade', 'Business name', 'State', 'Expires', 'Vendor no.', 'Notes'];
const license = (number: string, trade: string, name: string, state: string, expires: string) => [
  number,
  trade,
  name,
  state,
  expires,
  '',
  'Renewed in May',
];

/** Licenses in rows 6 to 51, below a title: 42 ready, two wrong (9, 23), one known already (31), one twice (12 and 44). */
export const licenseList = toCsv([
  ['License register'],
  ['Mission Bay Property Group'],
  ['As of June 1'],
  [],
  headings,
  ...fillRows(
    6,
    51,
    {
      9: license('1.04883E+11', 'Electrical', 'Copperline Electric', 'CA', '2097-09-30'),
      12: license('0880399', 'Masonry', 'Brickyard Masonry', 'CA', '2097-01-31'),
      23: license('771204', 'Roofing', 'Kestrel Roofing Co.', 'CA', '31.12.2097'),
      31: license('1048827', 'Plumbing', 'Brightwater Plumbing & Drain', 'CA', '2097-03-31'),
      44: license('0880399', 'Masonry', 'Brickyard Masonry', 'CA', '2097-01-31'),
    },
    (row) => license(`2${row}0881`, 'HVAC', `Harbor Air ${row}`, 'CA', '2097-06-30'),
  ),
]);

/** Opens a list for its screen and waits until it has been checked. */
export async function importList(
  { ask }: CoreBridge,
  list: ListKind,
  fileName: string,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = Buffer.from(content);
  const { importId } = await ask('imports.begin', { list, fileName, size: bytes.length });
  await ask('imports.append', { importId, offset: 0, data: bytes.toString('base64') });
  await ask('imports.finish', { importId });
  await until(async () => {
    const phase = (await ask('imports.status', null))?.phase;
    if (phase?.kind !== 'ready') throw new Error(`The list is ${phase?.kind}, not ready.`);
  });
}
