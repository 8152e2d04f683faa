import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { feedAddressProblem } from '#shared/settings/updates.ts';
import { chooseFeed, policyPath, readPolicy } from '#main/updates/policy.ts';
import { toUpdateFailure } from '#main/updates/library-updater.ts';

const silent = { kind: 'read', feed: undefined } as const;

describe('an update address', () => {
  it.each([
    'https://updates.example.com',
    'https://updates.example.com:8443/gangway/stable/',
    ' https://updates.example.com ',
    'http://127.0.0.1:8080/',
    'http://localhost/feed',
    'http://[::1]:9000/',
  ])('can be %s', (address) => {
    expect(feedAddressProblem(address)).toBeNull();
  });

  it.each([
    ['http://updates.example.com/', 'https only'],
    ['http://127.0.0.1.example.com/', 'https only'],
    ['http://localhost.example.com/', 'https only'],
    ['ftp://updates.example.com/', 'https only'],
    ['file:///srv/updates/', 'https only'],
    ['updates.example.com', 'beginning with https://'],
    ['', 'beginning with https://'],
    ['https://maya:secret@updates.example.com/', 'user name'],
    ['https://updates.example.com/?token=1', '? or #'],
    ['https://updates.example.com/#x', '? or #'],
  ])('cannot be %s', (address, why) => {
    expect(feedAddressProblem(address)).toContain(why);
  });
});

describe('where updates come from', () => {
  const own = 'https://own.example.com';

  it('is nowhere until somebody says so', () => {
    expect(chooseFeed(silent, undefined, null)).toEqual({ kind: 'off', reason: 'not_set', from: null });
    expect(chooseFeed(silent, '  ', null)).toEqual({ kind: 'off', reason: 'not_set', from: null });
  });

  it('is the administrator’s address first, then that of the environment, then the person’s own', () => {
    const policy = { kind: 'read', feed: 'https://policy.example.com/a' } as const;
    const environment = 'https://environment.example.com';
    expect(chooseFeed(policy, environment, own)).toEqual({
      kind: 'feed',
      address: 'https://policy.example.com/a/',
      from: 'policy',
    });
    expect(chooseFeed(silent, environment, own)).toMatchObject({ from: 'environment' });
    expect(chooseFeed(silent, undefined, own)).toEqual({
      kind: 'feed',
      address: 'https://own.example.com/',
      from: 'settings',
    });
  });

  it.each([
    [{ kind: 'read', feed: null } as const, undefined, 'switched_off', 'policy'],
    [{ kind: 'read', feed: 'http://plain.example.com' } as const, undefined, 'bad_address', 'policy'],
    [{ kind: 'unreadable' } as const, undefined, 'bad_policy', 'policy'],
    [silent, 'http://plain.example.com', 'bad_address', 'environment'],
  ])(
    'is nowhere else where what was laid down is off or cannot be used: %j',
    (policy, environment, reason, from) => {
      expect(chooseFeed(policy, environment, own)).toEqual({ kind: 'off', reason, from });
    },
  );
});

describe('the administrator’s policy', () => {
  function getPolicy(text: string) {
    const folder = mkdtempSync(join(tmpdir(), 'gangway-policy-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    writeFileSync(join(folder, 'policy.json'), text);
    return readPolicy(join(folder, 'policy.json'));
  }

  it.each([
    ['{"updates":{"feed":"https://a.example.com"}}', 'https://a.example.com'],
    ['\uFEFF{"updates":{"feed":null},"later":1}', null],
    ['{"updates":{}}', undefined],
    ['{}', undefined],
  ])('is read from %s', (text, feed) => {
    expect(getPolicy(text)).toEqual({ kind: 'read', feed });
  });

  it('says nothing where there is none', () => {
    expect(readPolicy(join(tmpdir(), 'gangway-no-folder', 'policy.json'))).toEqual(silent);
  });

  it.each(['', 'updates=off', '[]', '{"updates":{"feed":7}}', '{"updates":"off"}'])(
    'is not taken for none where it cannot be understood: %j',
    (text) => {
      expect(getPolicy(text)).toEqual({ kind: 'unreadable' });
    },
  );

  it('is not taken for none where it cannot be opened', () => {
    // A folder is there and is no file, for whoever runs this.
    expect(readPolicy(tmpdir())).toEqual({ kind: 'unreadable' });
  });

  it('lies where only an administrator can write', () => {
    expect(policyPath('linux')).toBe('/etc/gangway/policy.json');
    expect(policyPath('darwin')).toBe('/Library/Application Support/Gangway/policy.json');
    expect(policyPath('win32')).toBe('C:\\Program Files\\Gangway Policy\\policy.json');
  });

  it('lies where no variable of the environment can move it', () => {
    const before = process.env['ProgramFiles'];
    process.env['ProgramFiles'] = join(tmpdir(), 'own');
    onTestFinished(() => {
      if (before === undefined) delete process.env['ProgramFiles'];
      else process.env['ProgramFiles'] = before;
    });
    expect(policyPath('win32')).toBe('C:\\Program Files\\Gangway Policy\\policy.json');
  });
});

describe('what went wrong with an update', () => {
  function failure(message: string, more: object = {}) {
    return toUpdateFailure(Object.assign(new Error(message), more));
  }

  it.each([
    ['unreachable', failure('connect', { code: 'ECONNREFUSED' })],
    ['unreachable', failure('net::ERR_INTERNET_DISCONNECTED')],
    ['unreachable', failure('x', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })],
    ['unreachable', failure('x', { code: 'HTTP_ERROR_503', statusCode: 503 })],
    ['unreachable', failure('Request timed out')],
    ['refused', failure('x', { code: 'HTTP_ERROR_403', statusCode: 403 })],
    ['refused', failure('Cannot download "https://a/b", status 401: Unauthorized')],
    ['no_list', failure('x', { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' })],
    ['no_list', failure('Cannot download "https://a/b", status 404: Not Found')],
    ['unreadable', failure('x', { code: 'ERR_UPDATER_INVALID_UPDATE_INFO' })],
    ['unreadable', failure('x', { code: 'ERR_UPDATER_INVALID_VERSION' })],
    ['damaged', failure('x', { code: 'ERR_CHECKSUM_MISMATCH' })],
    ['not_trusted', failure('x', { code: 'ERR_UPDATER_INVALID_SIGNATURE' })],
    ['not_trusted', failure('x', { code: -1, domain: 'SQRLCodeSignatureErrorDomain' })],
    ['no_room', failure('x', { code: 'ENOSPC' })],
    ['unknown', failure('something else')],
    ['unknown', toUpdateFailure('a word')],
    ['unknown', toUpdateFailure(undefined)],
  ])('is told as %s', (expected, told) => {
    expect(told).toBe(expected);
  });
});
