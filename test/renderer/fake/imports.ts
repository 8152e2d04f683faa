import { fillMessage, placeholderValues } from '#shared/message-template.ts';
import type { ImportRow, ImportStatus, RowGroup } from '#shared/ipc/imports.ts';
import { at, fail, toId, ok, type Emit, type Handlers } from './core.ts';
import { licenseList, licenseRows } from './license-import.ts';
import type { Situation } from './situation.ts';

const fields = [
  'email',
  'companyName',
  'firstName',
  'lastName',
  'phoneNumber',
  'jobTitle',
  'skip',
  'inviteMessage',
] as const;
const headings = ['Email', 'Vendor', 'First', 'Last', 'Tel.', 'Role', 'Internal no.', 'Greeting'];
const samples = [
  'pavel@northfork.example.com',
  'Northfork Plumbing',
  'Pavel',
  'Marsh',
  '(415) 555-0116',
  'Owner',
  'MB-0031',
  'Hi Pavel, we’d like to work with you again.',
];

type Sketch = [
  row: number,
  email: string,
  problem: string | null,
  company: string,
  first: string,
  last: string,
];

const sketches: Sketch[] = [
  [
    14,
    'dale@ironwood..example.com',
    'Two dots in a row. Check the part after @.',
    'Ironwood Pest Control',
    'Dale',
    'Hutchins',
  ],
  [38, '', 'An email address is needed.', 'Aziz Tile & Stone', 'Noor', 'Aziz'],
  [
    61,
    'lena@brickyard',
    'The part after @ needs a dot, as in company.com.',
    'Brickyard Masonry',
    'Lena',
    'Osei',
  ],
  [
    165,
    'ops@gull.example.com; ap@gull.example.com',
    'Two addresses in one cell. Keep one.',
    'Gull Wing Drywall',
    'Gil',
    'Santos',
  ],
  [20, 'tom@kestrel.example.com', null, 'Kestrel Roofing Co.', 'Tom', 'Okafor'],
  [118, 'hannah@quayside.example.com', null, 'Quayside Painting', 'Hannah', 'Cho'],
  [204, 'pavel@northfork.example.com', null, 'Northfork Plumbing', 'Pavel', 'Marsh'],
];

const duplicates: Record<number, ImportRow['duplicate']> = {
  20: {
    kind: 'invite',
    entryId: toId(1, 8),
    state: 'in_doubt',
    queuedAt: at('08:39'),
    sentAt: null,
    altered: false,
    fileName: 'riverside-june.xlsx',
  },
  118: {
    kind: 'invite',
    entryId: toId(1, 5),
    state: 'accepted',
    queuedAt: at('10:50'),
    sentAt: at('11:04'),
    altered: false,
    fileName: null,
  },
  204: { kind: 'row', row: 2 },
};

function toRow([row, email, problem, company, first, last]: Sketch): ImportRow {
  const texts = [email, company, first, last, '(415) 555-0171', 'Owner', '', 'Hello'];
  const duplicate = duplicates[row] ?? null;
  return {
    row,
    result: problem !== null ? 'problem' : duplicate !== null ? 'duplicate' : 'ready',
    cells: texts.flatMap((text, column) =>
      fields[column] === 'skip'
        ? []
        : [{ column, text, problem: column === 0 ? problem : null, mend: null, mendedFrom: null }],
    ),
    duplicate,
    looksLike: null,
    included: false,
  };
}

const readyRows = Array.from({ length: 214 }, (_none, index) =>
  toRow([
    index === 0 ? 2 : index + 205,
    `v${index}@harbor.example.com`,
    null,
    `Harbor Vendor ${index}`,
    'Vera',
    `Harbor ${index}`,
  ]),
);

const tom = placeholderValues({
  vendor: { email: 'tom@kestrelroofing.example.com', firstName: 'Tom', companyName: 'Kestrel Roofing' },
});

/**
 * Imports as the fake plays them: a list is open in most situations, and none where there is nothing.
 * @param changes what is otherwise about the open list
 */
export function fakeImports(situation: Situation, emit: Emit, changes: Partial<ImportStatus> = {}): Handlers {
  // The kind of list follows the screen that is looked at.
  const ofLicenses = window.location.hash.startsWith('#/verifications');
  const rows = ofLicenses ? [...licenseRows] : [...sketches.map(toRow), ...readyRows];
  const importId = toId(9, 1);
  let open = situation !== 'empty';
  let revision = 1;
  let lastBulk: ImportStatus['lastBulk'] = null;

  function getCount(result: ImportRow['result']): number {
    return rows.filter((row) => row.result === result).length;
  }
  function mendableCells(): number {
    return rows.flatMap(({ cells }) => cells).filter(({ mend }) => mend !== null).length;
  }
  function getGroup({ result, duplicate, looksLike }: ImportRow): RowGroup | null {
    if (result === 'duplicate') return duplicate?.kind ?? null;
    return result === 'problem' && looksLike === 'title' ? 'title' : null;
  }
  function groups(): ImportStatus['groups'] {
    const counts = new Map<RowGroup, number>();
    for (const row of rows) {
      const group = getGroup(row);
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return [...counts].map(([group, count]) => ({ group, count }));
  }
  /** Alters many rows, and notes what was done. */
  function bulk(
    kind: 'mended' | 'included' | 'skipped',
    count: number,
    alter: (row: ImportRow) => ImportRow,
  ) {
    rows.splice(0, rows.length, ...rows.map(alter));
    lastBulk = { kind, count };
    revision += 1;
    emit('imports.changed', status());
    return ok(status());
  }
  function status(): ImportStatus {
    return {
      importId,
      list: 'invites',
      fileName: 'mission-bay-vendors.xlsx',
      revision,
      phase: { kind: 'ready' },
      sheets: ['Vendors', 'Old list'],
      sheet: 0,
      sheetFound: false,
      headingsRow: 1,
      topRows: [
        { row: 1, text: headings.join(' · ') },
        { row: 2, text: samples.join(' · ') },
      ],
      skipKnown: true,
      message: '',
      type: '',
      columns: fields.map((field, column) => ({
        heading: headings[column] ?? '',
        sample: samples[column] ?? '',
        field,
      })),
      presets: [],
      preset: null,
      mappingProblem: null,
      counts: {
        all: rows.length,
        ready: getCount('ready'),
        problems: getCount('problem'),
        duplicates: getCount('duplicate'),
        leftOut: getCount('left_out'),
        passedOver: rows.filter(({ looksLike }) => looksLike !== null && looksLike !== 'title').length,
        mendable: mendableCells(),
        mended: rows.flatMap(({ cells }) => cells).filter(({ mendedFrom }) => mendedFrom !== null).length,
      },
      groups: groups(),
      lastBulk,
      ...(ofLicenses ? licenseList : {}),
      ...changes,
    };
  }
  function change(number: number, alter: (row: ImportRow) => ImportRow) {
    const index = rows.findIndex(({ row }) => row === number);
    const before = rows[index];
    if (before === undefined) return fail('not_found', 'This row is not in the list any more.');
    const after = alter(before);
    rows[index] = after;
    emit('imports.changed', status());
    return ok({ rows: [after] });
  }
  const shown = {
    all: null,
    ready: ['ready'],
    to_look_at: ['problem', 'duplicate'],
    duplicates: ['duplicate'],
    mended: ['ready', 'problem', 'duplicate'],
    left_out: ['left_out'],
  };

  return {
    'imports.status': () => ok(open ? status() : null),
    'imports.begin': ({ fileName, size }) => {
      open = true;
      return ok({ ...status(), fileName, phase: { kind: 'receiving', received: 0, size } });
    },
    'imports.append': () => ok(null),
    'imports.finish': () => {
      emit('imports.changed', status());
      return ok(status());
    },
    'imports.page': ({ filter = 'all', from = null }) => {
      const wanted = shown[filter];
      const found = wanted === null ? rows : rows.filter((row) => wanted.includes(row.result));
      const page = from === null ? found : found.filter(({ row }) => row >= from);
      const inOrder = from === null ? page : page.toSorted((one, other) => one.row - other.row);
      return ok({ rows: inOrder.slice(0, 200), next: null, total: found.length });
    },
    'imports.setMapping': () => ok(status()),
    'imports.previewMessage': ({ message }) => {
      const filled = fillMessage(message, tom);
      return ok({
        rows: 212,
        lacking: filled.empty.length === 0 ? 0 : 17,
        lacks: filled.empty,
        unknown: filled.unknown,
        example: { row: 2, who: 'Kestrel Roofing', text: filled.text },
      });
    },
    'imports.chooseSheet': () => ok(status()),
    'imports.editCell': ({ row, column, text }) =>
      change(row, (before) => ({
        ...before,
        result: text.includes('@') ? 'ready' : 'problem',
        cells: before.cells.map((cell) =>
          cell.column === column
            ? {
                ...cell,
                text,
                problem: text.includes('@') ? null : 'An email address needs an @.',
                mend: null,
                mendedFrom: null,
              }
            : cell,
        ),
      })),
    'imports.include': ({ row, choice }) =>
      change(row, (before) => ({
        ...before,
        included: choice === 'in',
        result: choice === 'in' ? 'ready' : choice === 'out' ? 'left_out' : 'duplicate',
      })),
    'imports.mendAll': () =>
      bulk('mended', mendableCells(), (row) => {
        const cells = row.cells.map((cell) =>
          cell.mend === null
            ? cell
            : { ...cell, text: cell.mend, problem: null, mend: null, mendedFrom: cell.text },
        );
        const isReady = row.result === 'problem' && cells.every(({ problem }) => problem === null);
        return { ...row, cells, result: isReady ? 'ready' : row.result };
      }),
    'imports.chooseAll': ({ group, choice }) =>
      bulk(
        choice === 'in' ? 'included' : 'skipped',
        rows.filter((row) => getGroup(row) === group).length,
        (row) =>
          getGroup(row) !== group
            ? row
            : { ...row, included: choice === 'in', result: choice === 'in' ? 'ready' : 'left_out' },
      ),
    'imports.undoBulk': () => {
      lastBulk = null;
      emit('imports.changed', status());
      return ok(status());
    },
    'imports.queue': ({ expected }) => {
      open = false;
      emit('imports.changed', null);
      return ok({ batch: 1, queued: expected, notBefore: null });
    },
    'imports.lists': () =>
      ok(
        situation !== 'sending'
          ? []
          : [
              {
                batch: 3,
                kind: 'invite',
                fileName: 'vendors-june.csv',
                queuedAt: at('13:58'),
                rows: 9000,
                unsent: 8412,
                takenBack: 0,
                undoing: false,
              },
            ],
      ),
    'imports.undo': () => ok({ takenBack: 200, gone: 14 }),
    'imports.problems': () =>
      ok({ fileName: 'list-needs-fixing.csv', contentType: 'text/csv', text: 'Email\r\n' }),
    'imports.cancel': () => {
      open = false;
      emit('imports.changed', null);
      return ok(null);
    },
  };
}
