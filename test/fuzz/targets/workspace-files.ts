import {
  copyFileSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  openSync,
  writeSync,
  closeSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { z } from 'zod';
import { copyMoved } from '#main/store/moved-file.ts';
import { readMigrations, type Migration } from '#main/store/migrations.ts';
import { begunExport } from '#shared/ipc/exports.ts';
import { getCases, type FuzzTarget } from '../target.ts';
import { hostileText } from '../values.ts';
import { fuzzAssets, startConnectedCore, unwrap } from './connected-core.ts';

const piece = z.object({ part: z.string(), finished: z.boolean() });

/** What is done to a workspace file before it comes in. Places are shares of what is there. */
type Change =
  | { kind: 'bytes'; at: number; bytes: Uint8Array }
  | { kind: 'cut'; at: number }
  | { kind: 'cell'; table: number; column: number; row: number; value: string | number | null | Uint8Array }
  | { kind: 'schema'; statement: string };

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const name = fc.oneof(
  fc.constantFrom('sqlite_stat1', 'sqlite-stat-x', 'sqlite_sequence', 'entry_search', 'note"x', "it's"),
  hostileText,
);
const quoted = (text: string) => `"${text.replaceAll('\0', '').replaceAll('"', '""')}"`;
const schema = fc
  .tuple(
    name,
    fc.constantFrom<(name: string) => string>(
      (own) => `CREATE TRIGGER ${own} AFTER UPDATE ON entry BEGIN UPDATE entry SET path = '/other'; END`,
      (own) => `CREATE TRIGGER ${own} AFTER INSERT ON entry BEGIN DELETE FROM entry; END`,
      (own) => `CREATE VIEW ${own} AS SELECT * FROM entry`,
      (own) => `CREATE INDEX ${own} ON entry (state)`,
      (own) => `CREATE TABLE ${own} (a, b GENERATED ALWAYS AS (a + 1))`,
      (own) => `CREATE VIRTUAL TABLE ${own} USING fts5(a)`,
      () => 'ALTER TABLE entry ADD COLUMN more TEXT DEFAULT (randomblob(10))',
      () => 'DROP TABLE setting',
      () => 'PRAGMA user_version = 2000000000',
      () => "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'TEXT', 'BLOB')",
    ),
  )
  .map(([own, statement]): Change => ({ kind: 'schema', statement: statement(quoted(own)) }));
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('bytes'), at: share, bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }) }),
  fc.record({ kind: fc.constant('cut'), at: share }),
  fc.record({
    kind: fc.constant('cell'),
    table: share,
    column: share,
    row: share,
    value: fc.oneof(
      hostileText,
      fc.double(),
      fc.integer(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 20 }),
    ),
  }),
  schema,
);

function make(file: string, one: Change): void {
  if (one.kind === 'cut') {
    truncateSync(file, Math.floor(one.at * statSync(file).size));
    return;
  }
  if (one.kind === 'bytes') {
    const handle = openSync(file, 'r+');
    writeSync(handle, one.bytes, 0, one.bytes.length, Math.floor(one.at * statSync(file).size));
    closeSync(handle);
    return;
  }
  const db = new SqliteDatabase(file);
  try {
    if (one.kind === 'schema') db.exec(one.statement);
    else changeCell(db, one);
  } catch (error) {
    // What SQLite does not take cannot be in a file either; of a file that was damaged before, nothing more is changed.
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
  } finally {
    db.close();
  }
}

const names = z.array(z.object({ name: z.string() }));

function changeCell(
  db: SqliteDatabase.Database,
  { table, column, row, value }: Change & { kind: 'cell' },
): void {
  const pick = (all: { name: string }[], at: number) => quoted(all[Math.floor(at * all.length)]?.name ?? '');
  const into = pick(
    names.parse(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL").all()),
    table,
  );
  const of = pick(names.parse(db.pragma(`table_info(${into})`)), column);
  const bound = value instanceof Uint8Array ? Buffer.from(value) : value;
  db.prepare(
    `UPDATE ${into} SET ${of} = ? WHERE rowid = (SELECT rowid FROM ${into} LIMIT 1 OFFSET CAST(? * (SELECT COUNT(*) FROM ${into}) AS INTEGER))`,
  ).run(bound, row);
}

/** The schema of a database, and whether it holds together. */
function checkCopy(file: string, expected: string): void {
  const db = new SqliteDatabase(file);
  try {
    if (getSchema(db) !== expected) throw new Error('Something of the schema came along.');
    const whole = db.pragma('integrity_check(1)', { simple: true });
    if (whole !== 'ok') throw new Error(`The copy is damaged: ${String(whole)}`);
    if (z.array(z.unknown()).parse(db.pragma('foreign_key_check')).length > 0)
      throw new Error('A row leads nowhere.');
  } finally {
    db.close();
  }
}

function getSchema(db: SqliteDatabase.Database): string {
  return JSON.stringify(
    db
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name")
      .all(),
  );
}

/** A workspace as it is moved, with what was sent, what was not, and answers. */
async function workspaceFile(): Promise<Buffer> {
  const { core, close } = await startConnectedCore();
  try {
    await unwrap(core, 'vendors.lookUp', { vendorId: '48213' });
    for (const paused of [false, true]) {
      await unwrap(core, 'outbox.pause', { paused });
      await unwrap(core, 'invites.enqueue', {
        invitation: { vendor: { email: `paused-${paused}@fuzz.example.invalid` } },
        replaces: null,
      });
      await unwrap(core, 'verifications.enqueue', {
        type: 'license',
        data: { licenseNumber: `F-${paused}` },
        vendorId: null,
        replaces: null,
      });
    }
    const { exportId } = begunExport.parse(await unwrap(core, 'exports.beginWorkspace'));
    const parts: Buffer[] = [];
    for (;;) {
      const { part, finished } = piece.parse(await unwrap(core, 'exports.next', { exportId }));
      parts.push(Buffer.from(part, 'base64'));
      if (finished) return gunzipSync(Buffer.concat(parts));
    }
  } finally {
    await close();
  }
}

function schemaOfOwn(folder: string, migrations: readonly Migration[], base: string): string {
  const copy = join(folder, 'own.db');
  if (copyMoved(base, copy, migrations).kind !== 'copied') throw new Error('The unchanged file is refused.');
  const db = new SqliteDatabase(copy);
  const found = getSchema(db);
  db.close();
  return found;
}

/** A workspace file that was changed: its rows come in with our own schema, or it is refused. */
export const workspaceFiles: FuzzTarget = {
  name: 'workspace-files',
  slow: true,
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'gangway-fuzz-'));
    const migrations = readMigrations(join(fuzzAssets.migrations, 'workspace'));
    const base = join(folder, 'base.db');
    writeFileSync(base, await workspaceFile());
    const expected = schemaOfOwn(folder, migrations, base);
    const [file, copy] = [join(folder, 'changed.db'), join(folder, 'copy.db')];
    return {
      cases: getCases(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (changes) => {
          for (const path of [file, copy]) {
            for (const suffix of ['', '-wal', '-shm', '-journal'])
              rmSync(`${path}${suffix}`, { force: true });
          }
          copyFileSync(base, file);
          for (const one of changes) make(file, one);
          if (copyMoved(file, copy, migrations).kind === 'copied') checkCopy(copy, expected);
        },
        // It is copied in a thread of its own.
        () => true,
      ),
      close() {
        rmSync(folder, { recursive: true });
        return Promise.resolve();
      },
    };
  },
};
