import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { FileMatcher } from 'app-builder-lib/out/fileMatcher.js';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fuses, setFuses } from '../../scripts/packaging/fuses.mjs';
import { builtMain, builtPreload, demandBuild, projectFolder } from '#test/boot/booted-app.ts';
import { fuseCount, fuseWire } from '#test/packaging/electron-distribution.ts';

const settings = z.looseObject({
  npmRebuild: z.boolean(),
  asar: z.object({ smartUnpack: z.boolean() }),
  asarUnpack: z.array(z.string()),
  files: z.tuple([z.object({ filter: z.array(z.string()) })]),
  deb: z.object({ depends: z.array(z.string()) }),
  mac: z.object({ hardenedRuntime: z.boolean() }),
});

let config: z.infer<typeof settings>;
beforeAll(async () => {
  config = settings.parse(await getConfig(projectFolder, 'electron-builder.yml', null));
});

function json(file: string): unknown {
  return JSON.parse(readFileSync(join(projectFolder, file), 'utf8'));
}

/** Whether electron-builder's own patterns take a file of the project. */
function taken(patterns: string[], file: string): boolean {
  const matcher = new FileMatcher(projectFolder, projectFolder, (text) => text, patterns);
  return matcher.createFilter()(join(projectFolder, file), statSync(join(projectFolder, 'package.json')));
}

describe('the fuses of the installed app', () => {
  const programs: string[] = [];
  afterEach(() => {
    for (const program of programs.splice(0)) rmSync(dirname(program), { recursive: true });
  });
  function programWith(fuseWireLength: number): string {
    const program = join(mkdtempSync(join(tmpdir(), 'gangway-fuses-')), 'electron');
    writeFileSync(program, fuseWire(fuseWireLength));
    programs.push(program);
    return program;
  }

  it('are each set on purpose, and each one that the newest fuse tool knows is among them', () => {
    const known = Object.keys(FuseV1Options).filter((name) => !Number.isNaN(Number(name)));
    expect(known.length).toBeGreaterThanOrEqual(9);
    expect(Object.keys(fuses).toSorted()).toEqual(known.toSorted());
    // Set a second time by electron-builder's older tool, they would be as that one knows them.
    expect(config).not.toHaveProperty('electronFuses');
    expect(json('package.json')).toHaveProperty(['devDependencies', '@electron/fuses']);
  });

  it('let nobody run the app as Node or look into it, and let it load its own archive alone', () => {
    expect(fuses).toEqual({
      [FuseV1Options.RunAsNode]: false,
      [FuseV1Options.EnableCookieEncryption]: true,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: false,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
      [FuseV1Options.OnlyLoadAppFromAsar]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
      [FuseV1Options.WasmTrapHandlers]: true,
    });
    // Only native parts lie outside the archive: whatever lies there is not checked at the start.
    expect(config.asar).toEqual({ smartUnpack: false });
    expect(config.mac.hardenedRuntime).toBe(true);
  });

  it('stop the packing of an Electron that has one which is not set here', async () => {
    await expect(setFuses(programWith(fuseCount))).resolves.toBeUndefined();
    await expect(setFuses(programWith(fuseCount + 1))).rejects.toThrow(/strictlyRequireAllFuses/);
  });
});

describe('the Electron of the installed app', () => {
  it('is one version to the letter, in the project, in the lockfile and in what is packed', () => {
    const named = z
      .object({ devDependencies: z.object({ electron: z.string().regex(/^\d+\.\d+\.\d+$/) }) })
      .parse(json('package.json')).devDependencies.electron;
    const locked = z
      .object({ packages: z.object({ 'node_modules/electron': z.object({ version: z.string() }) }) })
      .parse(json('package-lock.json')).packages['node_modules/electron'].version;
    expect(locked).toBe(named);
    // Without these electron-builder takes the version that is installed.
    expect(config).not.toHaveProperty('electronVersion');
    expect(config).not.toHaveProperty('electronDist');
    expect(json('node_modules/electron/package.json')).toMatchObject({ version: named });
  });
});

describe('what the installed app is made of', () => {
  const patterns = () => config.files[0].filter;

  it.each([
    'out/main/index.js',
    'out/main/migrations/app/002-schema.sql',
    'out/main/migrations/workspace/038-schema.sql',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/assets/index-a1b2.js',
    'package.json',
  ])('holds %s', (file) => {
    expect(taken(patterns(), file)).toBe(true);
  });

  it.each([
    'out/main/browser-host.js',
    'out/renderer/browser-bridge.js',
    'out/main/index.js.map',
    'src/main/index.ts',
    'src/browser/main.ts',
    'test/boot/notes.ts',
    'docs/architecture.md',
    'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c',
    'node_modules/better-sqlite3/src/better_sqlite3.cpp',
    'node_modules/keytar/src/main.cc',
  ])('does not hold %s', (file) => {
    expect(taken(patterns(), file)).toBe(false);
  });

  it('has every native part outside the archive, where the system can load it', () => {
    for (const file of [
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      'node_modules/keytar/build/Release/keytar.node',
    ]) {
      expect([file, taken(config.asarUnpack, file)]).toEqual([file, true]);
    }
    expect(taken(config.asarUnpack, 'out/main/index.js')).toBe(false);
    expect(config.npmRebuild).toBe(false);
  });

  it('brings the keychain’s library along on Debian', () => {
    expect(config.deb.depends).toContain('libsecret-1-0');
  });

  it('imports nothing at run time but Node, Electron and the dependencies that are packaged', () => {
    demandBuild();
    const manifest = z
      .object({
        dependencies: z.record(z.string(), z.string()),
        optionalDependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')));
    const packaged = new Set([
      'electron',
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.optionalDependencies),
    ]);
    const preload = readFileSync(builtPreload, 'utf8');
    const bundles = readdirSync(dirname(builtMain), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(dirname(builtMain), file), 'utf8'));
    const imported = bundles.flatMap((text) => [
      ...[...text.matchAll(/(?:^|[;\n])import(?:[\w$*{}\s,]+?from)?\s*["']([^"']+)["']/g)].map(
        ([, name]) => name ?? '',
      ),
      ...[...text.matchAll(/\bimport\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name ?? ''),
    ]);
    expect(imported).toEqual(expect.arrayContaining(['electron', 'better-sqlite3', 'keytar']));
    const strangers = imported.filter(
      (name) => !name.startsWith('.') && !isBuiltin(name) && !packaged.has(name),
    );
    expect(strangers).toEqual([]);
    const required = [...preload.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name);
    expect(required).toEqual(['electron']);
  });
});
