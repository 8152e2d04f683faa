import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** Those who put a workspace together and hold it while it is open; whoever else gets one says what of it it uses. */
const holders = ['main/app/', 'main/workspace/'];
/** Those who may ask the database. */
const askers = [...holders, 'main/store/', 'main/outbox/'];

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function isTypeNamed(node: Node, name: string): boolean {
  return node['type'] === 'TSTypeReference' && isNode(node['typeName']) && node['typeName']['name'] === name;
}

/** Every node below this one, but not below those at which `enter` says false. */
function walk(node: unknown, enter: (node: Node) => boolean): void {
  if (!isNode(node) || !enter(node)) return;
  for (const below of Object.values(node)) walk(below, enter);
}

/** What a file below src takes or reads that it may not, as sentences: a whole workspace, or a database. */
export function wideUses(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  const found = new Set<string>();
  if (!holders.some((folder) => file.startsWith(folder))) {
    walk(program, (node) => {
      if (isTypeNamed(node, 'Workspace'))
        found.add(`src/${file} takes a whole Workspace: name what it uses with Pick.`);
      return !isTypeNamed(node, 'Pick') && node['type'] !== 'TSIndexedAccessType';
    });
  }
  if (!askers.some((folder) => file.startsWith(folder))) {
    walk(program, (node) => {
      const { type, property, key, value, computed } = node;
      const named = [
        type === 'MemberExpression' && isNode(property) ? property['name'] : null,
        type === 'Property' && computed === false && isNode(key) ? key['name'] : null,
        type === 'Literal' ? value : null,
      ];
      if (named.includes('db'))
        found.add(`src/${file} asks the database: let a store of src/main/store do that.`);
      return true;
    });
  }
  return [...found];
}

/** {@link wideUses} of all files of a project's main process. */
export function allWideUses(root: string): string[] {
  const src = path.join(root, 'src');
  return globSync('main/**/*.ts', { cwd: src })
    .sort()
    .flatMap((file) => wideUses(file, readFileSync(path.join(src, file), 'utf8')));
}
