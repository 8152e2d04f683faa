import MailComposer from 'nodemailer/lib/mail-composer';
import { fileNamePart } from '#shared/base/foreign-text.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import type { PartialFile } from './exports.ts';

/** A letter as an email (RFC 5322) that mail programs open as a draft; who sends it is left to them. */
export async function exportOfLetter(letter: ParsedInput<'exports.beginLetter'>): Promise<PartialFile> {
  const { name, to, subject, body } = letter;
  const mail = new MailComposer({
    to,
    subject,
    text: body,
    textEncoding: 'quoted-printable',
    newline: 'windows',
    headers: { 'X-Unsent': '1' },
  });
  const bytes = await mail.compile().build();
  return {
    fileName: `Letter to ${fileNamePart(name)}.eml`,
    contentType: 'message/rfc822',
    next: () => Promise.resolve({ bytes, done: bytes.length, total: bytes.length, finished: true }),
  };
}
