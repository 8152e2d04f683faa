import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { requirementSets } from '#shared/onboarding/requirement-set.ts';
import { findSetProblems } from '#shared/onboarding/set-problems.ts';
import { entryEvent, entryKind, entryReason } from '#shared/outbox/outbox.ts';
import { vendorInvitation } from '#shared/service/vendor-invitation.ts';
import { findSettings } from '#shared/settings/setting.ts';
import { workspaceSettings, workspaceSettingsChange } from '#shared/settings/settings.ts';
import { derivedTables, everySubjectDue, searchTexts } from './derived-tables.ts';
import { moveAllStaged } from './import-rows.ts';
import { createInviteNaming } from './invites.ts';
import { migrate, type Migration } from './migrations.ts';
import { copyWithoutTriggers, normalizeSql, schemaNumber } from './schema.ts';
import { createSettingStore, requirementSetsSetting } from './settings.ts';

export const movedWorkspace = z.object({
  name: z.string().min(1).max(120),
  baseUrl: z.string().max(2000),
  exportedAt: z.number(),
  /** How many items were unsent on the computer it comes from; there they are still sent. */
  unsent: z.number(),
});
export type MovedWorkspace = z.infer<typeof movedWorkspace>;

/** The setting under which a copy carries {@link movedWorkspace}, until it was opened for the first time. */
export const movedSetting = 'workspace.moved';

export const movedFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copied'), facts: movedWorkspace }),
  z.object({ kind: z.literal('newer') }),
  z.object({ kind: z.literal('not_ours') }),
]);
export type MovedFile = z.infer<typeof movedFile>;

/** Limits for rows, for the bytes of a cell, and for numbers. A stored answer has 10 MB at most. */
const limits = {
  rows: 10_000_000,
  cellBytes: 40_000_000,
  /** Of numbers, by the type of their column. An integer is a number of a row, a count, or a time up to the year 9999. */
  numbers: { INTEGER: 253_402_300_799_999, REAL: Number.MAX_VALUE },
};

class NotOurs extends Error {}

/**
 * Makes a database of our own at `target` out of the rows of one from another computer, which is not trusted: table by
 * table and column by column with bound values, into a schema that our own migrations made. None of its triggers, views,
 * indexes or virtual tables runs or comes along, and of its settings only those that cannot make this app send more than
 * it would. What is at `target` afterwards is of use only where it was `copied`. Throws where the disk does not take it.
 */
export function copyMoved(file: string, target: string, migrations: readonly Migration[]): MovedFile {
  let foreign: Database | null = null;
  let own: Database | null = null;
  try {
    foreign = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    foreign.pragma('trusted_schema = OFF');
    foreign.pragma('cell_size_check = ON');
    const number = schemaNumber(foreign);
    if (number > (migrations.at(-1)?.number ?? 0)) return { kind: 'newer' };
    if (number < (migrations[0]?.number ?? 1)) return { kind: 'not_ours' };
    own = new SqliteDatabase(target);
    // Nobody but this function sees the file before it is whole.
    own.pragma('journal_mode = OFF');
    own.pragma('foreign_keys = OFF');
    migrate(
      own,
      migrations.filter((migration) => migration.number <= number),
    );
    copyRows(foreign, own);
    migrate(own, migrations);
    checkValues(own);
    moveAllStaged(own);
    nameByRequest(own);
    own.exec(searchTexts);
    own.exec(everySubjectDue);
    const facts = keepHarmlessSettings(own);
    return facts === null ? { kind: 'not_ours' } : { kind: 'copied', facts };
  } catch (error) {
    if (isRefusal(error)) return { kind: 'not_ours' };
    throw error;
  } finally {
    foreign?.close();
    own?.close();
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof SqliteDatabase.SqliteError) {
    return !/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(error.code);
  }
  return error instanceof NotOurs || error instanceof SyntaxError || error instanceof z.ZodError;
}

/** Tables that stay on the other computer, or are rebuilt here. */
const leftBehind: ReadonlySet<string> = new Set(['draft', 'local_copy', 'search_row', ...derivedTables]);

const tables = z.array(z.object({ name: z.string(), type: z.enum(['table', 'virtual', 'shadow', 'view']) }));

/** Copies every table of ours, and fails with {@link NotOurs} where one is not made just as ours is or holds too much. */
function copyRows(foreign: Database, own: Database): void {
  let rows = 0;
  const lost = copyWithoutTriggers(own, () => {
    for (const { name, type } of tables.parse(own.pragma('main.table_list'))) {
      if (type === 'table' && !name.startsWith('sqlite_') && !leftBehind.has(name)) {
        rows += copyTable(foreign, own, name);
      }
      if (rows > limits.rows) throw new NotOurs();
    }
  });
  if (lost > 0) throw new NotOurs();
}

/** Returns how many rows there were. */
function copyTable(foreign: Database, own: Database, table: string): number {
  // As ours is made, so no column of it is computed.
  if (readStatement(foreign, table) !== readStatement(own, table)) throw new NotOurs();
  const columns = getColumns(own, table);
  const quoted = columns.map(({ name }) => `"${name}"`);
  const longest = quoted.map((column) => `COALESCE(MAX(OCTET_LENGTH(${column})), 0)`);
  const [count, bytes] = z
    .tuple([z.number(), z.number()])
    .parse(
      foreign.prepare(`SELECT COUNT(*), MAX(0, ${longest.join()}) FROM "${table}" NOT INDEXED`).raw().get(),
    );
  if (count > limits.rows || bytes > limits.cellBytes) throw new NotOurs();
  const insert = own.prepare(
    `INSERT INTO "${table}" (${quoted.join()}) VALUES (${quoted.map(() => '?').join()})`,
  );
  const read = foreign.prepare(`SELECT ${quoted.join()} FROM "${table}" NOT INDEXED`).raw();
  own.transaction(() => {
    // Rows that a migration inserts are copied too, unless the person removed them.
    own.exec(`DELETE FROM "${table}"`);
    for (const row of read.iterate()) insert.run(row);
  })();
  checkNumbers(own, table, columns);
  return count;
}

const tableStatement = z.tuple([z.tuple([z.literal('table'), z.string()])]);

function readStatement(db: Database, table: string): string {
  const select = db.prepare('SELECT type, sql FROM sqlite_schema WHERE name = ?').raw();
  return normalizeSql(tableStatement.parse(select.all(table))[0][1]);
}

/** Fails with {@link NotOurs} where a number is none that Gangway writes, such as a time that no calendar has. */
function checkNumbers(own: Database, table: string, columns: z.infer<typeof columnRows>): void {
  for (const [type, most] of Object.entries(limits.numbers)) {
    const sizes = columns.filter((column) => column.type === type).map(({ name }) => `MAX(ABS("${name}"))`);
    if (sizes.length === 0) continue;
    const largest = z
      .array(z.number().max(most).nullable())
      .safeParse(own.prepare(`SELECT ${sizes.join()} FROM "${table}"`).raw().get());
    if (!largest.success) throw new NotOurs();
  }
}

const columnRows = z.array(z.object({ name: z.string(), type: z.string() }));

const getColumns = (db: Database, table: string): z.infer<typeof columnRows> =>
  columnRows.parse(db.prepare('SELECT name, type FROM pragma_table_info(?)').all(table));

const json = <T extends z.ZodType>(shape: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(shape);

/** A request as it would leave: what is sent under which key. */
const request = z.intersection(
  // A header's value without spaces: RFC 9110, 5.6.2.
  z.object({ id: z.uuid(), key: z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/) }),
  z.union(
    entryKind.options.map((kind) => {
      const { body, pathParameters } = entryKinds[kind];
      return z.object({ kind: z.literal(kind), body: json(body), path: json(pathParameters) });
    }),
  ),
);
const reason = json(entryReason).nullable();

/** Values that become part of a request or are parsed later, with their required shapes. */
const checks: readonly { rows: string; shape: z.ZodType }[] = [
  {
    rows: 'SELECT id, kind, idempotency_key AS key, body, path_parameters AS path FROM entry',
    shape: request,
  },
  {
    rows: `SELECT r.id, b.kind, r.idempotency_key AS key, r.body, '[]' AS path
           FROM import_row r JOIN import_batch b ON b.number = r.batch`,
    shape: request,
  },
  { rows: 'SELECT reason FROM entry', shape: z.object({ reason }) },
  {
    rows: 'SELECT event, reason FROM history',
    shape: z.object({ event: entryEvent.or(z.literal('enqueued')), reason }),
  },
  {
    rows: "SELECT job_id, EXISTS (SELECT 1 FROM watch WHERE kind = 'document' AND subject = job_id) AS watched FROM document",
    shape: z.object({ job_id: z.guid(), watched: z.literal(1) }),
  },
  { rows: 'SELECT id FROM message_template', shape: z.object({ id: z.uuid() }) },
  {
    rows: 'SELECT vendor_id, services FROM vendor',
    shape: z.object({ vendor_id: z.string().min(1).max(200), services: json(z.array(z.string())) }),
  },
  {
    rows: 'SELECT until, until AS day FROM waiver UNION ALL SELECT until, day FROM attestation',
    shape: z.object({ until: z.iso.date().nullable(), day: z.iso.date() }),
  },
  {
    rows: 'SELECT asked, follow_up FROM vendor_note',
    shape: z.object({ asked: json(z.array(z.uuid())), follow_up: z.iso.date().nullable() }),
  },
  {
    rows: 'SELECT sha256, signed_on, valid_until FROM filed_document',
    shape: z.object({
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      signed_on: z.iso.date().nullable(),
      valid_until: z.iso.date().nullable(),
    }),
  },
  {
    rows: 'SELECT valid_until FROM document',
    shape: z.object({ valid_until: z.iso.date().nullable() }),
  },
  {
    rows: 'SELECT counts FROM observed_result',
    shape: z.object({ counts: json(z.record(z.string(), z.number())) }),
  },
];

function checkValues(own: Database): void {
  for (const { rows, shape } of checks) {
    for (const row of own.prepare(rows).iterate()) {
      if (!shape.safeParse(row).success) throw new NotOurs();
    }
  }
}

const inviteRows = z.array(z.object({ seq: z.number(), body: json(vendorInvitation) }));
const namedAtOnce = 500;

/** Names unsent invites in lists by their own request, as a person decides by that whether to resend. */
function nameByRequest(own: Database): void {
  const some = own.prepare(
    "SELECT seq, body FROM entry WHERE kind = 'invite' AND state <> 'accepted' AND seq > ? ORDER BY seq LIMIT ? + 0",
  );
  const name = createInviteNaming(own);
  own.transaction(() => {
    let last = -limits.numbers.INTEGER;
    for (;;) {
      const rows = inviteRows.parse(some.all(last, namedAtOnce));
      for (const { seq, body } of rows) {
        name(seq, body);
        last = seq;
      }
      if (rows.length === 0) return;
    }
  })();
}

/** Settings that could make this app repeat a request, or fetch a file from elsewhere. */
const notMoved = findSettings(workspaceSettings.shape, (setting) => setting.notMoved === true);

/** Keeps the workspace's facts and harmless settings, and drops all others; null without facts. */
function keepHarmlessSettings(own: Database): MovedWorkspace | null {
  const settings = createSettingStore(own);
  const facts = settings.read(movedSetting, movedWorkspace);
  const sets = settings.read(requirementSetsSetting, requirementSets) ?? [];
  const shown = settings.read('workspace.settings', workspaceSettingsChange) ?? {};
  for (const { name } of notMoved) Reflect.deleteProperty(shown, name);
  own.prepare('DELETE FROM setting').run();
  if (facts === null) return null;
  settings.write('workspace.settings', shown);
  if (findSetProblems(sets, null).length === 0) settings.write(requirementSetsSetting, sets);
  settings.write(movedSetting, facts);
  return facts;
}
