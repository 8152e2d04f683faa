// A lint rule over all files: what imports what, by the layers in layers.ts, and nothing in a circle; and only
// stores and the outbox query the database, see docs/decisions/layers.md.

import path from 'node:path';
import { allDatabaseUses } from './database-uses.ts';
import { circles, forbiddenImports, readImports, sharedImportsUp, unusedArrows } from './layers.ts';

const root = path.join(import.meta.dirname, '..');
const imports = readImports(root);
const found = [
  ...forbiddenImports(imports),
  ...unusedArrows(imports),
  ...sharedImportsUp(imports),
  ...circles(imports).map((circle) => `A circle: ${circle.map((file) => `src/${file}`).join(' → ')}`),
  ...allDatabaseUses(root),
];
for (const each of found) console.error(each);
process.exitCode = found.length === 0 ? 0 : 1;
