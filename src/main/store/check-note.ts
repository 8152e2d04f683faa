import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dayMs } from '#shared/base/dates.ts';
import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';

// Notes when a database was last checked and how it was left, since reading a large one takes seconds at the start.

const checkNote = z.object({ checkedAt: z.number(), size: z.number(), mtimeMs: z.number() });
type CheckNote = z.infer<typeof checkNote>;

/** A file is checked again after this long however it was left, since disks go bad. */
const checkEveryMs = 7 * dayMs;

const noteFile = (file: string) => `${file}.checked`;

/** A note that was cut short says nothing; the file is read through. */
function readNote(file: string): CheckNote | null {
  if (!existsSync(noteFile(file))) return null;
  return readJson(readFileSync(noteFile(file), 'utf8'), checkNote)?.value ?? null;
}

function writeNote(file: string, note: CheckNote): void {
  writeFileSync(noteFile(file), JSON.stringify(note), { mode: 0o600 });
}

/** Whether the file was checked recently, closed in order and not changed since. A filled -wal means it was not. */
export function lastLeftSound(file: string, now: number): boolean {
  const note = readNote(file);
  if (note === null || now < note.checkedAt || now - note.checkedAt > checkEveryMs) return false;
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return false;
  const { size, mtimeMs } = statSync(file);
  return size === note.size && mtimeMs === note.mtimeMs;
}

export function noteChecked(file: string, now: number): void {
  writeNote(file, { checkedAt: now, size: -1, mtimeMs: -1 });
}

export function noteLeft(file: string): void {
  const note = readNote(file);
  if (note === null) return;
  const { size, mtimeMs } = statSync(file);
  writeNote(file, { checkedAt: note.checkedAt, size, mtimeMs });
}
