import { describe, expect, it } from 'vitest';
import {
  adviceForStart,
  adviceForTests,
  isWorthAnotherTry,
} from '../../scripts/bootstrap/keychain-advice.ts';

const log = '.cache/keychain-build.log';
const onDebian = (...missing: string[]) => ({
  platform: 'linux' as const,
  missing,
  installCommand: `sudo apt-get install ${missing.join(' ')}`,
  log,
});

describe('the advice where the keychain library cannot be built', () => {
  it('names the Debian packages that are missing, and the command', () => {
    expect(adviceForTests(onDebian('make', 'g++'))).toBe(
      'The tests need a keychain, and it cannot be used: make and g++ are not installed. Run "sudo apt-get install make g++" and run the tests again.',
    );
    expect(adviceForStart(onDebian('libsecret-1-dev'))).toBe(
      'The keychain cannot be used: libsecret-1-dev is not installed. Run "sudo apt-get install libsecret-1-dev" and start again; until then the access token is kept only until the app closes.',
    );
  });

  it('names the parts in words on a Linux without apt', () => {
    const problem = { ...onDebian('libsecret-1-dev', 'python3', 'make', 'g++'), installCommand: undefined };
    expect(adviceForTests(problem)).toBe(
      'The tests need a keychain, and it cannot be used: libsecret with its development files, Python 3, make, and a C++ compiler are not installed. Install them and run the tests again.',
    );
  });

  it('names the log where nothing is missing', () => {
    expect(adviceForTests(onDebian())).toBe(
      `The tests need a keychain, and it cannot be used: its library could not be built (see ${log}). Correct what it reports, run "npm ci" and run the tests again.`,
    );
  });

  it.each(['win32', 'darwin'] as const)('names the build tools on %s', (platform) => {
    expect(adviceForStart({ platform, missing: [], installCommand: undefined, log })).toContain(
      'Install the C++ build tools of this system and Python 3, run "npm ci" and start again',
    );
  });
});

describe('building the keychain library', () => {
  it('is tried where nothing is known of it, and again once something missing has come', () => {
    expect(isWorthAnotherTry(undefined, ['g++'])).toBe(true);
    expect(isWorthAnotherTry(['make', 'g++'], ['g++'])).toBe(true);
    expect(isWorthAnotherTry(['g++'], [])).toBe(true);
  });

  it('is not tried again while the same is missing, or nothing was', () => {
    expect(isWorthAnotherTry(['g++'], ['g++'])).toBe(false);
    expect(isWorthAnotherTry(['g++'], ['g++', 'make'])).toBe(false);
    expect(isWorthAnotherTry([], [])).toBe(false);
  });
});
