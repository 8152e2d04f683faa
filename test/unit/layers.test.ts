import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  circles,
  forbiddenImports,
  importedNames,
  picture,
  readImports,
  unusedArrows,
} from '../../scripts/layers.ts';

const root = join(import.meta.dirname, '..', '..');

describe('the layers', () => {
  const imports = readImports(root);

  it('are kept by every file, and say nothing that is not so', () => {
    expect(forbiddenImports(imports)).toEqual([]);
    expect(unusedArrows(imports)).toEqual([]);
  });

  it('leave no circle', () => {
    expect(circles(imports)).toEqual([]);
  });

  it('are what the picture in the documentation shows', () => {
    const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
    expect(page).toContain(`\n\`\`\`\n${picture('others')}\n\`\`\`\n`);
    expect(page).toContain(`\n\`\`\`\n${picture('page')}\n\`\`\`\n`);
  });
});

describe('what a file imports', () => {
  it.each([
    ['a value', "import { a } from './x.ts';"],
    ['a type', "import type { A } from './x.ts';"],
    ['everything', "import * as x from './x.ts';"],
    ['what it does', "import './x.ts';"],
    ['what is handed on', "export { a } from './x.ts';"],
    ['a type that is handed on', "export type { A } from './x.ts';"],
    ['everything that is handed on', "export * from './x.ts';"],
    ['what is loaded later', "const x = () => import('./x.ts');"],
    ['a type in its place', "let x: import('./x.ts').X;"],
  ])('is found: %s', (_what, text) => {
    expect(importedNames('main/a.ts', text)).toEqual(['./x.ts']);
  });
});

describe('the check', () => {
  it('finds an import that runs back up', () => {
    const imports = new Map([['main/store/a.ts', ['main/outbox/b.ts', 'main/store/c.ts', 'shared/d.ts']]]);
    expect(forbiddenImports(imports)).toEqual([
      'src/main/store/a.ts imports src/main/outbox/b.ts, but main/store may not import main/outbox.',
    ]);
  });

  it('finds a folder that nobody named', () => {
    expect(() => forbiddenImports(new Map([['elsewhere/a.ts', ['shared/b.ts']]]))).toThrow(
      'scripts/layers.ts',
    );
  });

  it('finds a circle wherever it begins', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', []],
      ['d', ['b']],
    ]);
    expect(circles(imports)).toEqual([['b', 'd', 'b']]);
  });
});
