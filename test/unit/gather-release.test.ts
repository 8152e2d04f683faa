import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatherRelease } from '../../scripts/packaging/gather-release.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gangway-release-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A list as electron-builder writes it for a build of one processor. */
function list(arch: string, version = '1.0.0'): string {
  const file = (ending: string) => ({
    url: `Gangway-${version}-mac-${arch}.${ending}`,
    sha512: `${arch}-${ending}`,
    size: 5,
  });
  const files = [file('zip'), file('dmg')];
  return dump({ version, files, path: files[0]?.url, sha512: files[0]?.sha512, releaseDate: '2026-11-20' });
}

function build(name: string, files: Record<string, string>): void {
  mkdirSync(join(folder, 'builds', name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'builds', name, file), text);
}

const gathered = () => gatherRelease(join(folder, 'builds'), join(folder, 'release'));

describe('the folder of a release', () => {
  it('announces both processors of macOS in one list, and keeps all else as it was built', () => {
    build('gangway-mac-arm64', { 'latest-mac.yml': list('arm64'), 'Gangway-1.0.0-mac-arm64.zip': 'a' });
    build('gangway-mac-x64', { 'latest-mac.yml': list('x64'), 'Gangway-1.0.0-mac-x64.zip': 'x' });
    build('gangway-windows-x64', { 'latest.yml': 'version: 1.0.0\n', 'Gangway-1.0.0-win-x64.exe': 'w' });
    expect(gathered()).toEqual([
      'Gangway-1.0.0-mac-arm64.zip',
      'Gangway-1.0.0-mac-x64.zip',
      'Gangway-1.0.0-win-x64.exe',
      'latest-mac.yml',
      'latest.yml',
    ]);
    const file = (name: string) => readFileSync(join(folder, 'release', name), 'utf8');
    expect(load(file('latest-mac.yml'))).toEqual({
      version: '1.0.0',
      files: ['arm64', 'x64'].flatMap((arch) =>
        ['zip', 'dmg'].map((ending) => ({
          url: `Gangway-1.0.0-mac-${arch}.${ending}`,
          sha512: `${arch}-${ending}`,
          size: 5,
        })),
      ),
      path: 'Gangway-1.0.0-mac-x64.zip',
      sha512: 'x64-zip',
      releaseDate: '2026-11-20',
    });
    expect(file('latest.yml')).toBe('version: 1.0.0\n');
  });

  it('has the list of packages once, though each build writes it', () => {
    build('one', { 'gangway-1.0.0.cdx.json': '{}', 'a.deb': '' });
    build('two', { 'gangway-1.0.0.cdx.json': '{} ', 'b.deb': '' });
    expect(gathered()).toEqual(['a.deb', 'b.deb', 'gangway-1.0.0.cdx.json']);
  });

  it('is not made where builds would overwrite each other, or are of two versions', () => {
    build('one', { 'latest-mac.yml': list('x64') });
    build('two', { 'latest-mac.yml': list('arm64', '1.0.1') });
    expect(gathered).toThrow('two versions, 1.0.0 and 1.0.1');
    build('two', { 'latest-mac.yml': list('x64') });
    expect(gathered).toThrow('the same file');
    build('one', { 'a.zip': '1' });
    build('two', { 'a.zip': '2', 'latest-mac.yml': list('arm64') });
    rmSync(join(folder, 'release'), { recursive: true });
    expect(gathered).toThrow('Two builds made a.zip.');
  });
});
