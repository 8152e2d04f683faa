import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = 'src/renderer';
const components = globSync(`${folder}/**/*.tsx`);
const sheets = globSync(`${folder}/**/*.css`);

/** The words written as whole class names in the calls of a bound style sheet; compared values are left out. */
function classesAsked(source: string): string[] {
  const calls = source.matchAll(/\bcls\(((?:[^()]|\([^()]*\))*)\)/g);
  return [...calls].flatMap(([, inside = '']) =>
    [...inside.matchAll(/([!=]== )?'([\w-]+)'/g)].flatMap(([, compared, name = '']) =>
      compared === undefined ? [name] : [],
    ),
  );
}

/** The class names of a component file that its style sheet lacks. */
function missingClasses(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const sheet = /import styles from '(.*?)'/.exec(source)?.[1];
  if (sheet === undefined) return [];
  const css = readFileSync(join(dirname(file), sheet), 'utf8');
  const known = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
  return classesAsked(source)
    .filter((name) => !known.has(name))
    .map((name) => `${file}: ${name}`);
}

/** The declarations of each block of a sheet, in alphabetical order. */
function declarationBlocks(css: string): string[][] {
  const blocks = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\{([^{}]*)\}/g);
  return [...blocks].map(([, inside = '']) =>
    inside
      .split(';')
      .map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
      .filter((declaration) => declaration !== '')
      .toSorted(),
  );
}

describe('the style sheets', () => {
  it('have every class that a component asks for', () => {
    expect(components.length).toBeGreaterThan(20);
    expect(components.flatMap(missingClasses)).toEqual([]);
  });

  it('write no block of three or more declarations twice', () => {
    const files = new Map<string, string[]>();
    for (const file of sheets) {
      for (const block of declarationBlocks(readFileSync(file, 'utf8'))) {
        if (block.length < 3) continue;
        const written = block.join('; ');
        files.set(written, [...(files.get(written) ?? []), file]);
      }
    }
    const repeated = [...files].filter(([, places]) => places.length > 1);
    expect(repeated.map(([block, places]) => `${places.join(', ')}: ${block}`)).toEqual([]);
  });

  it('use only tokens that are defined', () => {
    const tokens = readFileSync(join(folder, 'styles/tokens.css'), 'utf8');
    // Set by the component library on what it places.
    const given = new Set(['--trigger-width']);
    const unknown = sheets.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/var\((--[\w-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !given.has(name) && !tokens.includes(`${name}:`))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('take their colours from the tokens', () => {
    const raw = sheets
      .filter((file) => !file.endsWith('tokens.css'))
      .flatMap((file) =>
        (readFileSync(file, 'utf8').match(/#[0-9a-f]{3,8}\b/gi) ?? []).map((it) => `${file}: ${it}`),
      );
    expect(raw).toEqual([]);
  });
});
