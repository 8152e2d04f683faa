import { trimCharacters } from '../base/trim-characters.ts';

/** Numbers that a double may not hold: with an exponent, or of 16 characters or more. Matches in texts only cost time. */
const mayBeAltered = /\d(?:[eE][-+\d]|[\d.]{15})/;

/** Parses JSON (RFC 8259); numbers that a double would alter become texts. Undefined if it is not JSON. */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!mayBeAltered.test(text)) return value;
    const exact = withLongNumbersAsTexts(text);
    if (exact === null) return value;
    const whole: unknown = JSON.parse(exact);
    return whole;
  } catch {
    // Any text may come from a service; that it is not JSON is an answer, not a fault.
    return undefined;
  }
}

/** Where the JSON string that opens at `start` ends; the end of the text where it does not. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

const quote = 0x22;
const backslash = 0x5c;
const number = /-?\d[\d.eE+-]*/y;

/** The text with every number in quotes that a double would alter; null where there is none. It has to be JSON. */
function withLongNumbersAsTexts(text: string): string | null {
  const parts: string[] = [];
  let taken = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      number.lastIndex = at;
      const literal = number.exec(text)?.[0] ?? '';
      if (literal.length > 2 && !isHeld(literal)) {
        parts.push(text.slice(taken, at), '"', literal, '"');
        taken = at + literal.length;
      }
      at += literal.length;
    } else at += 1;
  }
  if (taken === 0) return null;
  parts.push(text.slice(taken));
  return parts.join('');
}

/** Whether a double holds the number, and writes a whole one out in digits. */
function isHeld(literal: string): boolean {
  // Up to 15 digits always survive; this is below 1e21.
  if (/^-?[\d.]{1,11}(?:[eE][-+]?\d)?$/.test(literal)) return true;
  // No double is written with more than 17 digits; zeros at the ends aside.
  if (/[1-9][\d.]{17}\d*[1-9]/.test(literal)) return false;
  const value = Number(literal);
  const written = String(value);
  if (written === literal) return true;
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return false;
  return plainNumber(written) === plainNumber(literal);
}

/** One form for each value: its digits without zeros at the ends, and the power of ten of the last digit. */
function plainNumber(literal: string): string {
  const sign = literal.startsWith('-') ? '-' : '';
  const [mantissa = '', exponent = '0'] = literal.slice(sign.length).split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = trimCharacters(digits, '', '0');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
