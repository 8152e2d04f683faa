import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { putPrompter, sessionWithKeyring } from '#test/keyring/own-keyring.ts';

const program = fileURLToPath(new URL('../keyring/locked-keyring.ts', import.meta.url));
const wanted = process.env['GANGWAY_TEST_KEYCHAIN'] === '1';

/** What the program met, in a session with a real keyring that is its own. */
async function run(): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-own-keyring-'));
  const session = sessionWithKeyring(folder, [process.execPath, program], process.env);
  putPrompter(session.env);
  try {
    const { stdout } = await promisify(execFile)(session.file, session.args, {
      env: session.env,
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      timeout: 240_000,
    });
    return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!wanted)(
  'a real keyring that is locked (it takes dbus-run-session and gnome-keyring-daemon)',
  () => {
    let seen: Record<string, unknown> = {};

    beforeAll(async () => {
      seen = await run();
    }, 300_000);

    it('is told apart from one that holds no token', () => {
      expect(seen['stored']).toEqual({ status: 'works', kept: 'keychain' });
      expect(seen['read while locked']).toBe('locked');
      expect(seen['removed while locked']).toBe('locked');
    });

    it('is said as locked at the start, and the token as being in it', () => {
      expect(seen['at the start']).toEqual({ status: 'locked', away: 'locked', token: null });
      expect(seen['typed']).toBe('this_session');
    });

    it('is looked at without asking the person for the password', () => {
      expect(seen['the person was asked']).toBe(true);
      expect(seen['looked at while locked']).toEqual({ status: 'locked', askedFor: 0 });
    });

    it('takes the token of the session once it is unlocked, and gives it out at the next start', () => {
      expect(seen['looked at when unlocked']).toEqual({ status: 'works', kept: 'keychain', askedFor: 0 });
      expect(seen['at the next start']).toBe('typed-token');
    });

    it('gives out the token also where the person takes longer than the limit to unlock it', () => {
      expect(seen['while the person thinks']).toEqual({ status: 'no_answer', away: 'no_answer' });
      expect(seen['once the keyring is unlocked']).toEqual({ token: 'typed-token', kept: 'keychain' });
    });

    it('is told apart from one out of which the token was removed, and from another one', () => {
      expect(seen['after the token was removed']).toBe('removed');
      expect(seen['in another keyring']).toBe('changed');
    });

    it('keeps nothing of the probes', () => {
      expect(seen['left behind']).toEqual([]);
    });
  },
);
