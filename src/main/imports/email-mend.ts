import { emailProblem, meantEnding } from '#shared/base/email-address.ts';
import { trimCharacters } from '#shared/base/trim-characters.ts';
import type { CellFinding } from './list-rules.ts';

const hidden = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** What stands around an address in the cells of lists, and never in one. */
const around = /[\s<>()[\]{}"“”„«»,;|#]+/u;
const before = `"'“”‘’\`*`;
const behind = `"'“”‘’\`*.,;:/\\`;
/** Letters that look like Latin ones (UTS #39), as they come into addresses. */
const alike: ReadonlyMap<string, string> = new Map(
  [...'аa еe оo рp сc уy хx іi јj ѕs һh ԁd кk мm тt вb нh αa οo ρp νv ιi κk'.matchAll(/(.)(.) ?/gu)].map(
    ([, letter = '', meant = '']) => [letter, meant] as const,
  ),
);
const toLatin = (letter: string) => alike.get(letter.toLowerCase()) ?? letter;
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

/** Addresses that were typed because a field could not be left empty, or that nobody reads. */
const placeholder =
  /^(?:no[._-]?e?mail|none|no[._-]?reply|do[._-]?not[._-]?reply|n\.?a|null|unknown|nobody|not[._-]?provided|no[._-]?address|x{3,}|fake|dummy|declined|refused|mailer-daemon|postmaster|asdf)@|^(?:test@test|email@email|name@domain|user@example|a@a)\.|@(?:no-?e?mail|none|no|na|nomail|fake|dummy|invalid)\.[a-z]+$/i;

/** An address as nearly all are: only a slip in its ending can be wrong with it. */
const plainAddress = /^[a-z\d][\w+-]*(?:\.[\w+-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;

/** What is wrong with a cell of addresses, with the one address that is meant; null where nothing is. */
export function emailFinding(text: string): CellFinding | null {
  if (plainAddress.test(text) && meantEnding(text) === undefined && !placeholder.test(text)) return null;
  const mend = mendEmail(text);
  const problem = findProblem(text, mend);
  return problem === null ? null : { problem, ...(mend !== null && { mend }) };
}

function findProblem(text: string, mend: string | null): string | null {
  if (text.search(hidden) !== -1) return 'There is a hidden character. Remove it.';
  if (/[,;\s/]/.test(text.slice(text.indexOf('@'), text.lastIndexOf('@'))) && mend === null)
    return 'Two addresses in one cell. Keep one.';
  const problem = emailProblem(text);
  if (problem !== null) return problem;
  if (placeholder.test(text)) return 'Nobody reads this address. Enter another one, or clear the cell.';
  return mend === null ? null : 'There’s more than an address here. Keep only the address.';
}

/** The one address that a cell means; null where that is not clear, or where the cell says it already. */
export function mendEmail(text: string): string | null {
  const plain = text
    .replace(hidden, '')
    .normalize('NFKC')
    .replaceAll(/(?<=\p{L})’(?=\p{L})/gu, "'");
  const found = new Map<string, string>();
  for (const piece of plain.split(around)) {
    const address = bareAddress(piece);
    if (address.includes('@')) found.set(address.toLowerCase(), address);
  }
  const [only, ...others] = found.values();
  if (others.length > 0) return null;
  const candidates = [
    ...(only === undefined ? [] : [only, only.replaceAll(likeLatin, toLatin), withMeantEnding(only)]),
    // A space or a comma in the place of nothing or of a dot.
    withoutSpaces(withoutSpaces(plain, '@'), '.'),
    plain.replace(/(@[\p{L}\p{N}-]+),(?=[a-z]+$)/iu, '$1.'),
  ];
  const mended = candidates.find((one) => emailProblem(one) === null && !placeholder.test(one));
  return mended === undefined || mended === text ? null : mended;
}

function withoutSpaces(text: string, sign: string): string {
  const parts = text.split(sign).map((part) => part.trim());
  return parts.join(sign);
}

function bareAddress(text: string): string {
  const bare = trimCharacters(text.replace(/(?:\\[nrt])+$/, ''), before, behind).replace(
    /^(?:mailto|smtp):/i,
    '',
  );
  const query = bare.indexOf('?', bare.lastIndexOf('@') + 1);
  return trimCharacters(query === -1 ? bare : bare.slice(0, query), before, behind);
}

function withMeantEnding(address: string): string {
  const ending = meantEnding(address);
  return ending === undefined ? address : `${address.slice(0, address.lastIndexOf('.') + 1)}${ending}`;
}
