import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it, expect } from 'vitest';
import { installedAsLocked } from '../../scripts/bootstrap/installed-packages.ts';
import { filesStamp, makeStamp } from '../../scripts/bootstrap/stamp.ts';

describe('the stamp of sources', () => {
  let folder = '';
  const stamp = () => filesStamp(folder, ['src', 'config.ts']);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gangway-stamp-'));
    mkdirSync(path.join(folder, 'src/inner'), { recursive: true });
    writeFileSync(path.join(folder, 'src/inner/a.ts'), 'one');
    writeFileSync(path.join(folder, 'config.ts'), 'config');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('stays the same when files are only touched', () => {
    const before = stamp();
    utimesSync(path.join(folder, 'src/inner/a.ts'), 1, 1);
    expect(stamp()).toBe(before);
  });

  it.each([
    ['changed', () => writeFileSync(path.join(folder, 'src/inner/a.ts'), 'two')],
    ['added', () => writeFileSync(path.join(folder, 'src/b.ts'), '')],
    ['renamed', () => renameSync(path.join(folder, 'src/inner/a.ts'), path.join(folder, 'src/inner/b.ts'))],
    ['removed', () => rmSync(path.join(folder, 'config.ts'))],
  ])('changes when a file is %s', (_what, change) => {
    const before = stamp();
    change();
    expect(stamp()).not.toBe(before);
  });
});

describe('packages that are there', () => {
  const machine = { platform: 'linux', arch: 'x64' };
  const lockfile = {
    packages: {
      '': { name: 'sample' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/keys': { version: '7.9.0', optional: true },
      'node_modules/a-win32': { version: '1.0.0', optional: true, os: ['win32'], cpu: ['x64'] },
    },
  };
  const installed = (packages: Record<string, object>) => installedAsLocked(lockfile, { packages }, machine);

  it('are used when they are the locked versions, optional ones or not', () => {
    expect(installed({ 'node_modules/a': { version: '1.0.0' } })).toBe(true);
    expect(
      installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/keys': { version: '7.9.0' } }),
    ).toBe(true);
  });

  it('are replaced when a version differs or a package is absent', () => {
    expect(installed({ 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    expect(
      installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/keys': { version: '7.8.0' } }),
    ).toBe(false);
    expect(installed({})).toBe(false);
  });

  it('are replaced when they were made for another system', () => {
    const foreign = { version: '1.0.0', os: ['win32'], cpu: ['x64'] };
    expect(installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-win32': foreign })).toBe(
      false,
    );
  });

  it('are used when a package only rules out other systems', () => {
    expect(installed({ 'node_modules/a': { version: '1.0.0', os: ['!win32'] } })).toBe(true);
    expect(installed({ 'node_modules/a': { version: '1.0.0', os: ['!linux'] } })).toBe(false);
  });

  it('are replaced when npm did not write its list, because it was cut short', () => {
    expect(installedAsLocked(lockfile, undefined, machine)).toBe(false);
    expect(installedAsLocked(undefined, { packages: {} }, machine)).toBe(false);
  });
});

it('a stamp does not mix up where one part ends and the next begins', () => {
  expect(makeStamp({ a: 'xy', b: '' })).not.toBe(makeStamp({ a: 'x', b: 'y' }));
  expect(makeStamp({ a: '1', b: '2' })).toBe(makeStamp({ b: '2', a: '1' }));
});
