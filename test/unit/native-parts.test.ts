import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { binaryTarget } from '../../scripts/packaging/binary-target.mjs';
import { nativeProblems } from '../../scripts/packaging/native-parts.mjs';

const prebuilds = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds');
const targets = [
  'linux-x64',
  'linux-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
  'win32-arm64',
] as const;
type Target = (typeof targets)[number];

const sqlite = (target: Target) => `node_modules/better-sqlite3/prebuilds/${target}.node`;
const keytar = 'node_modules/keytar/build/Release/keytar.node';

/** What stands outside the archive of an app, with the binaries of better-sqlite3 in the place of each native part. */
function unpacked(parts: Record<string, Target | 'text'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-native-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [path, target] of Object.entries(parts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const bytes =
      target === 'text' ? 'not found' : readFileSync(join(prebuilds, `${target}.node`)).subarray(0, 4096);
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

describe('the target of a native binary', () => {
  it.each(targets)('is read from the header of a real one for %s', (target) => {
    const [platform, arch] = target.split('-');
    expect(binaryTarget(readFileSync(join(prebuilds, `${target}.node`)))).toEqual({
      platform,
      archs: [arch],
    });
  });

  it('is known for every binary that better-sqlite3 brings', () => {
    const unknown = readdirSync(prebuilds).filter(
      (name) => binaryTarget(readFileSync(join(prebuilds, name))) === null,
    );
    expect(unknown).toEqual([]);
  });

  it('names both processors of a universal macOS binary', () => {
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32BE(0xcafebabe, 0);
    bytes.writeUInt32BE(2, 4);
    bytes.writeUInt32BE(0x01000007, 8);
    bytes.writeUInt32BE(0x0100000c, 28);
    expect(binaryTarget(bytes)).toEqual({ platform: 'darwin', archs: ['x64', 'arm64'] });
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a page that was downloaded in its place', Buffer.from('<html>'.padEnd(200, ' '))],
    ['a Windows program whose header lies outside the file', Buffer.from('MZ'.padEnd(200, '\xff'), 'latin1')],
  ])('is unknown for %s', (_what, bytes) => {
    expect(binaryTarget(bytes)).toBeNull();
  });
});

describe('the check of a packed app’s native parts', () => {
  it.each(targets)('lets the parts of %s through for that system alone', (target) => {
    const folder = unpacked({ [sqlite(target)]: target, [keytar]: target });
    for (const other of targets) {
      const [platform = '', arch = ''] = other.split('-');
      expect(nativeProblems(folder, platform, arch).length === 0).toBe(other === target);
    }
  });

  it('names a part that is missing, so that no app goes out without a keychain', () => {
    const folder = unpacked({ [sqlite('linux-x64')]: 'linux-x64' });
    expect(nativeProblems(folder, 'linux', 'x64')).toEqual([
      'The native part of keytar for linux-x64 is missing.',
    ]);
  });

  it('names both where nothing was unpacked at all', () => {
    expect(nativeProblems(join(tmpdir(), 'gangway-no-such-folder'), 'win32', 'x64')).toHaveLength(2);
  });

  it('refuses parts of another system or processor, what is no binary, and what does not belong there', () => {
    const folder = unpacked({
      [sqlite('darwin-arm64')]: 'darwin-x64',
      [keytar]: 'text',
      [sqlite('linux-x64')]: 'linux-x64',
    });
    expect(nativeProblems(folder, 'darwin', 'arm64').toSorted()).toEqual([
      `${sqlite('darwin-arm64')} is made for darwin x64, not for darwin-arm64.`,
      `${sqlite('linux-x64')} does not belong into the app.`,
      `${keytar} is not a native binary.`,
    ]);
  });
});
