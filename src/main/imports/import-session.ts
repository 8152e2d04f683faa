import { randomUUID } from 'node:crypto';
import type { ImportField, TextForm } from '#shared/imports/import-fields.ts';
import type { FilePart } from '#shared/ipc/call.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { createIncomingFile } from '../incoming-file.ts';
import type { ImportQueue } from '../outbox/import-queue.ts';
import { toProblem } from '../store/database.ts';
import type { ListItem } from '../store/import-rows.ts';
import type { ColumnPresets } from './column-presets.ts';
import type { Remembered } from './columns.ts';
import { createFileColumns, findListSheet } from './file-columns.ts';
import type { ListRules } from './list-rules.ts';
import type { ListThread } from './list-thread.ts';
import { createPace } from './pace.ts';
import { UnusableFile, type FileRow } from './reading.ts';
import { createRowTable, type BulkChange, type Going, type RowTable, type TakingRules } from './row-table.ts';
import { createSliceSize } from '../outbox/slice-size.ts';

export interface ImportDeps {
  rules: ListRules;
  queue: ImportQueue;
  /** Takes ownership of the bytes. */
  open: (bytes: ArrayBuffer) => Promise<ListThread>;
  remembered: () => Remembered;
  presets: ColumnPresets;
  onChange: (status: ImportStatus) => void;
  onFault: (error: unknown) => void;
}

type Mapping = TakingRules & { endless: boolean };

/** `changed`: something changed since the rows were checked. */
export type Queued =
  | { kind: 'queued'; batch: number; count: number; notBefore: number }
  | { kind: 'changed' }
  | { kind: 'stopped' };

export type ImportSession = ReturnType<typeof createImportSession>;

const reportEveryMs = 100;
const stagedAtOnce = { fewest: 50, most: 2000, ms: 8 };

/** A list while it is imported: received, read, mapped, checked, queued. Kept in memory only. */
export function createImportSession(deps: ImportDeps, fileName: string, size: number) {
  const id = randomUUID();
  const { rules } = deps;
  // Every byte is written before the first is read.
  const bytes = Buffer.from(new ArrayBuffer(size));
  const incoming = createIncomingFile(size);
  let phase: ImportStatus['phase'] = { kind: 'receiving', received: 0, size };
  let run = 0;
  let revision = 0;
  let reportedAt = 0;
  let opening: Promise<ListThread> | null = null;
  let list: ListThread | null = null;
  let sheet = 0;
  let sheetFound = false;
  let otherLists: number[] = [];
  let form: TextForm | null = null;
  const columns = createFileColumns(rules, deps.remembered, deps.presets);
  const type = rules.defaultType();
  let mapping: Mapping = { fields: [], skipKnown: true, endless: false, message: '', type };
  let table = createRowTable([], rules);
  let lastBulk: BulkChange | null = null;
  let checkedAt = '';
  let undoneMeanwhile = false;

  function status(): ImportStatus {
    const { fields, ...options } = mapping;
    return {
      importId: id,
      list: rules.list,
      fileName,
      revision,
      phase,
      sheets: (list?.sheets ?? []).map(({ name }) => name),
      sheet,
      sheetFound,
      otherLists,
      hiddenSheets: [...(list?.sheets ?? []).entries()].flatMap(([at, { hidden }]) => (hidden ? [at] : [])),
      textForm: form,
      headingsRow: columns.headingsRow,
      topRows: columns.topRows(),
      ...options,
      endless: options.endless || table.hasEndlessWords ? options.endless : null,
      columns: columns.shown(fields),
      presets: deps.presets.all().map(({ id: presetId, name }) => ({ id: presetId, name })),
      preset: columns.preset(fields),
      mappingProblem: columns.question(fields) ?? rules.mappingProblem(mapping),
      counts: table.counts,
      groups: phase.kind === 'ready' ? table.groups() : [],
      lastBulk: lastBulk === null ? null : { kind: lastBulk.kind, count: lastBulk.count },
    };
  }

  function makeTable(): void {
    table = createRowTable(columns.body(), rules, columns.names());
    lastBulk = null;
  }

  /** Begins work in place of the current one; returns whether it was replaced or has to stop. */
  function beginRun(): () => boolean {
    run += 1;
    const mine = run;
    return () => mine !== run || deps.queue.stopped.aborted;
  }

  function overRows(stopped: () => boolean): Going {
    const total = table.counts.all;
    return { stopped, onProgress: (row) => enter({ kind: 'checking', row: Math.min(row, total), total }) };
  }

  /** Changes many rows at once, during which nothing else begins. */
  async function changeMany(change: (going: Going) => Promise<BulkChange | null>): Promise<void> {
    const stopped = beginRun();
    const going = overRows(stopped);
    phase = { kind: 'checking', row: 0, total: table.counts.all };
    try {
      lastBulk = await change(going);
    } finally {
      if (!stopped()) enterReady();
    }
  }

  function enterReady(): void {
    revision += 1;
    enter({ kind: 'ready' });
  }

  function enter(next: ImportStatus['phase']): void {
    const sameKind = next.kind === phase.kind && next.kind !== 'ready';
    phase = next;
    const now = performance.now();
    if (sameKind && now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    deps.onChange(status());
  }

  /** Begins work in place of the current one. An error becomes the sentence shown. */
  function begin(work: (stopped: () => boolean) => Promise<void>): void {
    const stopped = beginRun();
    work(stopped).catch((error: unknown) => {
      if (stopped()) return;
      if (!(error instanceof UnusableFile)) deps.onFault(error);
      enter({ kind: 'failed', message: failureMessage(error) });
    });
  }

  async function readSheet(stopped: () => boolean): Promise<void> {
    enter({ kind: 'reading', row: 0 });
    if (list === null) {
      opening ??= deps.open(bytes.buffer);
      const opened = await opening;
      if (opened.sheets.length > 1) {
        ({ sheet, others: otherLists } = await findListSheet(opened, rules, columns, stopped));
        sheetFound = true;
      }
      if (stopped()) return;
      list = opened;
      const { format } = opened;
      if (format.kind === 'text') form = { encoding: format.encoding, delimiter: format.delimiter };
    }
    const rows: FileRow[] = [];
    for await (const some of list.rows(sheet, form ?? undefined)) {
      if (stopped()) return;
      rows.push(...some);
      enter({ kind: 'reading', row: rows.at(-1)?.row ?? 0 });
    }
    if (stopped()) return;
    if (rows.length === 0) {
      throw new UnusableFile(
        list.sheets.length > 1
          ? `The sheet ${list.sheets[sheet]?.name ?? ''} has no rows. Choose another sheet or file.`
          : 'This file has no rows. Choose one with a list in it.',
      );
    }
    columns.open(rows);
    mapping = { ...mapping, fields: columns.readFields() };
    makeTable();
    await check(stopped);
  }

  async function check(stopped: () => boolean): Promise<void> {
    enter({ kind: 'checking', row: 0, total: table.counts.all });
    // Earlier items have to be in the outbox to be recognized.
    await deps.queue.settled();
    checkedAt = rules.known.mark();
    if (stopped()) return;
    const from1904 = list?.format.kind === 'workbook' && list.format.from1904;
    await table.checkAll({ ...mapping, from1904 }, overRows(stopped));
    if (!stopped()) enterReady();
  }

  function putBack(from: RowTable, batch: number): void {
    if (from !== table) return;
    table.putBack(batch);
    if (phase.kind === 'queueing') undoneMeanwhile = true;
    else begin(check);
  }

  function setQueued(batch: number): void {
    const from = table;
    from.setQueued(batch);
    lastBulk = null;
    checkedAt = rules.known.mark();
    enterReady();
    void deps.queue.undone(batch).then(({ gone }) => gone === 0 && putBack(from, batch));
  }

  /** Writes the rows in slices; null where it was stopped. */
  async function stageAll(batch: number, stopped: () => boolean): Promise<number | null> {
    const pace = createPace();
    const slice = createSliceSize(stagedAtOnce);
    const rows = table.items();
    const total = table.counts.ready;
    let staged = 0;
    for (;;) {
      const from = performance.now();
      const some: ListItem[] = [];
      for (let next = rows.next(); next.done !== true; next = rows.next()) {
        some.push(next.value.item);
        if (some.length === slice.rows()) break;
      }
      if (some.length === 0) return staged;
      deps.queue.stage(batch, some);
      slice.took(performance.now() - from);
      staged += some.length;
      enter({ kind: 'queueing', row: staged, total });
      await pace.rest();
      if (stopped()) return null;
    }
  }

  deps.queue.stopped.addEventListener('abort', closeFile, { once: true });

  return {
    id,
    rules,
    fileName,
    status,
    isReady: () => phase.kind === 'ready',
    isFinished: () => table.counts.queued > 0 && table.counts.toFinish === 0 && phase.kind === 'ready',
    /** Queued rows keep the file from being read in another way. */
    isQueued: () => table.counts.queued > 0,
    /** Takes a part of the file; false where it is not the next one, is not Base64 or does not fit. */
    append(part: FilePart): boolean {
      // In place: a buffer for each part would have to be collected when reading begins.
      if (phase.kind !== 'receiving' || incoming.take(part, bytes, part.offset) === null) return false;
      enter({ kind: 'receiving', received: incoming.received, size });
      return true;
    },
    finish(): boolean {
      if (phase.kind !== 'receiving' || !incoming.isWhole()) return false;
      begin(readSheet);
      return true;
    },
    chooseSheet(next: number): void {
      sheet = next;
      sheetFound = false;
      begin(readSheet);
    },
    setTextForm(next: TextForm): boolean {
      if (form === null) return false;
      form = next;
      begin(readSheet);
      return true;
    },
    /** Without fields, guesses them from the headings. */
    map(
      headingsRow: number | null,
      { fields, ...rest }: Omit<Mapping, 'fields'> & { fields?: readonly ImportField[] | undefined },
    ): void {
      if (headingsRow !== columns.headingsRow) {
        columns.headingsRow = headingsRow;
        makeTable();
      }
      const chosen = fields ?? columns.readFields();
      mapping = { ...rest, fields: columns.names().map((_name, column) => chosen[column] ?? 'skip') };
      begin(check);
    },
    savePreset: (presetId: string | null, name: string) => columns.savePreset(presetId, name, mapping.fields),
    takePreset(presetId: string): boolean {
      const fields = columns.takePreset(presetId);
      if (fields === null) return false;
      mapping = { ...mapping, fields };
      begin(check);
      return true;
    },
    get table() {
      return table;
    },
    headings(): { heading: string; field: ImportField }[] {
      const names = columns.names();
      return mapping.fields.map((field, column) => ({ heading: names[column] ?? '', field }));
    },
    changed(): void {
      enter({ kind: 'ready' });
    },
    /** Changes many rows; undoable until the next such change. */
    bulk: (change: (table: RowTable, going: Going) => Promise<BulkChange>) =>
      changeMany((going) => change(table, going)),
    async undoBulk(): Promise<void> {
      const done = lastBulk;
      if (done !== null) await changeMany((going) => table.undo(done, going).then(() => null));
    },
    /** Queues every ready row. Throws where it cannot be written; nothing is queued then. */
    async queueReady(): Promise<Queued> {
      const stopped = beginRun();
      const expected = table.counts.ready;
      if (rules.known.mark() !== checkedAt) {
        await check(stopped);
        if (stopped()) return { kind: 'stopped' };
        if (table.counts.ready !== expected) return { kind: 'changed' };
      }
      enter({ kind: 'queueing', row: 0, total: expected });
      let batch: number | null = null;
      try {
        batch = deps.queue.begin(fileName, rules.list === 'invites' ? 'invite' : 'verification');
        const staged = await stageAll(batch, stopped);
        if (staged === null) {
          if (!deps.queue.stopped.aborted) deps.queue.abandon(batch);
          return { kind: 'stopped' };
        }
        if (staged !== expected) throw new Error('Another number of rows was written than was ready.');
        const notBefore = deps.queue.commit(batch);
        setQueued(batch);
        return { kind: 'queued', batch, count: staged, notBefore };
      } catch (error) {
        enter({ kind: 'ready' });
        try {
          if (batch !== null) deps.queue.abandon(batch);
        } catch (problem) {
          // On a full disk this may fail too; the next start drops what was not committed.
          deps.onFault(problem);
        }
        throw error;
      } finally {
        if (undoneMeanwhile) begin(check);
        undoneMeanwhile = false;
      }
    },
    stop(): void {
      run += 1;
      closeFile();
    },
  };

  function closeFile(): void {
    const closing = opening?.then((file) => file.close());
    // The reader already knows one that could not be opened.
    closing?.catch((error: unknown) => {
      if (!(error instanceof UnusableFile)) deps.onFault(error);
    });
  }
}

function failureMessage(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  return toProblem(error) === null
    ? 'Gangway couldn’t read this list because of a bug. Save it in another format and try again.'
    : 'Gangway cannot read its own data now. Nothing was queued. Free some space, then choose the file again.';
}
