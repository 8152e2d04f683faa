import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '#test/boot/booted-app.ts';

const list = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.object({
    component: z.looseObject({ type: z.string(), name: z.string(), version: z.string() }),
  }),
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
});
const manifest = z
  .object({
    version: z.string(),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')));
const lockfile = z
  .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
  .parse(JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')));

let written: z.infer<typeof list>;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-list-'));
  const file = join(folder, 'list.cdx.json');
  execFileSync(process.execPath, ['scripts/run.mjs', 'sbom', file], { cwd: projectFolder, stdio: 'pipe' });
  written = list.parse(JSON.parse(readFileSync(file, 'utf8')));
  rmSync(folder, { recursive: true });
}, 60_000);

describe('the list of packages that goes out with the app', () => {
  it('is about Gangway in this version', () => {
    expect(written.metadata.component).toMatchObject({
      type: 'application',
      name: 'gangway',
      version: manifest.version,
    });
  });

  it('names every package that the app is made of or built with, in the very version', () => {
    const direct = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    };
    const there = new Set(written.components.map(({ name, version }) => `${name}@${version}`));
    const missing = Object.entries(direct)
      .map(([name, version]) => `${name}@${version}`)
      .filter((each) => !there.has(each));
    expect(missing).toEqual([]);
    const locked = new Set(
      Object.entries(lockfile.packages)
        .filter(([path]) => path !== '')
        .map(
          ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version ?? ''}`,
        ),
    );
    expect(there.size).toBe(locked.size);
  });

  it('lets each be told apart from an altered one', () => {
    const without = written.components.filter(({ hashes }) => !hashes.some(({ alg }) => alg === 'SHA-512'));
    expect(without.map(({ purl }) => purl)).toEqual([]);
  });

  it('says under which license each may be used, save for the one that does not tell the registry', () => {
    const without = written.components.filter(({ licenses }) => licenses === undefined);
    expect(without.map(({ name }) => name)).toEqual(['png-js']);
  });
});
