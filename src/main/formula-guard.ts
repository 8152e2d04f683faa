/** The beginnings of a formula (OWASP, "CSV Injection"), wide forms too. */
const formula = '=+\\-@＝＋－＠';
const formulaLetter = new RegExp(`[${formula}]`);
const startsFormula = new RegExp(`^(?:[\\t\\r\\n]|\\s*[${formula}])`);
const guardAtStart = new RegExp(`^'(?=\\s*[${formula}])`);
/** The ends of a cell where the computer's list separator is not a comma. */
const cellEnd = /[;\t|\r\n]/;
const before = /[\s"']/;

/** Puts an apostrophe before a formula, also after a character that may end a cell. */
export function guardedText(text: string): string {
  const later = withPlaces(text, (rest) => `'${rest}`);
  return startsFormula.test(text) ? `'${later}` : later;
}

/** Reverses {@link guardedText} for a trimmed text. */
export const unguardedText = (text: string): string =>
  withPlaces(text.replace(guardAtStart, ''), (rest) => (rest.startsWith("'") ? rest.slice(1) : rest));

/** Changes each part of the text that begins a formula after the end of a cell. */
function withPlaces(text: string, change: (part: string) => string): string {
  if (!cellEnd.test(text)) return text;
  const parts: string[] = [];
  let end = text.length;
  let leads = false;
  // From the end, so that each letter is visited once.
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const letter = text.charAt(at);
    const endsCell = cellEnd.test(letter) && !(letter === '\r' && text.charAt(at + 1) === '\n');
    if (leads && endsCell) {
      parts.push(change(text.slice(at + 1, end)));
      end = at + 1;
    }
    leads = formulaLetter.test(letter) || (leads && before.test(letter));
  }
  return text.slice(0, end) + parts.toReversed().join('');
}
