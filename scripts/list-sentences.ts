/**
 * Lists every sentence that a person can meet on a screen, in a message or in the help: `file:line  text`, grouped by folder,
 * each text once. For reading through before a release; `npm run sentences -- src/renderer/features/today` lists one folder.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type ESTree } from 'vite';

export interface Sentence {
  line: number;
  text: string;
}

type Node = Readonly<Record<string, unknown>> & { type: string; start: number };

/** Parts of a source that hold no words for people. */
const skippedTypes = /^(?:Import|ExportAll|TS(?!As|NonNull|Satisfies))/;
const skippedAttributes = /^(?:className|class|id|key|style|d|viewBox|href|src|type|role|htmlFor|data-.*)$/;
/** Calls whose texts are class names, lines of the log, SQL or faults of programming. */
const skippedCalls =
  /^(?:cls|log|write|writeLog|prepare|exec|pragma|querySelector|Error|TypeError|RangeError)$/;
/** Names under which a single word is shown to people. */
const labelNames =
  /^(?:alt|aria-?label|body|button|caption|description|detail|explanation|heading|hint|label|legend|message|name|note|placeholder|sentence|submit|text|title|tooltip)$/i;
/** Stands for the names of an object's values, such as the states of an item. */
const statusMap = '*';
const sql =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|FROM|WHERE|AND|ORDER BY|GROUP BY|PRAGMA|VACUUM|JOIN|LEFT JOIN)\b/;
/** Words of a program: `a-b`, `a_b`, `a.b`, `a:b`, and values with digits, as in lists of classes and headers. */
const programWord = /^(?:[a-z\d]+[-_.:/=][\w\-.:/=%]*|[\d.%]+(?:px|em|rem|fr)?|\W+)$/;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameIn(value: unknown): string {
  if (!isNode(value)) return '';
  const { type, name, value: literal, property } = value;
  if (type === 'MemberExpression') return nameIn(property);
  const text = name ?? literal;
  return typeof text === 'string' ? text : '';
}

function forPeople(text: string): boolean {
  if (!/\p{L}.*\s|\s.*\p{L}/su.test(text) || sql.test(text) || text.startsWith('<')) return false;
  return !text
    .trim()
    .split(/\s+/)
    .every((word) => programWord.test(word));
}

/** The text of a string or template with `{…}` for each expression; nothing for any other node. */
function literalText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const { quasis } = node as unknown as ESTree.TemplateLiteral;
  return quasis.map(({ value }) => value.cooked ?? value.raw).join('{…}');
}

/** The texts of a JSX element as one, with what is put in between. */
function jsxText(children: readonly unknown[]): string {
  const parts = children.filter(isNode).map((child) => {
    if (child.type === 'JSXText') return String(child['value']);
    const inner = child.type === 'JSXElement' ? jsxText(child['children'] as unknown[]) : '';
    return inner === '' ? '{…}' : inner;
  });
  return children.some(
    (child) => isNode(child) && child.type === 'JSXText' && /\p{L}/u.test(String(child['value'])),
  )
    ? parts.join('')
    : '';
}

/** The sentences of a TypeScript source. */
export function findSentences(file: string, source: string): Sentence[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  const found: Sentence[] = [];
  const add = ({ start }: Node, text: string): void => {
    const line = source.slice(0, start).split('\n').length;
    found.push({ line, text: text.replace(/\s+/g, ' ').trim() });
  };
  const visit = (node: unknown, label: string): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, label);
    if (!isNode(node) || skippedTypes.test(node.type)) return;
    const { type } = node;
    const text = literalText(node);
    if (text !== undefined) {
      const word = /^\p{Lu}\p{Ll}+$/u.test(text) && (labelNames.test(label) || label === statusMap);
      if (word || forPeople(text)) add(node, text);
    }
    if (type === 'JSXText') return;
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const joined = jsxText(node['children'] as unknown[]);
      if (joined !== '') add(node, joined);
    }
    if (type === 'JSXAttribute' && skippedAttributes.test(nameIn(node['name']))) return;
    if (/^(?:Call|New)Expression$/.test(type) && skippedCalls.test(nameIn(node['callee']))) return;
    if (type === 'TaggedTemplateExpression') return;
    const named =
      type === 'JSXAttribute' ? nameIn(node['name']) : type === 'Property' ? nameIn(node['key']) : '';
    // Keys of objects and what is compared are names of the program.
    const left =
      type === 'Property' && node['computed'] === false ? 'key' : type === 'SwitchCase' ? 'test' : '';
    const inMap = type === 'Property' && isNode(node['value']) && node['value'].type === 'Literal';
    const next = inMap && !labelNames.test(named) ? statusMap : named || label;
    for (const [key, below] of Object.entries(node)) if (key !== left) visit(below, next);
  };
  visit(program, '');
  return found;
}

/** The paragraphs of a page of the help. */
export function findParagraphs(page: string): Sentence[] {
  return page
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: text.replace(/^#+ /, '').trim() }))
    .filter(({ text }) => /\p{L}/u.test(text));
}

/** Every file with words for people, as paths from the root. */
function files(root: string, under: readonly string[]): string[] {
  const all = globSync(
    ['src/{renderer,shared,main,practice}/**/*.{ts,tsx}', 'src/renderer/features/help/pages/*.md'],
    { cwd: root },
  );
  return all.filter((file) => under.length === 0 || under.some((one) => file.startsWith(one))).sort();
}

/** The list as lines of text. */
function list(root: string, under: readonly string[]): string[] {
  const seen = new Set<string>();
  let folder = '';
  return files(root, under).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const sentences = file.endsWith('.md') ? findParagraphs(text) : findSentences(file, text);
    const fresh = sentences.filter((one) => !seen.has(one.text) && seen.add(one.text));
    if (fresh.length === 0) return [];
    const heading = path.dirname(file) === folder ? [] : ['', `## ${path.dirname(file)}`];
    folder = path.dirname(file);
    return [...heading, ...fresh.map((one) => `${path.basename(file)}:${one.line}  ${one.text}`)];
  });
}

if (process.argv[1] === import.meta.filename) {
  console.log(list(path.join(import.meta.dirname, '..'), process.argv.slice(2)).join('\n'));
}
