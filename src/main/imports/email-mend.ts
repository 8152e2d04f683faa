import { emailProblem } from '#shared/email-address.ts';
import { trimCharacters } from '#shared/trim-characters.ts';

const hidden = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const quotes = `"'“”‘’`;
const inBrackets = /^([^<>]*)<\s*([^<>\s]+)\s*>[.,;]?$/;

/** Whether characters stand in an address that nobody sees: a copy from a web page brings them along. */
export function hasHiddenCharacter(text: string): boolean {
  return text.search(hidden) !== -1;
}

/**
 * The one address that a cell holds beside what is not part of it: `mailto:` and what follows a question mark, a name before
 * angle brackets, quotation marks, a comma or dot behind it, hidden characters. Null where that is no address, or not one alone.
 */
export function mendEmail(text: string): string | null {
  const shown = text.replace(hidden, '').trim();
  const match = inBrackets.exec(shown);
  const address = bareAddress(match?.[2] ?? shown);
  const before = match?.[1]?.trim() ?? '';
  // Outlook repeats the address: tom@x.com <mailto:tom@x.com>.
  const isOther = before.includes('@') && bareAddress(before).toLowerCase() !== address.toLowerCase();
  if (isOther || address === text || !address.includes('@') || emailProblem(address) !== null) return null;
  return address;
}

function bareAddress(text: string): string {
  const bare = trimCharacters(text.trim(), `${quotes}<([`, `${quotes}>)]`).replace(/^mailto:\s*/i, '');
  const query = bare.indexOf('?', bare.lastIndexOf('@') + 1);
  return trimCharacters(query === -1 ? bare : bare.slice(0, query), '', '.,;:').trim();
}
