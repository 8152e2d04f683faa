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

/** What a log line may hold: numbers, booleans and short words of our own. Never what a person or a server wrote. */
export type LogDetail = Record<string, string | number | boolean | null>;

/** A structured log: one JSON object a line, with a time and an event in our own words. */
export interface Log {
  write(event: string, detail?: LogDetail): void;
}

export interface LogLine {
  at: string;
  event: string;
  detail: LogDetail;
}

/** A log that remembers its latest lines, since the process began. */
export interface FileLog extends Log {
  recent(): readonly LogLine[];
}

const remembered = 30;
const largestBytes = 1024 * 1024;
const generations = 3;

/** Masks what looks like a credential, in case one ever reaches a line. */
function redact(value: LogDetail[string]): LogDetail[string] {
  if (typeof value !== 'string') return value;
  return value.replace(/bearer\s+\S+/gi, 'bearer [removed]').replace(/[A-Za-z0-9_\-.]{32,}/g, '[removed]');
}

/** Removes a link, and not what it leads to: that belongs to somebody else, and would be written to under our name. */
function removeLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) unlinkSync(path);
}

/** Adds a line to a file that its owner alone can read. Windows knows neither the modes nor O_NOFOLLOW, and takes them as they are. */
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

/** Writes to `gangway.log` in the folder, with two older files beside it, a megabyte each. */
export function createFileLog(folder: string, wall: () => number): FileLog {
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
    recent: () => latest,
    write(event, detail = {}) {
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
        // A full disk or a folder that cannot be written must not stop the work that the log tells about; the queue's own condition shows the trouble.
      }
    },
  };
}
