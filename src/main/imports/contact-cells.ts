import { emailProblem, meantEnding } from '#shared/base/email-address.ts';
import { trimCharacters } from '#shared/base/fold-text.ts';

export interface CellFinding {
  problem: string;
  fix?: string;
}

const hidden = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** Characters that surround an address, and are never part of one. */
const around = /[\s<>()[\]{}"“”„«»,;|#]+/u;
const before = `"'“”‘’\`*`;
const behind = `"'“”‘’\`*.,;:/\\`;
/** Lookalikes of Latin letters (UTS #39). */
const alike: ReadonlyMap<string, string> = new Map(
  [...'аa еe оo рp сc уy хx іi јj ѕs һh ԁd кk мm тt вb нh αa οo ρp νv ιi κk'.matchAll(/(.)(.) ?/gu)].map(
    ([, letter = '', meant = '']) => [letter, meant] as const,
  ),
);
const toLatin = (letter: string) => alike.get(letter.toLowerCase()) ?? letter;
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

/** Addresses typed because a field could not be empty, or that nobody reads. */
const placeholder =
  /^(?:no[._-]?e?mail|none|no[._-]?reply|do[._-]?not[._-]?reply|n\.?a|null|unknown|nobody|not[._-]?provided|no[._-]?address|x{3,}|fake|dummy|declined|refused|mailer-daemon|postmaster|asdf)@|^(?:test@test|email@email|name@domain|user@example|a@a)\.|@(?:no-?e?mail|none|no|na|nomail|fake|dummy|invalid)\.[a-z]+$/i;

/** A usual address: only its ending can be wrong. */
const plainAddress = /^[a-z\d][\w+-]*(?:\.[\w+-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;

export function emailFinding(text: string): CellFinding | null {
  if (plainAddress.test(text) && meantEnding(text) === undefined && !placeholder.test(text)) return null;
  const fix = fixEmail(text);
  const problem = findProblem(text, fix);
  return problem === null ? null : { problem, ...(fix !== null && { fix }) };
}

function findProblem(text: string, fix: string | null): string | null {
  if (text.search(hidden) !== -1) return 'There is a hidden character. Remove it.';
  if (/[,;\s/]/.test(text.slice(text.indexOf('@'), text.lastIndexOf('@'))) && fix === null)
    return 'Two addresses in one cell. Keep one.';
  const problem = emailProblem(text);
  if (problem !== null) return problem;
  if (placeholder.test(text)) return 'Nobody reads this address. Enter another one, or clear the cell.';
  return fix === null ? null : 'There’s more than an address here. Keep only the address.';
}

export function fixEmail(text: string): string | null {
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
    // A space or a comma instead of nothing or of a dot.
    withoutSpaces(withoutSpaces(plain, '@'), '.'),
    plain.replace(/(@[\p{L}\p{N}-]+),(?=[a-z]+$)/iu, '$1.'),
  ];
  const fixed = candidates.find((one) => emailProblem(one) === null && !placeholder.test(one));
  return fixed === undefined || fixed === text ? null : fixed;
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

const inWords = /^[\d\s().+-]*[a-z]{3,7}[\s-]?[a-z]{0,4}$/i;
const labeledNumber = /([a-z][a-z .]{0,40})?[^\da-z(+]{0,10}([(+]?\d[\d\s().+-]*)/gi;
const keypad = '22233344455566677778889999';

/** What is wrong with a phone number, with the number meant: programs put several into one cell, each after a word. */
export function phoneFinding(text: string): CellFinding | null {
  if (/^[(+]?\d[\d().+ -]{6,17}$/.test(text) && text.replace(/\D/g, '').length >= 7) return null;
  if (inWords.test(text)) {
    const fix = text.replace(
      /[a-z]/gi,
      (letter) => keypad[letter.toLowerCase().charCodeAt(0) - 97] ?? letter,
    );
    const figures = fix.replace(/\D/g, '').length;
    if (figures === 10 || figures === 11)
      return { problem: 'This number has letters. Enter only digits.', fix };
  }
  const numbers = [...text.matchAll(labeledNumber)]
    .map(([, label = '', number = '']) => ({
      label,
      number: number.trim(),
      figures: number.replace(/\D/g, '').length,
    }))
    .filter(({ figures }) => figures >= 7);
  if (numbers.length === 0) return { problem: 'Too short for a phone number.' };
  const [first, ...others] = numbers.filter(({ label }) => !/fax/i.test(label));
  if (first === undefined)
    return { problem: 'This is a fax number. Enter the phone number, or clear the cell.' };
  const problem = 'There’s more than one phone number here. Keep one.';
  // Without a word between them, two numbers are one run of figures.
  if (first.figures > 15) return { problem };
  const isAlone = others.length === 0 && numbers.length === 1 && !text.includes(':');
  return isAlone ? null : { problem, fix: first.number };
}

const titles = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|hon|rev|fr|capt|lt|sgt|ing|eng)\.?$/i;
/** Generations, degrees, licenses; short ones only in capitals. */
const suffixes =
  /^(?:[jJ][rR]|[sS][rR]|I{2,3}|IV|V|[eE]sq|CPA|PE|P\.E|SE|RA|AIA|LEED(?:[ -]AP)?|[pP]h\.?[dD]|MD|M\.D|DDS|JD|J\.D|MBA|RN|CFA|CPCU|CPM|PMP|CSP|CES|CCM|CFM|BSc|MSc)\.?$/;
const particles = /^(?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|ter|ten|al|el|bin|ibn|st\.?)$/i;

const companyWords =
  /(?:^|[\s,.(])(?:llc|l\.l\.c|llp|lp|inc|incorporated|corp|corporation|co|company|ltd|limited|plc|gmbh|ag|s\.?a|pllc|pc|p\.c|dba|group|holdings|enterprises?|partners|associates|services?|solutions|systems|industries|contractors?|contracting|construction|builders?|roofing|plumbing|electric(?:al)?|mechanical|hvac|paving|painting|landscaping|restoration|insurance|properties|management|supply|concrete|drywall|tile|flooring|fenc(?:e|ing)|glass|doors?|masonry|welding|cleaning|janitorial|security|pest|elevators?|design|engineering|&|and sons|bros)(?=$|[\s,.)])/i;
const departments =
  /(?:^|\s)(?:accounts?|payables?|receivables?|accounting|billing|invoices?|department|dept|office|reception|front desk|team|staff|admin(?:istration)?|sales|support|dispatch|customer|compliance|hr|owner|president|estimator|manager|to whom|same as|see notes?|as above)(?=$|\s)/i;

export const looksLikeCompany = (name: string): boolean => companyWords.test(name);

/** Splits one person's full name, `Marsh, Ada` or `Ada Marsh, CPA`, without title and suffix; null where that is not clear. */
export function splitName(whole: string) {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (
    looksLikeCompany(text) ||
    departments.test(text) ||
    /[\d@/;&()|*+?"“”]|\s[-–—]|\b(?:and|or)\b/i.test(text)
  )
    return null;
  const parts = text.split(',').map((part) => part.trim());
  while (parts.length > 1 && suffixes.test(parts.at(-1) ?? '')) parts.pop();
  const [before = '', after, ...more] = parts;
  if (more.length > 0 || after === '') return null;
  // `Ann Ray, Bo Lee` are two people, and `Ann Ray, Foreman` is no family name.
  if (after !== undefined && before.includes(' ') && !particles.test(before.split(' ')[0] ?? '')) return null;
  if (after !== undefined) return { firstName: bare(after).join(' '), lastName: bare(before).join(' ') };
  const words = bare(before);
  if (words.length < 2) return words.length === 0 ? null : { firstName: words.join(' '), lastName: '' };
  let from = words.length - 1;
  while (from > 1 && particles.test(words[from - 1] ?? '')) from -= 1;
  return { firstName: words.slice(0, from).join(' '), lastName: words.slice(from).join(' ') };
}

function bare(name: string): string[] {
  const words = name.split(' ').filter((word) => word !== '');
  while (words.length > 1 && titles.test(words[0] ?? '')) words.shift();
  while (words.length > 1 && suffixes.test(words.at(-1) ?? '')) words.pop();
  return words;
}
