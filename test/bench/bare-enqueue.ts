import SqliteDatabase from 'better-sqlite3';

/** What is enqueued. */
export interface Invitation {
  inviteMessage: string;
  vendor: { email: string; firstName: string; lastName: string; companyName: string };
}

/** A database with the durability of a workspace and nothing else of it. */
export function openBare(file: string, schema: string): SqliteDatabase.Database {
  const db = new SqliteDatabase(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(schema);
  return db;
}

/** Writes invites into a database of its own, each in a commit unless many are given. */
export interface BareInserts {
  insert(invitation: Invitation): void;
  /** Many in one commit. */
  insertMany(invitations: readonly Invitation[]): void;
  close(): void;
}

/** The rows of an enqueue, found in the ways in which the app finds them, written by hand. */
export function bareInsertOfTheSameRows(file: string): BareInserts {
  const db = openBare(
    file,
    `CREATE TABLE entry (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, state TEXT NOT NULL,
       key TEXT NOT NULL, body TEXT NOT NULL, title TEXT NOT NULL, subtitle TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
     CREATE INDEX entry_by_state ON entry (state, kind, at);
     CREATE TABLE invite (entry INTEGER PRIMARY KEY, email TEXT, email_key TEXT, name TEXT, company TEXT) STRICT;
     CREATE INDEX invite_by_email ON invite (email_key);
     CREATE TABLE due (id INTEGER PRIMARY KEY, subject TEXT NOT NULL, words TEXT NOT NULL) STRICT;`,
  );
  const insertEntry = db.prepare(
    "INSERT INTO entry (id, kind, state, key, body, title, subtitle, at) VALUES (?, 'invite', 'queued', ?, ?, ?, ?, ?)",
  );
  const insertInvite = db.prepare('INSERT INTO invite VALUES (?, ?, ?, ?, ?)');
  const insertDue = db.prepare('INSERT INTO due (subject, words) VALUES (?, ?)');
  function write(invitation: Invitation): void {
    const { email, companyName } = invitation.vendor;
    const id = crypto.randomUUID();
    const body = JSON.stringify(invitation);
    const entry = insertEntry.run(id, crypto.randomUUID(), body, companyName, 'Vera Bench', Date.now());
    insertInvite.run(entry.lastInsertRowid, email, email, 'Vera Bench', companyName);
    insertDue.run(id, `${companyName} Vera Bench ${email}`);
  }
  const insert = db.transaction(write);
  const insertMany = db.transaction((invitations: readonly Invitation[]) => {
    for (const invitation of invitations) write(invitation);
  });
  return {
    insert(invitation: Invitation) {
      insert.immediate(invitation);
    },
    insertMany(invitations: readonly Invitation[]) {
      insertMany.immediate(invitations);
    },
    close: () => void db.close(),
  };
}
