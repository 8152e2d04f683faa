import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { createFileColumns, findListSheet } from '#main/imports/file-columns.ts';
import { createInviteList } from '#main/imports/invite-list.ts';
import { createLicenseList } from '#main/imports/license-list.ts';
import type { ListRules } from '#main/imports/list-rules.ts';
import { openList } from '#main/imports/open-list.ts';
import { UnusableFile, type FileRow } from '#main/imports/reading.ts';
import { createRowTable, type RowTable } from '#main/imports/row-table.ts';
import type { ListItem } from '#main/store/import-rows.ts';
import type { Random } from '#test/chaos/random.ts';
import { damage } from './damages.ts';
import { drawLayout, type Column, type Layout } from './layouts.ts';
import { drawTruth, type Truth } from './truth.ts';
import { text, writeText, writeWorkbook, type WrittenCell, type WrittenRow } from './writers.ts';

/** What has to become of a row: it is sent as it is meant at once, or once its cells are fixed, or never. */
type Fate = 'sent' | 'fixed' | 'sent_or_kept' | 'never';

interface MeantRow {
  truth: Truth;
  fate: Fate;
  /** What was done to it, for the report. */
  done: string;
}

/** What came of one list. */
export interface LivedList {
  form: string;
  rows: number;
  ready: number;
  fixed: number;
  /** Of both: `kind of fault: details`. */
  wrong: string[];
  needless: string[];
  /** Why the whole list was refused. */
  refused: string | null;
}

const nothingKnown = { find: () => null, mark: () => '' };
export const noPresets = {
  all: () => [],
  matching: () => null,
  save: () => {
    throw new Error('No preset is saved here.');
  },
  rename: () => false,
  remove: () => undefined,
};
const going = { onProgress: () => undefined, stopped: () => false };

export const rulesOf: Record<ListKind, () => ListRules> = {
  invites: () =>
    createInviteList(
      nothingKnown,
      () => defaultWorkspaceSettings,
      () => null,
    ),
  verifications: () =>
    createLicenseList(
      nothingKnown,
      () => 'license',
      () => null,
    ),
};

/** Writes one list and reads it as the app does. */
export async function liveList(random: Random): Promise<LivedList> {
  const list: ListKind = random.chance(0.5) ? 'invites' : 'verifications';
  const layout = drawLayout(random, list);
  const isText = random.chance(0.6);
  const dates = random.pick(['iso', 'us', 'mmddccyy', 'serial'] as const);
  const { rows, meant } = drawRows(random, list, layout, isText, dates);
  const { file, form } = isText ? writeText(rows, random) : writeWorkbook(rows, random);
  const lived: LivedList = {
    form: `${list} ${form}`,
    rows: meant.length,
    ready: 0,
    fixed: 0,
    wrong: [],
    needless: [],
    refused: null,
  };
  let table: RowTable;
  try {
    const read = await readTable(list, file);
    if (read.problem !== null) return { ...lived, refused: `asked: ${read.problem}` };
    ({ table } = read);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return { ...lived, refused: `refused: ${error.message}` };
  }
  const key = list === 'invites' ? 'email' : 'licenseNumber';
  const fields = new Set(layout.columns.flatMap(({ field }) => (field === null ? [] : [field])));
  lived.ready = compare(table, meant, key, fields, lived, false);
  await table.fixAll(going);
  lived.fixed = compare(table, meant, key, fields, lived, true) - lived.ready;
  return lived;
}

/** Reads a file as the app does; `problem` is what a person would be asked before anything is sent. */
export async function readTable(list: ListKind, file: Buffer) {
  const rules = rulesOf[list]();
  const opened = await openList(file);
  const columns = createFileColumns(rules, () => new Map(), noPresets);
  const { sheet } =
    opened.sheets.length > 1 ? await findListSheet(opened, rules, columns, () => false) : { sheet: 0 };
  const rows: FileRow[] = [];
  for await (const some of opened.rows(sheet)) rows.push(...some);
  columns.open(rows);
  const fields = columns.readFields();
  const mapping = { fields, message: '', type: rules.defaultType() };
  const table = createRowTable(columns.body(), rules, columns.names());
  const from1904 = opened.format.kind === 'workbook' && opened.format.from1904;
  await table.checkAll({ ...mapping, skipKnown: true, from1904 }, going);
  return { table, problem: columns.question(fields) ?? rules.mappingProblem(mapping) };
}

/** What an item says of the fields of this generator. */
function toTruth(item: ListItem): Truth {
  switch (item.kind) {
    case 'invite':
      return {
        ...getTexts(item.invitation.vendor ?? {}),
        ...(item.invitation.vendorId !== undefined && { vendorId: item.invitation.vendorId }),
      };
    case 'verification': {
      const { locationWhereLicenseIsValid: place = {}, ...details } = item.request.data;
      return { ...getTexts(details), ...getTexts(place) };
    }
  }
}

function getTexts(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Holds what would be sent against what is meant; gives how many rows are ready. */
function compare(
  table: RowTable,
  meant: readonly MeantRow[],
  key: string,
  fields: ReadonlySet<string>,
  lived: LivedList,
  afterFixing: boolean,
): number {
  const byKey = new Map(meant.map((row) => [row.truth[key] ?? '', row]));
  const seen = new Set<MeantRow>();
  let ready = 0;
  for (const { item } of table.items()) {
    ready += 1;
    const said = toTruth(item);
    const row = byKey.get(said[key] ?? '');
    if (row === undefined) {
      lived.wrong.push(`nobody: ${JSON.stringify(said)}`);
      continue;
    }
    seen.add(row);
    const expected = Object.fromEntries(Object.entries(row.truth).filter(([name]) => fields.has(name)));
    const same =
      Object.keys(said).length === Object.keys(expected).length &&
      Object.entries(expected).every(([name, words]) => said[name] === words);
    if (!same) lived.wrong.push(`${row.done}: ${JSON.stringify(said)} for ${JSON.stringify(expected)}`);
    else if (row.fate === 'never')
      lived.wrong.push(`${row.done}, sent all the same: ${JSON.stringify(said)}`);
  }
  for (const row of meant) {
    const expected = row.fate === 'sent' || (afterFixing && row.fate === 'fixed');
    if (!expected || seen.has(row)) continue;
    const needless = `${row.done}, not ready: ${JSON.stringify(row.truth)}`;
    if (!lived.needless.includes(needless)) lived.needless.push(needless);
  }
  return ready;
}

const headingsAgain = 0.05;

function drawRows(
  random: Random,
  list: ListKind,
  layout: Layout,
  isText: boolean,
  dates: 'iso' | 'us' | 'mmddccyy' | 'serial',
): { rows: WrittenRow[]; meant: MeantRow[] } {
  const { columns, above, groups } = layout;
  const headings = groups === null ? columns.map(({ heading }) => heading) : groupedHeadings(columns);
  const heads: WrittenRow[] = [
    ...above.map((line) => ({ cells: line.map(text) })),
    ...(groups === null ? [] : [{ cells: groups.map(text) }]),
    { cells: headings.map(text) },
  ];
  const rows: WrittenRow[] = [];
  const meant: MeantRow[] = [];
  for (const truth of drawTruth(random, list)) {
    const written = writeRow(random, columns, truth, isText, dates);
    rows.push(written.row);
    meant.push(written.meant);
    if (random.chance(headingsAgain)) rows.push({ cells: headings.map(text) });
    if (random.chance(headingsAgain)) rows.push({ cells: columns.map(() => text('')) });
  }
  if (random.chance(0.2) && columns.length > 1)
    rows.push({ cells: [text('Total'), text(String(rows.length))] });
  return { rows: [...heads, ...rows], meant };
}

/** The headings below groups: the group says whose name it is. */
function groupedHeadings(columns: readonly Column[]): string[] {
  return columns.map(({ field, heading }) => (field === 'companyName' ? 'Name' : heading));
}

function writeRow(
  random: Random,
  columns: readonly Column[],
  truth: Truth,
  isText: boolean,
  dates: 'iso' | 'us' | 'mmddccyy' | 'serial',
): { row: WrittenRow; meant: MeantRow } {
  const became: { fate: Fate; done: string } = { fate: 'sent', done: 'as it is' };
  const damagedAt = random.chance(0.25) ? random.between(0, columns.length - 1) : -1;
  const cells = columns.map((column, at): WrittenCell => {
    const { field, other } = column;
    if (field === null) return text(other?.(random, truth) ?? '');
    const words = truth[field] ?? '';
    if (at === damagedAt) {
      const damaged = damage(field, words, random);
      if (damaged.kind !== 'none') {
        became.done = `${damaged.kind} ${field} ${damaged.text}`;
        became.fate = damaged.kind === 'lost' ? 'never' : damaged.kind === 'suggested' ? 'fixed' : 'sent';
        return text(damaged.text);
      }
    }
    if (field === 'expiryDate') {
      const date = writeDate(words, isText, dates);
      if (date.suggested && became.fate === 'sent') became.fate = 'fixed';
      return date.cell;
    }
    if (!isText && /^0\d+$/.test(words))
      return { kind: 'number', value: Number(words), format: '0'.repeat(words.length) };
    return text(words);
  });
  const row: WrittenRow = { cells };
  const { fate, done } = became;
  if (isText) {
    const how = random.between(0, 39);
    const last = columns.length - 1;
    if (how === 0 && columns.length > 3 && columns[last]?.field === null) {
      cells[last] = { kind: 'raw', letters: '"open mark' };
      return {
        row,
        meant: { truth, fate: fate === 'never' ? 'never' : 'sent_or_kept', done: `${done}, open mark` },
      };
    }
    if (how === 1 && columns.length > 3) {
      cells.splice(1, 0, text('shifted'));
      return { row, meant: { truth, fate: 'never', done: `${done}, shifted` } };
    }
  } else if (random.chance(0.05)) {
    return { row: { cells, hidden: true }, meant: { truth, fate: 'never', done: `${done}, hidden` } };
  }
  const status = columns.findIndex(({ heading }) =>
    ['Active Status', 'Status', 'Is Active'].includes(heading),
  );
  if (status !== -1 && random.chance(0.08)) {
    cells[status] = text(columns[status]?.heading === 'Is Active' ? 'FALSE' : 'Inactive');
    return { row, meant: { truth, fate: 'never', done: `${done}, inactive` } };
  }
  return { row, meant: { truth, fate, done } };
}

function writeDate(
  iso: string,
  isText: boolean,
  dates: 'iso' | 'us' | 'mmddccyy' | 'serial',
): { cell: WrittenCell; suggested: boolean } {
  const [year = '', month = '', day = ''] = iso.split('-');
  const serial = Math.round((Date.parse(`${iso}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);
  if (!isText) return { cell: { kind: 'number', value: serial, format: 'm/d/yyyy' }, suggested: false };
  switch (dates) {
    case 'iso':
      return { cell: text(iso), suggested: false };
    case 'us':
      return { cell: text(`${Number(month)}/${Number(day)}/${year}`), suggested: false };
    // Eight figures may be read in two ways where both of the first are months.
    case 'mmddccyy':
      return { cell: text(Number(day) > 12 ? `${month}${day}${year}` : iso), suggested: Number(day) > 12 };
    case 'serial':
      return { cell: text(String(serial)), suggested: true };
  }
}
