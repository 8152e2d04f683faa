import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import type { Answered } from './answering-service.ts';

/** Everything that a workspace's database holds, to look for an answer in. */
export interface KeptValues {
  texts: Set<string>;
  all: string;
  blobs: Buffer[];
}

const named = z.array(z.object({ name: z.string() }));
const anyRow = z.record(z.string(), z.unknown());
/** Shorter texts stand in many places by chance. */
const tellingLength = 12;

/** Reads all texts and bytes out of a database, and the texts inside of the JSON that it holds. */
export function readKept(file: string): KeptValues {
  const db = new SqliteDatabase(file, { readonly: true });
  const texts = new Set<string>();
  const blobs: Buffer[] = [];
  try {
    const tables = named.parse(
      db
        .prepare(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%'",
        )
        .all(),
    );
    for (const { name } of tables) {
      for (const row of db.prepare(`SELECT * FROM "${name}"`).iterate()) {
        for (const cell of Object.values(anyRow.parse(row))) {
          if (Buffer.isBuffer(cell)) blobs.push(cell);
          else if (typeof cell === 'string') addText(cell, texts);
        }
      }
    }
  } finally {
    db.close();
  }
  return { texts, all: [...texts].join('\u0000'), blobs };
}

function addText(text: string, texts: Set<string>): void {
  texts.add(text);
  if (!/^[[{"]/.test(text)) return;
  try {
    addInside(JSON.parse(text), texts);
  } catch {
    // An answer that is no JSON; it is in there as it is.
  }
}

function addInside(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addInside(member, texts);
  }
}

/** Whether what arrived of an answer can be found again: its text exactly, or its bytes. */
export function isKept({ way, arrived, sent, token }: Answered, kept: KeptValues): boolean {
  if (sent.length === 0 || arrived === 'unsure' || arrived === 'nothing') return true;
  const bytes = [sent, way.wire.plain.subarray(0, arrived === 'whole' ? undefined : sent.length)];
  const holdsBytes = kept.blobs.some((blob) =>
    bytes.some(
      (one) => blob.equals(one) || (one.length >= tellingLength && blob.includes(without(one, token))),
    ),
  );
  if (holdsBytes) return true;
  if (arrived === 'whole') {
    return [way.text, way.text.trim()].some((text) => holdsText(withoutToken(text, token), kept));
  }
  const begun = begunText(sent, way.wire.contentEncoding, way.wire.charset);
  if (begun === null) return holdsText(withoutToken(sent.toString('utf8'), token), kept);
  // A letter or the token may have been cut in the middle.
  const sure = withoutToken(begun, token).slice(0, -4).split(token.slice(0, 8))[0] ?? '';
  return sure === '' || (sure.length < tellingLength ? kept.all.includes(sure) : holdsText(sure, kept));
}

function holdsText(text: string, kept: KeptValues): boolean {
  return (
    kept.texts.has(text) ||
    kept.texts.has(`\uFEFF${text}`) ||
    (text.length >= tellingLength && kept.all.includes(text))
  );
}

const removed = '[token removed]';

/** The bytes of an answer without the token, which may be in UTF-16. */
function without(bytes: Buffer, token: string): Buffer {
  const forms = [(text: string) => text, wide, (text: string) => wide(text).slice(1) + '\0'];
  const plain = forms.reduce(
    (text, form) => text.replaceAll(form(token), form(removed)),
    bytes.toString('latin1'),
  );
  return Buffer.from(plain, 'latin1');
}

/** A text as UTF-16 (big-endian), each byte as a character. */
const wide = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1');

/** The token may stand in no file, so an answer that repeats it is kept without it. */
function withoutToken(text: string, token: string): string {
  return text.replaceAll(token, removed);
}

/** As much of a text as can be read in the beginning of a body; null where nothing can, so that only its bytes count. */
function begunText(sent: Buffer, contentEncoding: string | null, charset: string | null): string | null {
  const finishFlush = constants.Z_SYNC_FLUSH;
  let plain = sent;
  try {
    for (const coding of (contentEncoding ?? '')
      .split(',')
      .map((one) => one.trim())
      .toReversed()) {
      if (coding === 'gzip' || coding === 'x-gzip') plain = gunzipSync(plain, { finishFlush });
      else if (coding === 'br')
        plain = brotliDecompressSync(plain, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
      else if (coding === 'deflate') {
        const zlib = ((plain[0] ?? 0) & 0x0f) === 8;
        plain = zlib ? inflateSync(plain, { finishFlush }) : inflateRawSync(plain, { finishFlush });
      } else if (coding !== '') return null;
    }
    return new TextDecoder(charset === null || charset.startsWith('x-') ? 'utf-8' : charset).decode(plain);
  } catch {
    // It is packed in a way that shows nothing before its end.
    return null;
  }
}
