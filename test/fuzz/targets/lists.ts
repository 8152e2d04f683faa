import fc from 'fast-check';
import { guessFields, findHeadings } from '#main/imports/columns.ts';
import { createInviteList } from '#main/imports/invite-list.ts';
import { createLicenseList } from '#main/imports/license-list.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import type { ListRules } from '#main/imports/list-rules.ts';
import type { ListItem } from '#main/store/import-rows.ts';
import { withinLimits } from '#main/imports/list-limits.ts';
import { openList } from '#main/imports/open-list.ts';
import { UnusableFile, type FileRow } from '#main/imports/reading.ts';
import { createRowTable, type RowTable, type TakingRules } from '#main/imports/row-table.ts';
import { emailProblem } from '#shared/base/email-address.ts';
import { listFields, listKind, type ListKind } from '#shared/imports/import-fields.ts';
import { importRow, type ImportRow } from '#shared/ipc/imports.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { vendorInvitation } from '#shared/service/vendor-invitation.ts';
import { verificationRequest } from '#shared/service/verification.ts';
import { getCases, type FuzzTarget } from '../target.ts';
import { hostileText } from '../values.ts';

const heading = fc.constantFrom(
  'Email',
  'Name',
  'Company',
  'Phone',
  'Vendor ID',
  'Message',
  'Company (JSON)',
  'Date invited',
  'License #',
  'Type',
  'State',
  'Expires',
  'Website',
  'ZIP',
  'Is match',
  'Holder',
);
const cell = fc.oneof(
  heading,
  fc.constantFrom(
    'CA',
    'license',
    '2026-06-09',
    '6/9/26',
    '48213',
    'ana@brightwater.example',
    '{"a":1}',
    '[{}]',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.emailAddress(),
  hostileText,
  fc.constantFrom('"', '""', '"a', 'a"b', 'a,b', 'a;b', 'a\tb', 'a\nb', '\r', '=1+1', '@SUM(A1)'),
);
const csvText = fc
  .record({
    rows: fc
      .tuple(
        fc.array(fc.array(cell, { maxLength: 2 }), { maxLength: 2 }),
        fc.option(fc.array(heading, { minLength: 1, maxLength: 6 })),
        fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 }),
      )
      .map(([titles, headings, rows]) => [...titles, ...(headings === null ? [] : [headings]), ...rows]),
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

const kinds = fc.constantFrom(...listKind.options);
/** What a person chooses for the columns; none where Gangway's guess stays. */
interface Choice {
  fields: number[];
  from: number;
  skipKnown: boolean;
  message: string;
  type: string;
}
const choices: fc.Arbitrary<Choice | null> = fc.option(
  fc.record({
    fields: fc.array(fc.nat(), { maxLength: 8 }),
    from: fc.nat(10),
    skipKnown: fc.boolean(),
    message: fc.oneof(fc.constant(''), hostileText, fc.constant('Hello {first name}, of {company name}')),
    type: fc.constantFrom('', 'license', 'insurance'),
  }),
);
interface Edit {
  row: number;
  column: number;
  text: string;
  taken: 'in' | 'out' | 'as_found';
}
const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    row: fc.nat(14),
    column: fc.nat(6),
    text: cell,
    taken: fc.constantFrom('in', 'out', 'as_found'),
  }),
  { maxLength: 3 },
);
const maxItem = 1_000_000;

const nothingKnown = { find: () => null, mark: () => '' };

function getRules(kind: ListKind): ListRules {
  switch (kind) {
    case 'invites':
      return createInviteList(
        nothingKnown,
        () => defaultWorkspaceSettings,
        () => null,
      );
    case 'verifications':
      return createLicenseList(
        nothingKnown,
        () => 'license',
        () => null,
      );
  }
}

/** As an import that nobody has changed anything of takes the columns. */
function guessed(rules: ListRules, rows: readonly FileRow[]): TakingRules & { from: number } {
  const cells = rows.map((row) => row.cells);
  const found = findHeadings(rules.headings, cells, new Map());
  const names = found === null ? [] : (cells[found] ?? []);
  const from = found === null ? 0 : found + 1;
  const width = Math.max(0, ...cells.map((row) => row.length));
  const headings = Array.from({ length: width }, (_none, column) => names[column] ?? '');
  const { fields } = guessFields(rules.headings, headings, cells.slice(from), new Map());
  return { fields, from, skipKnown: true, message: '', type: rules.defaultType() };
}

function chosen(kind: ListKind, choice: Choice): TakingRules & { from: number } {
  const fields = choice.fields.map((at) => listFields[kind][at % listFields[kind].length] ?? 'skip');
  // No field is filled twice; the screen takes it from the other column.
  return { ...choice, fields: fields.map((field, at) => (fields.indexOf(field) === at ? field : 'skip')) };
}

/** Every row is ready, or says why it is not; what becomes of a ready one is what the service takes, and can be kept. */
function checkRows(table: RowTable, usable: boolean): void {
  const { all, ready, problems, duplicates, leftOut } = table.counts;
  if (ready + problems + duplicates + leftOut !== all) throw new Error('Rows are lost between the counts.');
  const shown: ImportRow[] = [];
  let after: string | null = null;
  do {
    const page = table.page({ filter: 'all' }, after, 5);
    shown.push(...page.rows);
    after = page.next;
  } while (after !== null);
  if (shown.length !== all) throw new Error(`${shown.length} rows of ${all} are shown.`);
  for (const row of shown) importRow.parse(row);
  let items = 0;
  for (const { item } of table.items()) {
    items += 1;
    if (usable) checkItem(item);
  }
  if (items !== ready) throw new Error(`${items} rows become something, and ${ready} are ready.`);
  if ([...table.unready()].length !== problems + duplicates)
    throw new Error('A row that is not ready is lost.');
}

function checkItem(item: ListItem): void {
  if (JSON.stringify(item).length > maxItem) throw new Error('An entry is larger than any that is sent.');
  switch (item.kind) {
    case 'invite': {
      const { vendor, vendorId } = vendorInvitation.parse(JSON.parse(JSON.stringify(item.invitation)));
      const email = vendor?.email;
      if (email === undefined && vendorId === undefined) throw new Error('An invite that reaches nobody.');
      if (email !== undefined && emailProblem(email) !== null) throw new Error(`The address ${email}.`);
      if (vendorId !== undefined && vendorIdProblem(vendorId) !== null)
        throw new Error(`The vendor ID ${vendorId}.`);
      return;
    }
    case 'verification': {
      const { type, data } = verificationRequest.parse(JSON.parse(JSON.stringify(item.request)));
      if (type === '') throw new Error('A check without a type.');
      if ((data.licenseNumber ?? '') === '' && (data.licenseeName ?? '') === '')
        throw new Error('A check of no license.');
    }
  }
}

/** Goes through an import as a person does: takes the columns as guessed or as chosen, and changes some cells and rows. */
async function checkImport(
  kind: ListKind,
  rows: readonly FileRow[],
  choice: Choice | null,
  edits: readonly Edit[],
): Promise<void> {
  const rules = getRules(kind);
  const taking = choice === null ? guessed(rules, rows) : chosen(kind, choice);
  const table = createRowTable(rows.slice(taking.from), rules);
  await table.checkAll(taking, { onProgress: () => undefined, stopped: () => false });
  // Without that nothing can be queued.
  const usable = rules.mappingProblem(taking) === null;
  checkRows(table, usable);
  for (const { row, column, text, taken } of edits) {
    const changed = [...table.edit(row, column, text), ...table.choose(row, taken)];
    for (const one of changed) importRow.parse(one);
  }
  checkRows(table, usable);
}

/** A list that somebody chose: rows of texts that become what the service takes, or one sentence that says why not. */
export const lists: FuzzTarget = {
  name: 'hostile-lists',
  open: () =>
    Promise.resolve({
      cases: getCases(fc.tuple(files, kinds, choices, edits), async ([bytes, kind, choice, changes]) => {
        try {
          const list = await openList(bytes);
          for (let sheet = 0; sheet < list.sheets.length; sheet += 1) {
            const all: FileRow[] = [];
            let before = 0;
            for await (const rows of withinLimits(list.rows(sheet))) {
              for (const { row, cells } of rows) {
                if (row <= before) throw new Error(`Row ${row} comes after row ${before}.`);
                before = row;
                if (cells.at(-1) === '') throw new Error('A row ends with an empty cell.');
                all.push({ row, cells });
              }
            }
            if (all.length > 0) await checkImport(kind, all, choice, changes);
          }
        } catch (error) {
          if (!(error instanceof UnusableFile) || !/^[A-Z].*[.)]$/s.test(error.message)) throw error;
        }
      }),
      close: () => Promise.resolve(),
    }),
};
