import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openOutside } from '#main/electron/hardening.ts';

const { openExternal } = vi.hoisted(() => ({ openExternal: vi.fn(() => Promise.resolve()) }));
vi.mock('electron', () => ({ shell: { openExternal } }));

// The screens' call refuses the same; this holds for whoever in the main process opens an address.
it.each([
  'http://license.example/',
  'file:///etc/passwd',
  'smb://server/share',
  'javascript:alert(1)',
  'ms-msdt:/id',
  'app://gangway/',
  '\\\\server\\share',
  '',
])('hands nothing but https and mailto to the system: not %j', async (address) => {
  expect(await openOutside(address)).toBe(false);
  expect(openExternal).not.toHaveBeenCalled();
});

it('hands an address to the system as it was parsed', async () => {
  expect(await openOutside('HTTPS://License.EXAMPLE/a/../b"<>')).toBe(true);
  expect(openExternal).toHaveBeenCalledExactlyOnceWith('https://license.example/b%22%3C%3E');
});

it.each(['openExternal', 'openPath'])(
  'is the only door to the system: shell.%s is called once in all sources',
  (door) => {
    const sources = join(import.meta.dirname, '../../src');
    const callers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const found = readFileSync(join(sources, name), 'utf8').match(new RegExp(`\\b${door}\\b`, 'g')) ?? [];
        return found.map(() => name.replaceAll('\\', '/'));
      });
    expect(callers).toEqual(['main/electron/hardening.ts']);
  },
);
