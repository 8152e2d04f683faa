import type { VendorLink } from '#shared/ipc/call.ts';
import { maxLetterLength } from '#shared/ipc/notes.ts';
import type { JudgedVendor } from '#shared/ipc/onboarding.ts';
import { call } from './bridge.ts';

/** The longest address that is handed to a mail program; longer ones are cut short by some. */
const maxUrl = 3900;

export interface MailDraft {
  /** Empty where the address is not known. */
  to: string;
  subject: string;
  body: string;
  /** Who gets it without the others seeing it. */
  bcc?: readonly string[];
}

/** Whom a letter to a vendor goes to, as far as that is known. */
export type MailContact = JudgedVendor['contact'];

export const greet = (contact: MailContact | null): string =>
  contact?.firstName == null || contact.firstName === '' ? 'Hello,' : `Hello ${contact.firstName},`;

/** Whether a mail program is handed the whole draft. */
export const fitsMailto = (draft: MailDraft): boolean => writeMailto(draft, draft.body).length <= maxUrl;

function writeMailto({ to, subject, bcc = [] }: MailDraft, body: string): string {
  const address = (one: string) => encodeURIComponent(one).replaceAll('%40', '@');
  const copies = bcc.length === 0 ? '' : `bcc=${bcc.map(address).join(',')}&`;
  return `mailto:${address(to)}?${copies}subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
}

/** The draft as a mailto address. A body that would make it too long is cut, with an ellipsis. */
export function toMailto(draft: MailDraft): string {
  let text = draft.body;
  while (writeMailto(draft, text).length > maxUrl && text.length > 1) {
    text = `${Array.from(text)
      .slice(0, Math.floor(Array.from(text).length * 0.9))
      .join('')}…`;
  }
  return writeMailto(draft, text);
}

/** A letter as the text of a note. */
export function toNoteText({ subject, body }: MailDraft): string {
  const text = `${subject}\n\n${body}`;
  return text.length > maxLetterLength ? `${text.slice(0, maxLetterLength - 1).toWellFormed()}…` : text;
}

/**
 * Opens a draft to the vendor that something is linked to, and records it as a note of that vendor, if any. `write`
 * is handed its contact; null where none is known. Returns what takes the note back, or a sentence where the draft
 * was not opened or not recorded.
 */
export async function writeToVendor(
  vendor: VendorLink | null,
  host: 'electron' | 'browser',
  write: (contact: MailContact | null) => MailDraft,
): Promise<string | (() => Promise<unknown>)> {
  const { subject = null } = vendor ?? {};
  const known = subject === null ? null : await call('onboarding.vendor', { subject, site: null });
  const draft = write(known?.ok === true ? (known.value?.contact ?? null) : null);
  const problem = await openMailDraft(draft, host);
  if (problem !== null || subject === null) return problem ?? (() => Promise.resolve());
  const text = toNoteText(draft);
  const added = await call('notes.add', { subject, kind: 'letter', text, asked: [], followUp: null });
  if (!added.ok) return `The draft was opened, but the letter was not recorded. ${added.error.message}`;
  return () => call('notes.remove', { notes: [{ subject, ...added.value }] });
}

/** Shares addresses out among as few drafts of a text as a mail program takes whole: none may be cut off. */
export function bccDrafts(
  addresses: readonly string[],
  text: Pick<MailDraft, 'subject' | 'body'> = { subject: '', body: '' },
): MailDraft[] {
  const drafts: { to: string; subject: string; body: string; bcc: string[] }[] = [];
  for (const address of addresses) {
    const last = drafts.at(-1);
    if (last === undefined || toMailto({ ...last, bcc: [...last.bcc, address] }).length > maxUrl) {
      drafts.push({ to: '', ...text, bcc: [address] });
    } else last.bcc.push(address);
  }
  return drafts;
}

/** Opens a mail draft. Returns a sentence if that could not be requested, else null. Sending can't be observed. */
export async function openMailDraft(draft: MailDraft, host: 'electron' | 'browser'): Promise<string | null> {
  const url = toMailto(draft);
  if (host === 'electron') {
    const result = await call('app.openOutside', { url });
    if (!result.ok) return result.error.message;
    if (result.value.opened) return null;
    return 'No mail program opened the draft. Send your message another way.';
  }
  const link = document.createElement('a');
  link.href = url;
  link.click();
  return null;
}
