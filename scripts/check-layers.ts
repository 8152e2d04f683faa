// A lint rule over all files: what imports what, by the layers in layers.ts, and nothing in a circle.

import path from 'node:path';
import { circles, forbiddenImports, readImports, unusedArrows } from './layers.ts';

const imports = readImports(path.join(import.meta.dirname, '..'));
const found = [
  ...forbiddenImports(imports),
  ...unusedArrows(imports),
  ...circles(imports).map((circle) => `A circle: ${circle.map((file) => `src/${file}`).join(' → ')}`),
];
for (const each of found) console.error(each);
process.exitCode = found.length === 0 ? 0 : 1;
