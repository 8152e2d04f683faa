import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allDatabaseUses, databaseUses } from '../../scripts/database-uses.ts';
import {
  circles,
  forbiddenImports,
  importedNames,
  picture,
  readImports,
  sharedImportsUp,
  unusedArrows,
} from '../../scripts/layers.ts';

const root = join(import.meta.dirname, '..', '..');

describe('the layers', () => {
  const imports = readImports(root);

  it('are kept by every file, and say nothing that is not so', () => {
    expect(forbiddenImports(imports)).toEqual([]);
    expect(unusedArrows(imports)).toEqual([]);
    expect(sharedImportsUp(imports)).toEqual([]);
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

describe('the folders of src/shared', () => {
  it('import only those before them', () => {
    const up = new Map([
      ['shared/base/a.ts', ['shared/words/b.ts']],
      ['shared/words/b.ts', ['shared/base/a.ts', 'shared/words/c.ts']],
      ['shared/loose.ts', ['shared/base/a.ts']],
    ]);
    expect(sharedImportsUp(up)).toEqual([
      'src/shared/base/a.ts imports src/shared/words/b.ts, whose folder comes after its own.',
      'src/shared/loose.ts imports src/shared/base/a.ts, whose folder comes after its own.',
    ]);
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

describe('the database', () => {
  it('is queried by stores and the outbox alone', () => {
    expect(allDatabaseUses(root)).toEqual([]);
  });

  it.each([
    ['a member', 'workspace.db.prepare(text);'],
    ['taken apart', 'const { clock, db } = workspace;'],
    ['its type', "type Base = Workspace['db'];"],
  ])('is found where it is used: %s', (_what, text) => {
    const sentence = 'src/main/exports/a.ts queries the database: let a store of src/main/store do that.';
    expect(databaseUses('main/exports/a.ts', text)).toEqual([sentence]);
    expect(databaseUses('main/store/a.ts', text)).toEqual([]);
  });

  it('is not found where only other members are used', () => {
    expect(databaseUses('main/features/a.ts', 'function f({ clock }: Workspace) {}')).toEqual([]);
  });
});
