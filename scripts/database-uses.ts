import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** The folders below src whose files may query the database. */
const askers = ['main/app/', 'main/workspace/', 'main/store/', 'main/outbox/'];

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (!isNode(node)) return;
  visit(node);
  for (const below of Object.values(node)) walk(below, visit);
}

/** Where a file below src uses the database although it may not, as sentences. */
export function databaseUses(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  if (askers.some((folder) => file.startsWith(folder))) return [];
  const found = new Set<string>();
  walk(program, ({ type, property, key, value, computed }) => {
    const named = [
      type === 'MemberExpression' && isNode(property) ? property['name'] : null,
      type === 'Property' && computed === false && isNode(key) ? key['name'] : null,
      type === 'Literal' ? value : null,
    ];
    if (named.includes('db'))
      found.add(`src/${file} queries the database: let a store of src/main/store do that.`);
  });
  return [...found];
}

/** {@link databaseUses} of all files of a project's main process. */
export function allDatabaseUses(root: string): string[] {
  const src = path.join(root, 'src');
  return globSync('main/**/*.ts', { cwd: src })
    .sort()
    .flatMap((file) => databaseUses(file, readFileSync(path.join(src, file), 'utf8')));
}
