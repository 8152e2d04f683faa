import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
  const log = createFileLog(folder, () => at);
  const read = (name = 'gangway.log') => readFileSync(join(folder, name), 'utf8');
  return { folder, log, read };
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
