import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFileLog } from '#main/log/log.ts';

const megabyte = 1024 * 1024;
const at = Date.UTC(2026, 5, 9, 14, 28);

async function logForTest() {
  const parent = await mkdtemp(join(tmpdir(), 'gangway-log-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'logs');
  const elsewhere = join(parent, 'elsewhere');
  const log = createFileLog(folder, () => at);
  const read = (name = 'gangway.log') => readFileSync(join(folder, name), 'utf8');
  return { folder, elsewhere, log, read };
}

describe('a line of the log', () => {
  it('has its time, its event and its details, and is remembered', async () => {
    const { log, read } = await logForTest();
    log.write('answered', { status: 503, late: false, reason: null });
    expect(read()).toBe(
      '{"at":"2026-06-09T14:28:00.000Z","event":"answered","status":503,"late":false,"reason":null}\n',
    );
    expect(log.recent()).toEqual([
      {
        at: '2026-06-09T14:28:00.000Z',
        event: 'answered',
        detail: { status: 503, late: false, reason: null },
      },
    ]);
  });

  it.each([
    ['a header with a short token', 'Authorization: Bearer s3cret', 's3cret'],
    ['a long token by itself', 'token eyJhbGciOiJIUzI1NiIsInR5cCI6.abc-DEF_123 was sent', 'eyJhbGci'],
  ])('masks what looks like a credential: %s', async (_what, words, secret) => {
    const { log, read } = await logForTest();
    log.write('odd', { words });
    expect(read()).toContain('[removed]');
    expect(read()).not.toContain(secret);
    expect(JSON.stringify(log.recent())).not.toContain(secret);
  });

  it('keeps words of our own as they are', async () => {
    const { log, read } = await logForTest();
    log.write('page_gone', { reason: 'crashed', code: 'UNABLE_TO_VERIFY_LEAF' });
    expect(read()).toContain('"reason":"crashed","code":"UNABLE_TO_VERIFY_LEAF"');
  });
});

describe('the log’s file', () => {
  it('is put beside two older ones when it has a megabyte, and the oldest goes', async () => {
    const { folder, log, read } = await logForTest();
    const words = 'word '.repeat(20_000);
    for (let round = 0; round < 50; round += 1) log.write('long', { round, words });
    expect(readdirSync(folder).toSorted()).toEqual(['gangway.log', 'gangway.log.1', 'gangway.log.2']);
    const rounds = ['gangway.log.2', 'gangway.log.1', 'gangway.log'].map((name) =>
      [...read(name).matchAll(/"round":(\d+)/g)].map((found) => Number(found[1])),
    );
    // Ten lines and a half make a megabyte, so eleven stand in a whole file.
    expect(rounds.map((some) => some.length)).toEqual([11, 11, 6]);
    expect(rounds.flat()).toEqual(Array.from({ length: 28 }, (_, index) => index + 22));
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).size).toBeLessThan(megabyte + 110_000);
    }
  });

  it('that cannot be written stops nobody', async () => {
    const { folder, log } = await logForTest();
    writeFileSync(folder, 'a file in the place of the folder');
    log.write('started');
    expect(readFileSync(folder, 'utf8')).toBe('a file in the place of the folder');
    expect(log.recent()).toHaveLength(1);
  });
});

// Windows keeps no such modes, and lets few people make links.
describe.skipIf(process.platform === 'win32')('where the log lies', () => {
  const getMode = (path: string) => lstatSync(path).mode & 0o777;

  it('is a folder and files for their owner alone, also where they were open to others', async () => {
    const { folder, log } = await logForTest();
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'gangway.log'), '', { mode: 0o644 });
    log.write('started');
    expect(getMode(folder)).toBe(0o700);
    expect(getMode(join(folder, 'gangway.log'))).toBe(0o600);
  });

  it('is no folder that a link leads to, which stays as it is', async () => {
    const { folder, elsewhere, log, read } = await logForTest();
    mkdirSync(elsewhere);
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, folder);
    log.write('started');
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(getMode(elsewhere)).toBe(0o755);
    expect(lstatSync(folder).isDirectory()).toBe(true);
    expect(read()).toContain('started');
  });

  it('is no file that a link leads to, which stays as it is', async () => {
    const { folder, elsewhere, log, read } = await logForTest();
    mkdirSync(folder);
    writeFileSync(elsewhere, 'a letter', { mode: 0o644 });
    symlinkSync(elsewhere, join(folder, 'gangway.log'));
    log.write('started');
    expect(readFileSync(elsewhere, 'utf8')).toBe('a letter');
    expect(getMode(elsewhere)).toBe(0o644);
    expect(read()).toContain('started');
  });
});
