import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Numbers, booleans and short words of our own; never text of a person or a server. */
export type LogDetail = Record<string, string | number | boolean | null>;

export interface Log {
  write(event: string, detail?: LogDetail): void;
}

export interface LogLine {
  at: string;
  event: string;
  detail: LogDetail;
}

export type FileLog = ReturnType<typeof createFileLog>;

const remembered = 30;
const largestBytes = 1024 * 1024;
const generations = 3;

/** Masks what looks like a credential, in case one ever reaches a line. */
function redact(value: LogDetail[string]): LogDetail[string] {
  if (typeof value !== 'string') return value;
  return value.replace(/bearer\s+\S+/gi, 'bearer [removed]').replace(/[A-Za-z0-9_\-.]{32,}/g, '[removed]');
}

/** Removes a link, so that nothing is written to its target. */
function removeLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) unlinkSync(path);
}

/** Adds a line to a file that only its owner can read. Windows ignores the modes and O_NOFOLLOW. */
function append(file: string, line: string): void {
  removeLink(file);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const opened = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(opened, 0o600);
    writeSync(opened, line);
  } finally {
    closeSync(opened);
  }
}

/** Writes a JSON object a line to `gangway.log`, with two older files beside it, a megabyte each. */
export function createFileLog(folder: string, wall: () => number) {
  const file = join(folder, 'gangway.log');
  const latest: LogLine[] = [];

  function rotate(): void {
    if (!existsSync(file) || statSync(file).size < largestBytes) return;
    for (let number = generations - 1; number >= 1; number -= 1) {
      const from = number === 1 ? file : `${file}.${number - 1}`;
      if (existsSync(from)) renameSync(from, `${file}.${number}`);
    }
  }

  return {
    recent: (): readonly LogLine[] => latest,
    write(event: string, detail: LogDetail = {}): void {
      const safe = Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, redact(value)]));
      const at = new Date(wall()).toISOString();
      latest.push({ at, event, detail: safe });
      if (latest.length > remembered) latest.shift();
      const line = JSON.stringify({ at, event, ...safe });
      try {
        removeLink(folder);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        chmodSync(folder, 0o700);
        rotate();
        append(file, `${line}\n`);
      } catch {
        // A log that cannot be written must not stop the work; the queue's condition shows the trouble.
      }
    },
  };
}
