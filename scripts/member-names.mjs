// A lint rule that needs types: no `object[name]` by a name that is only known while the app runs. Every plain object has members
// such as `constructor`, and such a name may come from a list, an answer or a person. `ownMember` reads what is the object's own.

import path from 'node:path';
import { isElementAccessExpression } from 'typescript/unstable/ast/is';
import { API, TypeFlags } from 'typescript/unstable/sync';

const root = path.join(import.meta.dirname, '..');
const projects = ['src/tsconfig.node.json', 'src/renderer/tsconfig.json'].map((file) =>
  path.join(root, file),
);
const sources = path.join(root, 'src') + path.sep;
const allowed = path.join(root, 'src', 'shared', 'base', 'own-member.ts');

const api = new API({ cwd: root });
/** @type {Set<string>} */
const found = new Set();
for (const { checker, program } of api.updateSnapshot({ openProjects: projects }).getProjects()) {
  for (const name of program.getSourceFileNames()) {
    const file = path.resolve(name);
    if (!file.startsWith(sources) || file === allowed) continue;
    const source = program.getSourceFile(name);
    /** @type {import('typescript/unstable/ast').ElementAccessExpression[]} */
    const accesses = [];
    /** @param {import('typescript/unstable/ast').Node} node */
    const visit = (node) => {
      if (isElementAccessExpression(node)) accesses.push(node);
      node.forEachChild(visit);
    };
    source?.forEachChild(visit);
    const types = checker.getTypeAtLocation(accesses.map(({ argumentExpression }) => argumentExpression));
    for (const [index, type] of types.entries()) {
      const access = accesses[index];
      if (type === undefined || access === undefined || (type.flags & TypeFlags.String) === 0) continue;
      const line = source?.text.slice(0, access.getStart()).split('\n').length;
      found.add(`${path.relative(root, file)}:${line}: ${access.getText().replace(/\s+/g, ' ')}`);
    }
  }
}
api.close();
for (const each of found)
  console.error(`${each} is read by a name that may be any word; use ownMember or a Map.`);
process.exitCode = found.size === 0 ? 0 : 1;
