import { trimCharacters } from '../base/fold-text.ts';

// The most read of an answer: see docs/decisions/answers.md.

/** Values and names. Far more than any answer of the service has. */
const maxNodes = 20_000;
const maxDepth = 64;

/** The exact JSON value of an answer ({@link parseExactJson}); undefined for other text and for implausibly large answers. */
export const parseAnswer = (text: string): unknown => (isPlausible(text) ? parseExactJson(text) : undefined);

/** Whether a JSON text has no more values than an answer can have. Stops at the first one too many. */
export function isPlausible(text: string): boolean {
  let nodes = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at) - 1;
        break;
      case '{':
      case '[':
        depth += 1;
        nodes += 1;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
      case ',':
      case ':':
        nodes += 1;
        break;
    }
    if (nodes > maxNodes || depth > maxDepth) return false;
  }
  return true;
}

/** An answer's value with placeholders for what is deep in it, in linear time; undefined for too much, and for no JSON. */
export function outlineAnswer(text: string): unknown {
  // Records inside the answer may be the envelope's content.
  return outlineTo(2, text) ?? outlineTo(1, text);
}

function outlineTo(levels: number, text: string): unknown {
  const parts: string[] = [];
  let taken = 0;
  let nodes = 0;
  let depth = 0;
  let hidden: { from: number; depth: number } | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (hidden === null && depth > (char === '[' ? 1 : levels)) hidden = { from: at, depth };
    } else if (char === '}' || char === ']') {
      if (hidden?.depth === depth) {
        parts.push(text.slice(taken, hidden.from), placeholder(text, hidden.from, at));
        taken = at + 1;
        hidden = null;
      }
      depth -= 1;
    } else if (char === ',' && hidden === null) {
      nodes += 1;
      if (nodes > maxNodes) return undefined;
    }
  }
  if (depth !== 0) return undefined;
  parts.push(text.slice(taken));
  return parseExactJson(parts.join(''));
}

function placeholder(text: string, from: number, to: number): string {
  const isEmpty = to - from < 100 && text.slice(from + 1, to).trim() === '';
  if (text[from] === '[') return isEmpty ? '[]' : '["…"]';
  return isEmpty ? '{}' : '{"…":"…"}';
}

/** Numbers that a double may alter: with an exponent, or of 16 characters or more. Matches in texts only cost time. */
const mayBeAltered = /\d(?:[eE][-+\d]|[\d.]{15})/;

/** Parses JSON (RFC 8259); numbers that a double would alter become texts. Undefined for other text. */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!mayBeAltered.test(text)) return value;
    const exact = withLongNumbersAsTexts(text);
    if (exact === null) return value;
    const whole: unknown = JSON.parse(exact);
    return whole;
  } catch {
    // That an answer is not JSON is no fault.
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

/** Quotes every number that a double would alter; null where there is none. The text has to be JSON. */
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

/** Whether a double keeps the number, and writes a whole one in digits. */
function isHeld(literal: string): boolean {
  // Up to 15 digits always survive; this is below 1e21.
  if (/^-?[\d.]{1,11}(?:[eE][-+]?\d)?$/.test(literal)) return true;
  // No double has more than 17 digits, without outer zeros.
  if (/[1-9][\d.]{17}\d*[1-9]/.test(literal)) return false;
  const value = Number(literal);
  const written = String(value);
  if (written === literal) return true;
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return false;
  return plainNumber(written) === plainNumber(literal);
}

/** One form for each value: its digits without outer zeros, and the power of ten of the last one. */
function plainNumber(literal: string): string {
  const sign = literal.startsWith('-') ? '-' : '';
  const [mantissa = '', exponent = '0'] = literal.slice(sign.length).split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = trimCharacters(digits, '', '0');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
