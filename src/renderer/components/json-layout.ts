import { endOfString, parseExactJson } from '#shared/service/answer-json.ts';

export interface Layout {
  text: string;
  whole: boolean;
}

/** For the name of a member, what is written in place of its value, made from the value's own text; null to leave it. */
export type Hide = (name: string) => ((value: string) => string) | null;

/** A text of more characters is not parsed: that would hold the screen up. */
const maxParsed = 500_000;
/** Deeper levels are not moved in any further: 100,000 of them would take gigabytes of spaces. */
const deepestIndent = 40;
const token = /[^\s,:[\]{}]+/y;
const space = /\s*/y;

/**
 * Lays an answer out, token by token: the order, names that come twice, digits and escapes stay as they came. It stops
 * after about `most` characters. What is no JSON object or list stands as it came. A long text is not parsed to tell whether it is
 * one, and the first part of a longer one cannot be: there, how it begins decides.
 */
export function layOutJson(answer: string, most = Infinity, hide: Hide = () => null, isPart = false): Layout {
  const laidOut = isPart || answer.length > maxParsed ? /^\s*[{[]/.test(answer) : isObjectOrList(answer);
  if (!laidOut) return cut(answer, most);
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  function put(part: string): void {
    parts.push(part);
    length += part.length;
  }
  function newLine(): void {
    put(`\n${'  '.repeat(Math.min(depth, deepestIndent))}`);
  }
  for (let at = skip(space, answer, 0); at < answer.length && length <= most;) {
    const char = answer.charAt(at);
    if (char === '{' || char === '[') {
      const next = skip(space, answer, at + 1);
      if (answer.charAt(next) === (char === '{' ? '}' : ']')) {
        put(char + answer.charAt(next));
        at = next + 1;
      } else {
        depth += 1;
        put(char);
        newLine();
        at += 1;
      }
    } else if (char === '}' || char === ']') {
      depth -= 1;
      newLine();
      put(char);
      at += 1;
    } else if (char === ',') {
      put(char);
      newLine();
      at += 1;
    } else if (char === '"') {
      const end = endOfString(answer, at);
      const text = answer.slice(at, end);
      put(text);
      at = skip(space, answer, end);
      if (answer.charAt(at) === ':') {
        put(': ');
        at = skip(space, answer, at + 1);
        const name = parseExactJson(text);
        const instead = typeof name === 'string' ? hide(name) : null;
        if (instead !== null) {
          const valueEnd = endOfValue(answer, at);
          put(instead(answer.slice(at, valueEnd)));
          at = valueEnd;
        }
      }
    } else {
      const end = skip(token, answer, at);
      put(answer.slice(at, end));
      at = end;
    }
    at = skip(space, answer, at);
  }
  return cut(parts.join(''), most);
}

function isObjectOrList(text: string): boolean {
  const value = parseExactJson(text);
  return typeof value === 'object' && value !== null;
}

const cut = (text: string, most: number): Layout =>
  text.length <= most ? { text, whole: true } : { text: text.slice(0, most), whole: false };

function skip(what: RegExp, text: string, at: number): number {
  what.lastIndex = at;
  return what.test(text) ? what.lastIndex : at;
}

/** Where the value that begins at `start` ends. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (/[\s,:[\]{}]/.test(char)) {
      if (char === '{' || char === '[') depth += 1;
      if (char === '}' || char === ']') depth -= 1;
      at += 1;
    } else at = skip(token, text, at);
    if (depth === 0) return at;
  }
  return text.length;
}
