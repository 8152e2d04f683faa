import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { z } from 'zod';

/**
 * Who may import whom below src, type imports too: each folder with what lies below it. What is not named here belongs to the
 * nearest folder above it that is: `main` are the files of src/main itself. The picture in docs/architecture.md is made of this;
 * docs/decisions/layers.md says why it is checked here.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'main/index.ts': [
    'main/electron',
    'main/app',
    'main/updates',
    'main/desktop',
    'main/keychain',
    'main',
    'shared',
  ],
  browser: ['main/app', 'main/updates', 'main/desktop', 'main/keychain', 'main', 'shared'],
  'main/electron': [
    'main/app',
    'main/updates',
    'main/desktop',
    'main/ipc',
    'main/network',
    'main/log',
    'main',
    'shared',
  ],
  'main/app': [
    'main/features',
    'main/app-context.ts',
    'main/reports',
    'main/workspace',
    'main/watcher',
    'main/answers',
    'main/updates',
    'main/desktop',
    'main/ipc',
    'main/outbox',
    'main/store',
    'main/service-client',
    'main/network',
    'main/keychain',
    'main/log',
    'main',
    'practice',
    'shared',
  ],
  'main/features': [
    'main/app-context.ts',
    'main/reports',
    'main/exports',
    'main/workspace',
    'main/imports',
    'main/watcher',
    'main/ipc',
    'main/store',
    'main/service-client',
    'main/network',
    'main/log',
    'main',
    'practice',
    'shared',
  ],
  'main/app-context.ts': [
    'main/workspace',
    'main/answers',
    'main/updates',
    'main/desktop',
    'main/ipc',
    'main/network',
    'main/keychain',
    'main/log',
    'main',
    'shared',
  ],
  'main/reports': ['main/exports', 'main/workspace', 'main', 'shared'],
  'main/exports': ['main/workspace', 'main/store', 'main', 'shared'],
  'main/workspace': [
    'main/team',
    'main/watcher',
    'main/answers',
    'main/ipc',
    'main/outbox',
    'main/store',
    'main/service-client',
    'main/network',
    'main/keychain',
    'main/log',
    'main',
    'practice',
    'shared',
  ],
  'main/imports': ['main/outbox', 'main/store', 'main', 'shared'],
  'main/watcher': ['main/store', 'main', 'shared'],
  'main/answers': ['main/outbox', 'main/service-client', 'main', 'shared'],
  'main/updates': ['main/ipc', 'main/store', 'main/log', 'main', 'shared'],
  'main/desktop': ['main/store', 'main/log', 'main', 'shared'],
  'main/ipc': ['main/store', 'main/log', 'shared'],
  'main/outbox': ['main/store', 'main/service-client', 'main', 'shared'],
  'main/store': ['main/service-client', 'main', 'shared'],
  'main/team': ['main/network', 'shared'],
  'main/service-client': ['main/network', 'main', 'shared'],
  'main/network': ['main/keychain', 'shared'],
  'main/keychain': ['shared'],
  'main/log': [],
  main: ['shared'],
  'renderer/main.tsx': ['renderer/app', 'renderer/styles', 'shared'],
  'renderer/app': ['renderer/features', 'renderer/components', 'renderer/stores', 'renderer', 'shared'],
  'renderer/features': ['renderer/components', 'renderer/stores', 'renderer', 'shared'],
  'renderer/components': ['renderer/stores', 'renderer', 'shared'],
  'renderer/stores': ['renderer', 'shared'],
  'renderer/styles': [],
  renderer: ['shared'],
  preload: ['shared'],
  practice: ['shared'],
  shared: [],
};

/** The folders of src/shared. Each may import those before it. */
export const sharedFolders: readonly string[] = [
  'base',
  'settings',
  'service',
  'outbox',
  'imports',
  'ocr',
  'verdict',
  'comparison',
  'onboarding',
  'filing',
  'letters',
  'team',
  'ipc',
  'words',
];

/**
 * The layers of the page, or all others, as lines from the top: whatever a layer may import stands in a line below its own.
 * Throws where layers may import each other in a circle.
 */
export function picture(of: 'page' | 'others'): string {
  const levels = new Map<string, number>();
  function getLevel(layer: string, above: readonly string[]): number {
    if (above.includes(layer)) throw new Error(`Layers in a circle: ${[...above, layer].join(' → ')}`);
    const known = levels.get(layer);
    if (known !== undefined) return known;
    const below = (layers[layer] ?? []).map((one) => getLevel(one, [...above, layer]));
    const level = Math.max(0, ...below.map((one) => one + 1));
    levels.set(layer, level);
    return level;
  }
  const lines: string[][] = [];
  for (const layer of Object.keys(layers)) {
    if (/^renderer\b/.test(layer) === (of === 'page')) (lines[getLevel(layer, [])] ??= []).push(layer);
  }
  return lines
    .reverse()
    .map((line) => line.join('   '))
    .join('\n');
}

/** The files below src that each of its files imports: paths from src. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const importType = z.object({
  type: z.literal('TSImportType'),
  source: z.object({ value: z.string() }),
});

/** What a module names in `import` and `export … from`, in `import()` of a fixed name, and in types; as it is written. */
export function importedNames(file: string, text: string): string[] {
  const { module, program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  const inTypes: string[] = [];
  if (/\bimport\s*\(/.test(text)) {
    JSON.stringify(program, (_key, value: unknown) => {
      const found = importType.safeParse(value);
      if (found.success) inTypes.push(found.data.source.value);
      return typeof value === 'bigint' ? String(value) : value;
    });
  }
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest }) =>
        /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2] ?? [],
    ),
    ...inTypes,
  ];
}

/** Reads the imports of all files below a project's src, without those of packages. */
export function readImports(root: string): Imports {
  const src = path.join(root, 'src');
  return new Map(
    globSync('**/*.{ts,tsx}', { cwd: src })
      .sort()
      .map((file) => [
        file,
        importedNames(file, readFileSync(path.join(src, file), 'utf8')).flatMap((name) => {
          if (name.startsWith('#')) return name.slice(1);
          const target = path.join(path.dirname(file), name);
          return name.startsWith('.') && !target.startsWith('..') ? target : [];
        }),
      ]),
  );
}

/** The layer that a file belongs to: the longest name in {@link layers} that it is or lies below. */
export function getLayer(file: string): string {
  const found = Object.keys(layers)
    .filter((name) => file === name || file.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (found === undefined)
    throw new Error(`src/${file} is in no layer: name its folder in scripts/layers.ts.`);
  return found;
}

/** Every import that {@link layers} does not allow, as a sentence. */
export function forbiddenImports(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) => {
    const from = getLayer(file);
    const allowed = layers[from] ?? [];
    return targets
      .filter((target) => getLayer(target) !== from && !allowed.includes(getLayer(target)))
      .map((target) => `src/${file} imports src/${target}, but ${from} may not import ${getLayer(target)}.`);
  });
}

/** Every import between folders of src/shared that is not to one before it in {@link sharedFolders}, as a sentence. */
export function sharedImportsUp(imports: Imports): string[] {
  const toPlace = (file: string) => sharedFolders.indexOf(file.split('/')[1] ?? '');
  return [...imports]
    .filter(([file]) => file.startsWith('shared/'))
    .flatMap(([file, targets]) =>
      targets
        .filter((target) => toPlace(file) < 0 || toPlace(target) > toPlace(file))
        .map((target) => `src/${file} imports src/${target}, whose folder comes after its own.`),
    );
}

/** The arrows of {@link layers} along which nothing is imported, as sentences: they say what is not true. */
export function unusedArrows(imports: Imports): string[] {
  const used = new Set(
    [...imports].flatMap(([file, targets]) =>
      targets.map((target) => `${getLayer(file)} imports ${getLayer(target)}`),
    ),
  );
  return Object.entries(layers)
    .flatMap(([from, below]) => below.map((to) => `${from} imports ${to}`))
    .filter((arrow) => !used.has(arrow))
    .map((arrow) => `Nothing in ${arrow}: leave that out of scripts/layers.ts.`);
}

/** Every way on which a file imports itself, each once: the files in the order in which they import each other. */
export function circles(imports: Imports): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  function visit(file: string): void {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    way.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    way.pop();
    done.add(file);
  }
  for (const file of imports.keys()) visit(file);
  return found;
}
