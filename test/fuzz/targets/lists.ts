import fc from 'fast-check';
import { openList } from '#main/imports/open-list.ts';
import { UnusableFile } from '#main/imports/reading.ts';
import { casesOf, type FuzzTarget } from '../target.ts';
import { hostileText } from '../values.ts';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.emailAddress(),
  hostileText,
  fc.constantFrom('"', '""', '"a', 'a"b', 'a,b', 'a;b', 'a\tb', 'a\nb', '\r', '=1+1', '@SUM(A1)'),
);
const csvText = fc
  .record({
    rows: fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|', ''),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    quoted: fc.boolean(),
  })
  .map(({ rows, delimiter, lineEnd, quoted }) =>
    rows
      .map((row) => row.map((one) => (quoted ? `"${one.replaceAll('"', '""')}"` : one)).join(delimiter))
      .join(lineEnd),
  );
const encoded = fc
  .tuple(
    csvText,
    fc.constantFrom(
      'utf8' as const,
      'bom' as const,
      'utf16le' as const,
      'utf16be' as const,
      'latin1' as const,
    ),
  )
  .map(([text, encoding]) => {
    switch (encoding) {
      case 'utf8':
        return Buffer.from(text);
      case 'bom':
        return Buffer.from(`\ufeff${text}`);
      case 'utf16le':
        return Buffer.from(`\ufeff${text}`, 'utf16le');
      case 'utf16be':
        return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
      case 'latin1':
        return Buffer.from(text, 'latin1');
    }
  });
const zipStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const anyBytes = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));
const files = fc.oneof(
  { weight: 6, arbitrary: encoded },
  { weight: 2, arbitrary: anyBytes },
  { weight: 1, arbitrary: anyBytes.map((bytes) => Buffer.concat([zipStart, bytes])) },
);

/** A list that somebody chose: rows of texts, or one sentence that says why not. */
export const lists: FuzzTarget = {
  name: 'lists',
  open: () =>
    Promise.resolve({
      cases: casesOf(files, async (bytes) => {
        try {
          const list = await openList(bytes);
          for (let sheet = 0; sheet < list.sheets.length; sheet += 1) {
            let before = 0;
            for await (const rows of list.rows(sheet)) {
              for (const { row, cells } of rows) {
                if (row <= before) throw new Error(`Row ${row} comes after row ${before}.`);
                before = row;
                if (cells.at(-1) === '') throw new Error('A row ends with an empty cell.');
              }
            }
          }
        } catch (error) {
          if (!(error instanceof UnusableFile) || !/^[A-Z].*[.)]$/s.test(error.message)) throw error;
        }
      }),
      close: () => Promise.resolve(),
    }),
};
