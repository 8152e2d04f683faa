import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

const atOnce = 16;
const claimed = z.array(z.object({ seq: z.number(), body: z.string() }));

/**
 * What a good engineer would write by hand for this queue and no other: entries with their attempts and their history, 16 at once,
 * what ended and what begins in one commit with FULL. Nothing is judged, told, checked, counted or shown.
 * @returns entries a second with a transport that answers at once
 */
export async function handWrittenPerSecond(file: string, entries: number): Promise<number> {
  const db = new SqliteDatabase(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(
    `CREATE TABLE entry (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, body TEXT NOT NULL,
       attempts INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL) STRICT;
     CREATE INDEX entry_by_state ON entry (state, seq);
     CREATE TABLE history (id INTEGER PRIMARY KEY, entry INTEGER NOT NULL, event TEXT NOT NULL, at INTEGER NOT NULL) STRICT;`,
  );
  const insert = db.prepare("INSERT INTO entry (id, state, body, at) VALUES (?, 'queued', ?, ?)");
  db.transaction(() => {
    for (let number = 0; number < entries; number += 1)
      insert.run(crypto.randomUUID(), '{"vendor":{}}', Date.now());
  }).immediate();
  const due = db.prepare("SELECT seq, body FROM entry WHERE state = 'queued' ORDER BY seq LIMIT ?");
  const begin = db.prepare(
    "UPDATE entry SET state = 'sending', attempts = attempts + 1, at = ? WHERE seq = ?",
  );
  const end = db.prepare("UPDATE entry SET state = 'accepted', at = ? WHERE seq = ?");
  const note = db.prepare('INSERT INTO history (entry, event, at) VALUES (?, ?, ?)');
  const turn = db.transaction((answered: readonly number[]) => {
    const at = Date.now();
    for (const seq of answered) {
      end.run(at, seq);
      note.run(seq, 'accepted', at);
    }
    const rows = claimed.parse(due.all(atOnce));
    for (const { seq } of rows) {
      begin.run(at, seq);
      note.run(seq, 'sent', at);
    }
    return rows;
  });
  const send = (body: string) => Promise.resolve(body);
  const from = performance.now();
  let sending = turn.immediate([]);
  while (sending.length > 0) {
    const answered = await Promise.all(sending.map(({ seq, body }) => send(body).then(() => seq)));
    sending = turn.immediate(answered);
  }
  const perSecond = entries / ((performance.now() - from) / 1000);
  db.close();
  return perSecond;
}
