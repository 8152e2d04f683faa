import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { getError, importing, unwrap } from './import-harness.ts';
import { openTestWorkspace } from './workspace-harness.ts';

const foreign = (name: string) => readFileSync(join(import.meta.dirname, '..', 'foreign-lists', name));

async function openImport(list: ListKind = 'invites') {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const bodies = () => workspace.db.prepare('SELECT body FROM entry ORDER BY seq').pluck().all().map(String);
  return { ...importing(workspace, list), workspace, bodies };
}

describe('how a text file is read', () => {
  it('is told, and can be chosen by a person', async () => {
    const { calls, open, checked, rows } = await openImport();
    const { importId, textForm } = await open('Company#Email\nPeña#ann@pena.example\n');
    expect(textForm).toEqual({ encoding: 'utf-8', delimiter: ',' });
    unwrap(await calls['imports.setTextForm']({ importId, form: { encoding: 'utf-8', delimiter: '#' } }));
    const read = await checked();
    expect(read.textForm).toEqual({ encoding: 'utf-8', delimiter: '#' });
    expect(read.counts).toMatchObject({ all: 1, ready: 1 });
    unwrap(await calls['imports.setTextForm']({ importId, form: { encoding: 'macintosh', delimiter: '#' } }));
    await checked();
    expect((await rows())[0]?.cells[0]?.text).toBe('Pe√±a');
  });

  it('is not chosen for a workbook', async () => {
    const { calls, open } = await openImport();
    const { importId, textForm } = await open(foreign('02-filtered-rows.xlsx'));
    expect(textForm).toBeNull();
    const form = { encoding: 'utf-8', delimiter: ';' } as const;
    expect(getError(await calls['imports.setTextForm']({ importId, form })).code).toBe('bad_input');
  });
});

it('rows that the spreadsheet hides are taken in together, and left out again', async () => {
  const { calls, open } = await openImport();
  const { importId, groups } = await open(foreign('02-filtered-rows.xlsx'));
  expect(groups).toEqual([{ group: 'hidden', count: 2 }]);
  const all = unwrap(await calls['imports.chooseAll']({ importId, group: 'hidden', choice: 'in' }));
  expect(all.counts).toMatchObject({ ready: 4, leftOut: 0 });
  expect(unwrap(await calls['imports.undoBulk']({ importId })).counts).toMatchObject({
    ready: 2,
    leftOut: 2,
  });
});

it('a row with more cells than headings is checked where a person says so, with what stands in its columns', async () => {
  const { calls, open, rows } = await openImport();
  const { importId } = await open(foreign('07-ragged-invites.csv'));
  const [, row] = await rows();
  expect(row?.remark).toBe('This row has 5 cells, and there are 4 headings. Compare it with the file.');
  unwrap(await calls['imports.include']({ importId, row: 3, choice: 'in' }));
  const [, checkedRow] = await rows();
  expect(checkedRow?.looksLike).toBeNull();
  // Its cells are judged like those of any row.
  expect(checkedRow?.cells.find(({ text }) => text === 'Inc.')?.problem).toContain(
    'does not look like a name',
  );
});

it('words for no expiration count for the whole column once a person says so', async () => {
  const { calls, open, checked, queue, workspace, bodies } = await openImport('verifications');
  const list = 'License number,Expires\nA1,Lifetime\nA2,2027-03-31\nA3,12/31/9999\n';
  const status = await open(list);
  expect(status).toMatchObject({ endless: false, counts: { ready: 1, problems: 2 } });
  const { importId, headingsRow, skipKnown, message } = status;
  const mapping = {
    importId,
    headingsRow,
    skipKnown,
    message,
    fields: status.columns.map(({ field }) => field),
  };
  unwrap(await calls['imports.setMapping']({ ...mapping, endless: true }));
  expect(await checked()).toMatchObject({ endless: true, counts: { ready: 3 } });
  unwrap(await queue());
  await workspace.imports.settled();
  expect(bodies()).toEqual([
    '{"type":"license","data":{"licenseNumber":"A1"}}',
    '{"type":"license","data":{"licenseNumber":"A2","expiryDate":"2027-03-31"}}',
    '{"type":"license","data":{"licenseNumber":"A3"}}',
  ]);
});

it('a list without such words does not ask about them', async () => {
  const { open } = await openImport('verifications');
  expect((await open('License number,Expires\nA2,2027-03-31\n')).endless).toBeNull();
});

it('two columns that could be the address are asked about, and sent as a person says', async () => {
  const { calls, open, checked, queue, workspace, bodies } = await openImport();
  const status = await open(foreign('56-two-email-columns-same-heading.csv'));
  expect(status.mappingProblem).toBe('Email could be in column B (Email) or C (Email). Choose one.');
  const { importId, headingsRow, skipKnown, message } = status;
  unwrap(
    await calls['imports.setMapping']({
      importId,
      headingsRow,
      skipKnown,
      message,
      fields: ['companyName', 'skip', 'email'],
    }),
  );
  expect((await checked()).mappingProblem).toBeNull();
  unwrap(await queue());
  await workspace.imports.settled();
  expect(bodies()).toEqual(['{"vendor":{"companyName":"Lark Fix","email":"ann@larkfix.example"}}']);
});

it('a column that is told by its cells alone is marked as guessed', async () => {
  const { open } = await openImport();
  const { columns } = await open('Firm,Where to write\nAcme,ann@acme.example\n');
  expect(columns.map(({ field, guessed }) => [field, guessed])).toEqual([
    ['companyName', false],
    ['email', true],
  ]);
});
