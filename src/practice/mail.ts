import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

const sender = { name: 'Gangway practice service', address: 'invitations@practice.example.com' };
const firstRetryMs = 5_000;
const slowestRetryMs = 60_000;

const mailRow = z.object({
  id: z.number(),
  invitation: z.number(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  written_at: z.number(),
  delivered_at: z.number().nullable(),
});
type MailRow = z.infer<typeof mailRow>;

/** Saves an email for delivery and returns its ID, in the invitation's transaction. */
export function writeMail(
  db: Database.Database,
  mail: { invitation: number; recipient: string; subject: string; body: string },
  now: number,
): number {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO mails (invitation, recipient, subject, body, written_at) VALUES (?, ?, ?, ?, ?)')
    .run(mail.invitation, mail.recipient, mail.subject, mail.body, now);
  return Number(lastInsertRowid);
}

export const listMails = (db: Database.Database) =>
  z
    .array(mailRow)
    .parse(db.prepare('SELECT * FROM mails ORDER BY id').all())
    .map((row) => ({
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      at: new Date(row.written_at).toISOString(),
      invitationId: row.invitation,
      delivered: row.delivered_at !== null,
    }));

/** Delivers the saved emails, by SMTP or as .eml files in `<dataDir>/mail`. Retries, also after a restart. */
export class Mailer {
  readonly #db: Database.Database;
  readonly #send: (mail: MailRow) => Promise<void>;
  readonly #onError: (error: Error) => void;
  readonly #underWay = new Map<number, Promise<void>>();
  #retryMs = firstRetryMs;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    db: Database.Database,
    to: { dataDir: string; smtpUrl?: string },
    onError: (error: Error) => void,
  ) {
    this.#db = db;
    this.#send = to.smtpUrl === undefined ? fileSender(join(to.dataDir, 'mail')) : smtpSender(to.smtpUrl);
    this.#onError = onError;
  }

  deliver(id: number): Promise<void> {
    const running = this.#underWay.get(id);
    if (running !== undefined) return running;
    const attempt = this.#attempt(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, attempt);
    return attempt;
  }

  /** Tries to deliver everything outstanding, one after the other. */
  async deliverOutstanding(): Promise<void> {
    const ids = z
      .array(z.object({ id: z.number() }))
      .parse(this.#db.prepare('SELECT id FROM mails WHERE delivered_at IS NULL ORDER BY id').all());
    for (const { id } of ids) {
      if (this.#stopped) return;
      await this.deliver(id);
    }
  }

  /** Stops trying, and waits for current deliveries, for two seconds at most. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    if (this.#underWay.size === 0) return;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, 2_000);
    await Promise.race([Promise.all(this.#underWay.values()), enough]);
    clearTimeout(timer);
  }

  async #attempt(id: number): Promise<void> {
    const row = mailRow.parse(this.#db.prepare('SELECT * FROM mails WHERE id = ?').get(id));
    if (row.delivered_at !== null) return;
    try {
      await this.#send(row);
    } catch (error) {
      this.#onError(
        new Error(`The email ${id} could not be delivered. It is kept and tried again.`, { cause: error }),
      );
      this.#retryLater();
      return;
    }
    if (!this.#db.open) return;
    this.#db.prepare('UPDATE mails SET delivered_at = ? WHERE id = ?').run(Date.now(), id);
    this.#retryMs = firstRetryMs;
  }

  #retryLater(): void {
    if (this.#stopped || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.deliverOutstanding().catch((error: unknown) => {
        this.#onError(new Error('The outstanding emails could not be read.', { cause: error }));
      });
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, slowestRetryMs);
  }
}

const message = (mail: MailRow) => ({
  from: sender,
  to: mail.recipient,
  subject: mail.subject,
  text: mail.body,
  date: new Date(mail.written_at),
  messageId: `<invitation-${mail.invitation}.${mail.id}.${mail.written_at}@practice.example.com>`,
});

function smtpSender(smtpUrl: string): (mail: MailRow) => Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
  });
  return async (mail) => {
    await transport.sendMail(message(mail));
  };
}

function fileSender(folder: string): (mail: MailRow) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    const { message: bytes } = await transport.sendMail(message(mail));
    if (!Buffer.isBuffer(bytes)) throw new TypeError('The email was not put together in memory.');
    const name = `mail-${String(mail.id).padStart(6, '0')}.eml`;
    const unfinished = join(folder, `.${name}.part`);
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, join(folder, name));
  };
}
