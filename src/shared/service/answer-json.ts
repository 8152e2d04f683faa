import { endOfString, parseExactJson } from './exact-json.ts';

// What is read of an answer at most: see docs/decisions/answers.md.

/** Values and names. More than any answer of the service has by far; what has more would hold the app up wherever it is read. */
const maxNodes = 20_000;
const maxDepth = 64;

/** The exact JSON value of an answer ({@link parseExactJson}); undefined for non-JSON or implausibly large answers. */
export function parseAnswer(text: string): unknown {
  return isPlausible(text) ? parseExactJson(text) : undefined;
}

/** Whether a JSON text has no more values than an answer can have. Stops at the first value too many. */
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

/**
 * The value of an answer's text without what is deep inside it: of lists, and of records within records, only stands that they
 * are there. Tells what a short answer in a long one says, in time that grows with its length alone. Undefined where the text is
 * no JSON at the levels that are read, or has more there than an answer can have.
 */
export function outlineAnswer(text: string): unknown {
  // Records inside the answer are read as well, as one of them may be the envelope's content, unless they are what is too much.
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

/** The placeholder of a list or record; an empty one is kept, as it says that there is nothing. */
function placeholder(text: string, from: number, to: number): string {
  const isEmpty = to - from < 100 && text.slice(from + 1, to).trim() === '';
  if (text[from] === '[') return isEmpty ? '[]' : '["…"]';
  return isEmpty ? '{}' : '{"…":"…"}';
}
