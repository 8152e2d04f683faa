import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, describe, onTestFinished } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What has to be said of each kind of entry, by the type that demands it. */
const members = {
  EntryKindDefinition: [
    'pathParameters',
    'endpoint',
    'body',
    'answer',
    'mayRepeat',
    'keepRefusal',
    'isSharedFirst',
    'doneBefore',
    'labels',
    'screen',
  ],
  EntryPresentation: ['doneBefore', 'labels', 'screen'],
  EntryLabels: ['one', 'many', 'title', 'accepted', 'request', 'doubtHeadline'],
  EntryKindView: ['icon', 'inDoubtSubtitle', 'subject', 'sent_again', 'marked_as_sent', 'cancelled'],
};

const failed = z.object({ stdout: z.string() });

/** What the compiler says of a source: the line, and what is wrong there. */
async function errorsIn(lines: readonly string[]): Promise<{ line: number; text: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-kinds-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'fixture.ts'), lines.join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'src/tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        lib: ['ES2024', 'DOM'],
        types: [],
        jsx: 'react-jsx',
      },
      files: ['fixture.ts'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const output = await run(process.execPath, [compiler, '-p', folder, '--pretty', 'false']).then(
    () => '',
    (error: unknown) => failed.parse(error).stdout,
  );
  return output
    .split('\n')
    .filter((line) => /: error TS/.test(line))
    .map((line) => ({ line: Number(/fixture\.ts\((\d+),/.exec(line)?.[1] ?? 0), text: line }));
}

const imported = [
  `import { entryKinds, type EntryKindDefinition } from ${JSON.stringify(join(root, 'src/shared/outbox/entry-kinds.ts'))};`,
  `import { entryLabels, type EntryLabels, type EntryPresentation } from ${JSON.stringify(join(root, 'src/shared/outbox/entry-labels.ts'))};`,
  `import { entryKindViews, type EntryKindView } from ${JSON.stringify(join(root, 'src/renderer/entry-kinds.ts'))};`,
];

describe('the definition of a kind of entry', () => {
  it('does not compile with any member left out, nor a record with any kind left out', async () => {
    const cases = [
      ...Object.entries(members).flatMap(([type, names]) =>
        names.map((name) => ({
          missing: name,
          source: `export const ${type}_${name}: ${type} = null as unknown as Omit<${type}, '${name}'>;`,
        })),
      ),
      ...['entryKinds', 'entryLabels', 'entryKindViews'].map((record) => ({
        missing: 'verification',
        source: `export const ${record}_alone: typeof ${record} = { invite: ${record}.invite };`,
      })),
    ];
    const errors = await errorsIn([...imported, ...cases.map(({ source }) => source)]);
    expect(errors.map(({ line }) => line)).toEqual(cases.map((_, index) => imported.length + index + 1));
    cases.forEach(({ missing }, index) => {
      expect(errors[index]?.text).toContain(`Property '${missing}' is missing`);
    });
  });

  it('has no other members than those, and compiles with all of them', async () => {
    const complete = Object.entries(members).map(
      ([type, names]) =>
        `export const rest_of_${type}: (left: Exclude<keyof ${type}, ${names.map((name) => `'${name}'`).join(' | ')}>) => never = (left) => left;`,
    );
    expect(
      await errorsIn([
        ...imported,
        ...complete,
        'export const kinds = [entryKinds, entryLabels, entryKindViews];',
      ]),
    ).toEqual([]);
  });
});
