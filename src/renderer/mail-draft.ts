import { call } from './bridge.ts';

/** The longest address that is handed to a mail program; longer ones are cut short by some. */
const longestUrl = 3900;

/** A letter that a person still looks over and sends. */
export interface MailDraft {
  /** Empty where the address is not known. */
  to: string;
  subject: string;
  body: string;
}

/** The draft as a mailto address. A body that would make it too long is cut, with an ellipsis. */
export function mailtoOf({ to, subject, body }: MailDraft): string {
  const written = (text: string) =>
    `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  let text = body;
  while (written(text).length > longestUrl && text.length > 1) {
    text = `${Array.from(text)
      .slice(0, Math.floor(Array.from(text).length * 0.9))
      .join('')}…`;
  }
  return written(text);
}

/**
 * Opens a draft in the person's mail program; in the browser host the page does it itself. Hands back a sentence where that
 * could not be asked for, else null. Nobody can tell whether the letter is then sent.
 */
export async function openMailDraft(draft: MailDraft, host: 'electron' | 'browser'): Promise<string | null> {
  const url = mailtoOf(draft);
  if (host === 'electron') {
    const result = await call('app.openOutside', { url });
    if (!result.ok) return result.error.message;
    if (result.value.opened) return null;
    return 'No mail program took the draft. Send your message in another way.';
  }
  const link = document.createElement('a');
  link.href = url;
  link.click();
  return null;
}
