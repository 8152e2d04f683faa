import type { ImportField } from '#shared/import-fields.ts';
import type { ImportDuplicate, ImportRow, ImportStatus } from '#shared/ipc/imports.ts';
import { at, toId } from './core.ts';

const columns: readonly [heading: string, field: ImportField, sample: string][] = [
  ['License #', 'licenseNumber', '1048827'],
  ['Trade', 'licenseTradeType', 'Plumbing'],
  ['Business name', 'licenseeName', 'Brightwater Plumbing & Drain LLC'],
  ['State', 'state', 'CA'],
  ['Expires', 'expiryDate', '3/31/2027'],
  ['Vendor no.', 'vendorId', '48213'],
  ['Notes', 'skip', 'Renewed in May'],
];

type Sketch = [
  row: number,
  texts: [number: string, trade: string, name: string, state: string, expires: string, vendor: string],
  problem: [column: number, sentence: string, mend?: string] | null,
  duplicate: ImportDuplicate | null,
];

const sketches: readonly Sketch[] = [
  [
    9,
    ['1.04883E+11', 'Electrical', 'Copperline Electric', 'CA', '9/30/2026', '48377'],
    [0, 'The spreadsheet shortened this number. Enter all of its figures.'],
    null,
  ],
  [
    23,
    ['C39-771204', 'Roofing', 'Kestrel Roofing Co.', 'CA', '31.12.26', ''],
    [4, 'This reads as Dec 31, 2026. Enter it as 2026-12-31.', '2026-12-31'],
    null,
  ],
  [
    31,
    ['1048827', 'Plumbing', 'Brightwater Plumbing & Drain', 'California', '3/31/2027', '48213'],
    null,
    {
      kind: 'verification',
      entryId: toId(3, 1),
      state: 'accepted',
      queuedAt: at('09:02'),
      sentAt: at('09:03'),
      altered: false,
      fileName: null,
    },
  ],
  [44, ['0880312', 'Masonry', 'Brickyard Masonry', 'CA', '1/31/2028', ''], null, { kind: 'row', row: 12 }],
];

function toRow([row, texts, problem, duplicate]: Sketch): ImportRow {
  return {
    row,
    result: problem !== null ? 'problem' : duplicate !== null ? 'duplicate' : 'ready',
    cells: texts.map((text, column) => ({
      column,
      text,
      problem: problem?.[0] === column ? problem[1] : null,
      mend: problem?.[0] === column ? (problem[2] ?? null) : null,
      mendedFrom: null,
    })),
    duplicate,
    looksLike: null,
    included: false,
  };
}

/** A list of licenses that is open. */
export const licenseRows: readonly ImportRow[] = [
  ...sketches.map(toRow),
  ...Array.from({ length: 42 }, (_none, index) =>
    toRow([index + 45, [`20${index}881`, 'HVAC', `Harbor Air ${index}`, 'CA', '6/30/2027', ''], null, null]),
  ),
];

export const licenseList: Partial<ImportStatus> = {
  list: 'verifications',
  fileName: 'licenses-june.xlsx',
  sheets: ['Licenses'],
  type: 'license',
  headingsRow: 5,
  topRows: [
    { row: 1, text: 'License register' },
    { row: 2, text: 'Mission Bay Property Group' },
    { row: 3, text: 'As of June 1, 2026' },
    { row: 5, text: columns.map(([heading]) => heading).join(' · ') },
    { row: 6, text: columns.map(([, , sample]) => sample).join(' · ') },
  ],
  columns: columns.map(([heading, field, sample]) => ({ heading, field, sample })),
};
