import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { extractAll, extractFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isPackedFont, reportFontFiles } from '#main/reports/report-parts.ts';
import { bootApp, projectFolder } from '#test/boot/booted-app.ts';
import { packApp, packedFiles, type PackedApp, type PackedFile } from '#test/packaging/packed-app.ts';

// electron-builder packs for the system that it runs on, and only Linux needs nothing of that system's own for it.
const packable = process.platform === 'linux';
const hasKeytar = existsSync(join(projectFolder, 'node_modules/keytar/build/Release/keytar.node'));
const otherArch = process.arch === 'arm64' ? 'x64' : 'arm64';

/** Without Electron itself: twelve megabytes, six of the recognizer, and what the next changes will need. */
const largestBytes = 25_500_000;
const roomBytes = 500_000;

let packed: PackedApp;
let files: PackedFile[];

describe.skipIf(!packable || !hasKeytar)('the app as electron-builder packs it', () => {
  beforeAll(async () => {
    packed = await packApp(process.arch);
    expect(packed).toMatchObject({ exitCode: 0 });
    files = packedFiles(packed.archive);
  }, 120_000);
  afterAll(() => {
    packed.remove();
  });

  const paths = () => files.map(({ path }) => path);

  it('is made of the built bundles, the manifest, and the two native packages, and of nothing else', () => {
    const strangers = paths().filter(
      (path) =>
        !/^(package\.json|out\/(main|preload|renderer)\/.+|node_modules\/(better-sqlite3|keytar)\/.+)$/.test(
          path,
        ),
    );
    expect(strangers).toEqual([]);
    expect(paths()).toEqual(
      expect.arrayContaining([
        'package.json',
        'out/main/index.js',
        'out/main/migrations/app/002-schema.sql',
        'out/preload/index.cjs',
        'out/renderer/index.html',
        'node_modules/better-sqlite3/lib/index.js',
        'node_modules/keytar/lib/keytar.js',
      ]),
    );
  });

  it('holds no sources, maps, type declarations, tests or documents, and no page of the browser host', () => {
    const unwanted =
      /\.(ts|tsx|mts|cts|map|md|c|cc|cpp|h|hpp|gyp|gypi|o|a|tar\.gz|test\.[a-z]+)$|(^|\/)(test|tests|docs|deps|prebuild-install|browser-bridge\.js)(\/|$)/;
    expect(paths().filter((path) => unwanted.test(path) && !path.endsWith('/LICENSE.md'))).toEqual([]);
  });

  it('keeps the licenses of the packages that it brings along', () => {
    expect(paths()).toEqual(
      expect.arrayContaining(['node_modules/better-sqlite3/LICENSE', 'node_modules/keytar/LICENSE.md']),
    );
  });

  it('has the fonts of reports whole, for names in Latin with all its marks, Greek and Cyrillic', () => {
    const fonts = reportFontFiles.filter(({ to }) => isPackedFont(to));
    expect(fonts).toHaveLength(3);
    for (const { from, to } of fonts) {
      const bytes = brotliDecompressSync(extractFile(packed.archive, `out/main/fonts/${to}`));
      expect([to, bytes.equals(readFileSync(join(projectFolder, 'node_modules', from)))]).toEqual([to, true]);
    }
  });

  it('has every character map that a PDF may ask for by name, and each on which another is built', () => {
    const folder = 'out/renderer/pdf-parts/cmaps/';
    const maps = paths().filter((path) => path.startsWith(folder));
    const named = maps.map((path) => path.slice(folder.length).replace('.bcmap', ''));
    const families = ['UniGB', 'UniCNS', 'UniJIS', 'UniKS'].flatMap((one) => [`${one}-UCS2`, `${one}-UTF16`]);
    const others = ['GBK-EUC', 'GBK2K', 'ETen-B5', 'HKscs-B5', '90ms-RKSJ', 'Ext-RKSJ', 'KSCms-UHC', 'EUC'];
    const asked = [...families, ...others].flatMap((one) => [`${one}-H`, `${one}-V`]);
    const unicode = ['GB1', 'CNS1', 'Japan1', 'Korea1'].map((one) => `Adobe-${one}-UCS2`);
    expect(named).toEqual(expect.arrayContaining([...asked, ...unicode, 'H', 'V']));
    // A map names the one that it is built on in plain letters.
    const mentioned = maps.flatMap((path) =>
      [
        ...extractFile(packed.archive, path)
          .toString('latin1')
          .matchAll(/Uni[A-Za-z0-9]+-UTF\d+-[HV]/g),
      ].map(([name]) => name),
    );
    expect(mentioned).toContain('UniJIS-UTF16-H');
    expect(mentioned.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has the native parts of this system and processor outside the archive, and only those', () => {
    const outside = files.filter((file) => file.outside).map(({ path }) => path);
    expect(outside.toSorted()).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      'node_modules/keytar/build/Release/keytar.node',
    ]);
    expect(
      paths()
        .filter((path) => path.endsWith('.node'))
        .toSorted(),
    ).toEqual(outside.toSorted());
    const unpacked = readdirSync(`${packed.archive}.unpacked`, { recursive: true, withFileTypes: true });
    expect(unpacked.filter((entry) => entry.isFile())).toHaveLength(2);
  });

  it('starts from what was packed alone, with its database and its keychain', async () => {
    const unpacked = join(packed.outFolder, 'unpacked');
    extractAll(packed.archive, unpacked);
    const app = bootApp(join(packed.outFolder, 'data'), {}, ['--practice'], {
      main: join(unpacked, 'out/main/index.js'),
    });
    onTestFinished(async () => {
      app.kill();
      await app.ended;
    });
    await app.openWindow();
    const value = await app.start();
    expect(value.workspace).toMatchObject({ id: 'practice' });
    // Whether a keychain answers depends on the machine; that its library was there does not.
    expect(JSON.stringify(value.keychain)).not.toMatch(/cannot find/i);
    await app.ask('quit', 1);
    expect(await app.ended).toMatchObject({ code: 0, stderr: '' });
  }, 60_000);

  it('takes less than 25.5 MB beside Electron, with half a megabyte to spare', () => {
    const outside = files.filter((file) => file.outside).reduce((sum, { bytes }) => sum + bytes, 0);
    const bytes = statSync(packed.archive).size + outside;
    console.log(`The packed app has ${files.length} files and ${(bytes / 1_000_000).toFixed(2)} MB.`);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(largestBytes - roomBytes);
  });

  it('says of itself only what it needs to run', () => {
    const manifest: unknown = JSON.parse(extractFile(packed.archive, 'package.json').toString());
    expect(manifest).toMatchObject({ name: 'gangway', main: 'out/main/index.js', type: 'module' });
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
  });

  it('has its fuses set in the program itself', async () => {
    const wire = await getCurrentFuseWire(join(packed.appFolder, 'gangway'));
    expect(wire.version).toBe(FuseVersion.V1);
    const on = '1'.charCodeAt(0);
    const off = '0'.charCodeAt(0);
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
      [FuseV1Options.WasmTrapHandlers]: on,
    });
  });

  it('knows how updates are fetched, but not from where before a company says so', () => {
    const list = readFileSync(join(packed.appFolder, 'resources', 'app-update.yml'), 'utf8');
    expect(list).toContain('provider: generic');
    expect(list).toContain('url: https://updates.gangway.invalid/');
  });

  it('comes with an entry for the desktop that opens its links, and with icons in the usual sizes', () => {
    const lines = readFileSync(join(packed.outFolder, 'gangway.desktop'), 'utf8').trim().split('\n');
    expect(lines).toEqual([
      '[Desktop Entry]',
      'Name=Gangway',
      'Exec=/opt/Gangway/gangway %U',
      'Terminal=false',
      'Type=Application',
      'Icon=gangway',
      'StartupWMClass=gangway',
      expect.stringMatching(/^Comment=.+/),
      'MimeType=x-scheme-handler/gangway;',
      'Categories=Office;',
    ]);
    const sizes: unknown = JSON.parse(readFileSync(join(packed.outFolder, 'icons.json'), 'utf8'));
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
  });

  it('starts with its sandbox from an AppImage, too', () => {
    const lines = readFileSync(join(packed.outFolder, 'appimage.desktop'), 'utf8').trim().split('\n');
    expect(lines).toContain('X-AppImage-Version=1.0.0');
    expect(lines.filter((line) => line.startsWith('Exec='))).toEqual(['Exec=AppRun %U']);
  });
});

describe.skipIf(!packable || !hasKeytar)('an app packed for another processor than its native parts', () => {
  it('is refused, with the reason', { tags: ['nightly'] }, async () => {
    const other = await packApp(otherArch);
    const { exitCode, said } = other;
    other.remove();
    expect(exitCode).not.toBe(0);
    expect(said).toContain(
      `node_modules/keytar/build/Release/keytar.node is made for linux ${process.arch}, not for linux-${otherArch}.`,
    );
  });
});
