import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type UserConfig } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import config from '../../electron.vite.config.ts';
import { readThirdPartyNotices } from '#main/features/app.ts';
import type { ThirdPartyNotice } from '#shared/ipc/desktop.ts';
import { builtMain, builtPages, builtPreload, demandBuild, projectFolder } from '#test/boot/booted-app.ts';

const mainList = join(dirname(builtMain), 'licenses.json.gz');
const pageList = join(builtPages, 'licenses.json.gz');

let works: ThirdPartyNotice[];
beforeAll(() => {
  demandBuild();
  works = readThirdPartyNotices([mainList, pageList]);
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

  it('names a license for each, and has its text wherever its package brings one', () => {
    expect(works.length).toBeGreaterThan(20);
    expect(works.filter(({ license }) => license === 'See its text').map(({ name }) => name)).toEqual([]);
    const withText = works.filter(({ text }) => text !== null && text.length > 100);
    expect(withText.length / works.length).toBeGreaterThan(0.8);
    expect(works.find(({ name }) => name === 'better-sqlite3')?.text).toContain(
      'Permission is hereby granted',
    );
  });

  it('is read from the parts that were built, each work once', () => {
    expect(new Set(works.map(({ name, version }) => `${name} ${version}`)).size).toBe(works.length);
    expect(readThirdPartyNotices([join(projectFolder, 'out', 'nowhere', 'licenses.json.gz')])).toEqual([]);
  });

  it('has the packages of the preload script, should there be any', async () => {
    // As yet it has none; its list is written and read all the same.
    const preloadList = join(dirname(builtPreload), 'licenses.json.gz');
    expect(existsSync(preloadList)).toBe(true);
    for (const reader of ['src/main/index.ts', 'scripts/packaging/audit.ts'])
      expect(readFileSync(join(projectFolder, reader), 'utf8')).toMatch(/preload(\/|', ')licenses\.json\.gz/);

    const folder = mkdtempSync(join(tmpdir(), 'gangway-preload-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const script = join(folder, 'preload.ts');
    const zod = createRequire(import.meta.url).resolve('zod');
    writeFileSync(script, `import { z } from ${JSON.stringify(zod)};\nconsole.log(z.string());\n`);
    const { preload } = z.object({ preload: z.custom<UserConfig>() }).parse(config);
    const outDir = join(folder, 'out');
    await build({
      configFile: false,
      logLevel: 'silent',
      ...(preload.plugins === undefined ? {} : { plugins: preload.plugins }),
      build: { outDir, ssr: true, rollupOptions: { input: script, output: { format: 'cjs' } } },
      ssr: { noExternal: true },
    });
    const listed = readThirdPartyNotices([join(outDir, 'licenses.json.gz')]);
    expect(listed.map(({ name }) => name)).toEqual(['zod']);
  });
});
