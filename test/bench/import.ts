import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { read, utils, write } from '@e965/xlsx';
import { z } from 'zod';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assetsOfSource } from '#main/app/assets.ts';
import { importHandlers } from '#main/features/imports.ts';
import { openListThread } from '#main/imports/list-thread.ts';
import { type CallResult, partBytes } from '#shared/ipc/call.ts';
import { bareInsertOfTheSameRows, type Invitation } from './bare-enqueue.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { report } from './report.ts';

const rows = 100_000;

function getLine(row: number): string {
  return `v${row}@bench.example.com,Vera${row % 997},Bench${row % 1009},"Bench, Works ${row % 9973}",(415) 555-${String(row % 10_000).padStart(4, '0')},Owner,,MB-${row}`;
}

/** Made where they are needed and not held meanwhile, since collecting garbage would go through them. */
function allLines(): string[] {
  return Array.from({ length: rows }, (_none, row) => getLine(row));
}

const bareSlice = 1000;

/** A line of {@link getLine} alone: nothing is looked for, checked or told. */
function splitByHand(line: string): Invitation {
  const [email = '', firstName = '', lastName = '', rest = ''] = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  return {
    inviteMessage: '',
    vendor: { email, firstName, lastName, companyName: rest.replaceAll('"', '') },
  };
}

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/**
 * Importing 100,000 invites from CSV, from the first byte to the commit that queues all of them and on until the last is
 * in the outbox, against splitting the same lines by hand and inserting the same rows, a thousand in a commit.
 */
export function importMany(): Promise<void> {
  return withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(join(folder, 'ours'), 'http://127.0.0.1:9');
    workspace.dispatcher.setWorkOffline(true);
    const calls = importHandlers(
      workspace,
      { write: () => undefined },
      assetsOfSource(join(import.meta.dirname, '..', '..')).workers.list,
    );
    const file = Buffer.from(
      ['Email,First,Last,Vendor,Tel.,Role,Greeting,Internal no.', ...allLines(), ''].join('\n'),
    );

    collectGarbage();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const from = performance.now();
    const { importId } = unwrap(
      await calls['imports.begin']({ list: 'invites', fileName: 'bench.csv', size: file.length }),
    );
    for (let offset = 0; offset < file.length; offset += partBytes) {
      const data = file.subarray(offset, offset + partBytes).toString('base64');
      unwrap(await calls['imports.append']({ importId, offset, data }));
      await nextTurn();
    }
    unwrap(await calls['imports.finish']({ importId }));
    const status = async () => unwrap(await calls['imports.status'](null));
    while ((await status())?.phase.kind !== 'ready') await nextTurn();
    const checked = performance.now();
    const { queued } = unwrap(await calls['imports.queue']({ importId, expected: rows }));
    const committed = performance.now();
    await workspace.imports.settled();
    const taken = performance.now();
    delay.disable();
    if (queued !== rows || workspace.entries.counts().queued !== rows) {
      throw new Error('Not every row is in the outbox.');
    }

    const bare = bareInsertOfTheSameRows(join(folder, 'bare.db'));
    const lines = allLines();
    const bareFrom = performance.now();
    const invitations = lines.map(splitByHand);
    for (let first = 0; first < rows; first += bareSlice)
      bare.insertMany(invitations.slice(first, first + bareSlice));
    const baseline = { name: 'the same rows split by hand', value: performance.now() - bareFrom };
    bare.close();
    await workspace.close();

    const figure = { unit: 'ms', durability: 'FULL' } as const;
    const longest = delay.max / 1e6;
    report({ ...figure, bench: 'import_read_and_check', value: checked - from, baseline, met: null });
    report({
      ...figure,
      bench: 'import_until_queued',
      value: committed - from,
      baseline,
      met: committed - from < 5000,
    });
    report({
      ...figure,
      bench: 'import_until_in_outbox',
      value: taken - from,
      baseline,
      met: taken - from <= 1.5 * baseline.value,
    });
    report({
      ...figure,
      bench: 'import_longest_block',
      value: longest,
      baseline,
      bar: 25,
      met: longest < 25,
    });
    const p99 = delay.percentile(99) / 1e6;
    report({ ...figure, bench: 'import_block_p99', value: p99, baseline: null, met: null });
  });
}

/** Reading 100,000 rows of an XLSX in the limited thread, against the spreadsheet library alone in this one. */
export async function readWorkbook(): Promise<void> {
  const lines = allLines().map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['Email', 'First', 'Last', 'Vendor', 'Tel.', 'Role', '', 'No.'], ...lines]),
  );
  const bytes = Buffer.from(
    z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', compression: true })),
  );
  collectGarbage();
  const aloneFrom = performance.now();
  const alone = read(bytes, { type: 'buffer', dense: true, cellNF: true });
  const [sheet] = Object.values(alone.Sheets);
  if (sheet === undefined || utils.sheet_to_json(sheet, { header: 1, raw: false }).length !== rows + 1)
    throw new Error('The library did not read every row.');
  const baseline = { name: 'the library alone', value: performance.now() - aloneFrom };
  collectGarbage();
  const from = performance.now();
  const list = await openListThread(
    assetsOfSource(join(import.meta.dirname, '..', '..')).workers.list,
    Uint8Array.from(bytes).buffer,
  );
  let count = 0;
  for await (const some of list.rows(0)) count += some.length;
  const value = performance.now() - from;
  await list.close();
  if (count !== rows + 1) throw new Error('Not every row was read.');
  report({
    bench: 'import_read_xlsx',
    value,
    unit: 'ms',
    durability: 'none',
    baseline,
    met: value <= 1.5 * baseline.value,
  });
}

/** So that what is collected while the list is imported is the import's own. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
