// A lint rule over all files: what imports what, by the layers in layers.ts, and nothing in a circle; and nobody takes more of
// a workspace than is used, see docs/decisions/narrow-ports.md.

import path from 'node:path';
import { circles, forbiddenImports, readImports, unusedArrows } from './layers.ts';
import { allWideUses } from './narrow-ports.ts';

const root = path.join(import.meta.dirname, '..');
const imports = readImports(root);
const found = [
  ...forbiddenImports(imports),
  ...unusedArrows(imports),
  ...circles(imports).map((circle) => `A circle: ${circle.map((file) => `src/${file}`).join(' → ')}`),
  ...allWideUses(root),
];
for (const each of found) console.error(each);
process.exitCode = found.length === 0 ? 0 : 1;
