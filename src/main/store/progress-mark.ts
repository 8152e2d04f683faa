import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { DamagedData } from './damage.ts';
import { createSettingStore } from './settings.ts';

// A database cannot know that it is an older copy of itself, so its progress is noted outside of it:
// docs/decisions/copies-of-a-workspace.md.

export interface Progress {
  enqueued: number;
  /** Attempts and other events so far: each attempt counts before its request leaves. */
  steps: number;
  /** How many items were queued: entries and rows of lists. */
  items: number;
}

/** How far the database of one line had come at least. A database begins a new line where it is found to be an older copy. */
export interface Mark extends Progress {
  line: string;
}

const lineNames = z.object({ current: z.string(), former: z.array(z.string()) });
type LineNames = z.infer<typeof lineNames>;
const lineSetting = 'workspace.line';
const formerKept = 50;

/** The setting in which a copy says of itself when it was made, until it is opened in the place of the database. */
export const copySetting = 'copy.made_at';

export interface OlderCopy {
  copyAt: number | null;
  /** How many items that were enqueued are not in it; null where that is not known. */
  missing: number | null;
}

/** Numbers are noted with 15 digits, so that the mark is always of the same length. */
const largestNoted = 999_999_999_999_999;
const markText = /^(([\da-f-]{36}) (\d{15}) (\d{15}) (\d{15})) ([\da-f]{8})\n$/;

export function textOfMark({ line, enqueued, steps, items }: Mark): string {
  const numbers = [enqueued, steps, items].map((number) => String(number).padStart(15, '0'));
  const words = [line, ...numbers].join(' ');
  return `${words} ${sumUp(words)}\n`;
}

const sumUp = (words: string): string => crc32(words).toString(16).padStart(8, '0');

export function readMarkText(text: string): Mark | null {
  const [, words, line, enqueued, steps, items, sum] = markText.exec(text) ?? [];
  if (words === undefined || line === undefined || sumUp(words) !== sum) return null;
  return { line, enqueued: Number(enqueued), steps: Number(steps), items: Number(items) };
}

export type ProgressMark = ReturnType<typeof createProgressMark>;

/** @param onFault called when a note fails; the mark then lags behind until the next one */
export function createProgressMark(db: Database, file: string, onFault: (error: unknown) => void) {
  const stored = createSettingStore(db);
  const select = db.prepare(
    `SELECT (SELECT MAX(seq) FROM entry) AS enqueued, (SELECT COALESCE(MAX(id), 0) FROM history) + (SELECT COUNT(*) FROM entry WHERE state = 'sending') AS steps,
       (SELECT SUM(row_count - moved) FROM import_batch WHERE queued_at IS NOT NULL) AS unmoved`,
  );
  const counted = z.number().nullable();
  const found = z.object({ enqueued: counted, steps: z.number(), unmoved: counted });
  let handle: number | null = null;
  let noted: Mark | null = null;
  let failed = false;
  let asFound: Found | null = null;

  function progress(): Progress {
    const row = found.parse(select.get());
    const enqueued = row.enqueued ?? 0;
    const now = { enqueued, steps: row.steps, items: enqueued + (row.unmoved ?? 0) };
    if (Math.max(now.enqueued, now.steps, now.items) > largestNoted)
      throw new DamagedData('The number of an entry or of a line of history is none that was given.');
    return now;
  }

  const lines = (): LineNames | null => stored.read(lineSetting, lineNames);

  function whatIsNoted(): Mark | 'missing' | 'unreadable' {
    if (!existsSync(file)) return 'missing';
    return readMarkText(readFileSync(file, 'utf8')) ?? 'unreadable';
  }

  function write(mark: Mark): void {
    handle ??= openSync(file, 'r+');
    writeSync(handle, textOfMark(mark), 0, 'utf8');
    noted = mark;
  }

  /** Replaces the mark file: whole, or not at all. */
  function putInPlace(mark: Mark): void {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.partial`, textOfMark(mark), { mode: 0o600, flush: true });
    // Later writes go to the new file.
    if (handle !== null) closeSync(handle);
    handle = null;
    renameSync(`${file}.partial`, file);
    syncFolder(dirname(file));
  }

  function note(): void {
    if (noted === null) return;
    try {
      const now = progress();
      const same = now.enqueued === noted.enqueued && now.steps === noted.steps && now.items === noted.items;
      if (same && !failed) return;
      write({ line: noted.line, ...now });
      failed = false;
    } catch (error) {
      if (!failed) onFault(error);
      failed = true;
    }
  }

  return {
    /** Whether the database is an older copy, by the mark here, its own note and `elsewhere`; null if not. */
    olderCopy(elsewhere: Mark | null): OlderCopy | null {
      const found = { own: lines(), now: progress() };
      asFound = found;
      const here = whatIsNoted();
      const copyAt = stored.read(copySetting, z.number());
      const marks = [here, elsewhere].filter((one) => one !== null && typeof one === 'object');
      // One that was opened here before has left a mark.
      const foreign = found.own !== null && here === 'missing';
      const behind = marks.some((mark) => isBehind(mark, found));
      if (copyAt === null && !behind && !foreign) return null;
      return { copyAt, missing: countMissing(marks, found) };
    },
    /** The same by a mark that could be read only later; the database is judged as it was at {@link olderCopy}. */
    olderCopyByLate(elsewhere: Mark): OlderCopy | null {
      if (asFound === null || !isBehind(elsewhere, asFound)) return null;
      return { copyAt: null, missing: countMissing([elsewhere], asFound) };
    },
    /** Begins a new line, so that older marks no longer count. Runs in the transaction that draws the conclusions. */
    beginLine(): void {
      const before = lines();
      const former = before === null ? [] : [before.current, ...before.former].slice(0, formerKept);
      stored.write(lineSetting, { current: randomUUID(), former });
      stored.remove(copySetting);
    },
    /** Accepts the database as it is now. Called before {@link note}, and again after a new line was begun. */
    take(): void {
      let own = lines();
      if (own === null) {
        // The empty mark first: without the line's name in the database it means nothing.
        own = { current: randomUUID(), former: [] };
        putInPlace({ line: own.current, enqueued: 0, steps: 0, items: 0 });
        stored.write(lineSetting, own);
      }
      const here = whatIsNoted();
      if (typeof here === 'object' && here.line === own.current) {
        // Overwritten, which takes no room on a full disk.
        noted = here;
        note();
        return;
      }
      const mark = { line: own.current, ...progress() };
      putInPlace(mark);
      noted = mark;
    },
    /** Notes progress without waiting for the disk: after a power cut the mark may only lag behind. */
    note,
    current(): Mark {
      if (noted === null) throw new Error('Nothing was noted yet.');
      return noted;
    },
    /** Notes progress and waits for the disk, when nobody is waiting. */
    settle(): void {
      note();
      try {
        if (handle !== null) fsyncSync(handle);
      } catch (error) {
        onFault(error);
      }
    },
    close(): void {
      if (handle !== null) closeSync(handle);
      handle = null;
      noted = null;
    },
  };
}

interface Found {
  own: LineNames | null;
  now: Progress;
}

/** How many items that marks of the same line note are missing; null without such a mark. */
function countMissing(marks: readonly Mark[], { own, now }: Found): number | null {
  const known = marks.filter((mark) => own === null || mark.line === own.current);
  return known.length === 0 ? null : Math.max(0, ...known.map((mark) => mark.items - now.items));
}

export const isEmpty = ({ enqueued, steps, items }: Progress): boolean =>
  enqueued === 0 && steps === 0 && items === 0;

function isBehind(mark: Mark, { own, now }: Found): boolean {
  // If nothing had happened, nothing unknown can have been sent.
  if (isEmpty(mark)) return false;
  if (own === null) return true;
  if (own.former.includes(mark.line)) return false;
  return mark.line !== own.current || mark.steps > now.steps || mark.items > now.items;
}

function syncFolder(folder: string): void {
  // Windows does not open folders; its file system keeps the order of changes.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
