import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readShippedWorks } from '#main/features/shipped-works.ts';
import type { ShippedWork } from '#shared/ipc/desktop.ts';
import { builtMain, builtPages, demandBuild, projectFolder } from '#test/boot/booted-app.ts';

const mainList = join(dirname(builtMain), 'licences.json.gz');
const pageList = join(builtPages, 'licences.json.gz');

let works: ShippedWork[];
beforeAll(() => {
  demandBuild();
  works = readShippedWorks([mainList, pageList]);
});

const lockedPackage = z.object({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
});

/** Every package that the lockfile installs with the app, as far as it is on this machine. */
function production(): { name: string; version: string }[] {
  const lock = z
    .object({ packages: z.record(z.string(), lockedPackage) })
    .parse(JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')));
  return Object.entries(lock.packages).flatMap(([path, { version, dev, devOptional }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (path === '' || dev === true || devOptional === true || version === undefined) return [];
    return existsSync(join(projectFolder, path, 'package.json')) ? [{ name, version }] : [];
  });
}

describe('the list of the works of others in Gangway', () => {
  it('has an entry for every package that is installed with the app', () => {
    const needed = production();
    expect(needed.map(({ name }) => name)).toEqual(expect.arrayContaining(['better-sqlite3', 'keytar']));
    const listed = new Set(works.map(({ name, version }) => `${name} ${version}`));
    expect(needed.map(({ name, version }) => `${name} ${version}`).filter((one) => !listed.has(one))).toEqual(
      [],
    );
  });

  it('has an entry for what is bundled into the app and into its pages', () => {
    const names = works.map(({ name }) => name);
    for (const bundled of [
      'zod',
      'undici',
      'react',
      'react-dom',
      'zustand',
      'lucide-react',
      'pdfjs-dist',
      '@fontsource-variable/inter',
      '@expo-google-fonts/inter',
    ]) {
      expect(names).toContain(bundled);
    }
  });

  it('has no entry for what only builds or tests the app', () => {
    const names = works.map(({ name }) => name);
    for (const tool of ['vite', 'vitest', 'typescript', 'electron', 'oxlint', '@playwright/test']) {
      expect(names).not.toContain(tool);
    }
  });

  it('names a licence for each, and has its text wherever its package brings one', () => {
    expect(works.length).toBeGreaterThan(20);
    expect(works.filter(({ licence }) => licence === 'See its text').map(({ name }) => name)).toEqual([]);
    const withText = works.filter(({ text }) => text !== null && text.length > 100);
    expect(withText.length / works.length).toBeGreaterThan(0.8);
    expect(works.find(({ name }) => name === 'better-sqlite3')?.text).toContain(
      'Permission is hereby granted',
    );
  });

  it('is read from the parts that were built, each work once', () => {
    expect(new Set(works.map(({ name, version }) => `${name} ${version}`)).size).toBe(works.length);
    expect(readShippedWorks([join(projectFolder, 'out', 'nowhere', 'licences.json.gz')])).toEqual([]);
  });
});
