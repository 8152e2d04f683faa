import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startPracticeService } from '#practice/service.ts';
import { practiceHarness, temporaryFolder } from './practice-harness.ts';

const root = join(import.meta.dirname, '../..');
const firstLine = z.strictObject({ baseUrl: z.string(), token: z.string() });

function runMain(...args: string[]) {
  const child = spawn(process.execPath, ['src/practice/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = once(child, 'exit').then(([code]) => z.number().nullable().parse(code));
  return { child, ended, stderr: text(child.stderr) };
}

describe('starting the practice service', () => {
  it('keeps state and token over a restart with the same folder', async () => {
    const first = await practiceHarness();
    await first.invite('ana@x.example.com', { 'Idempotency-Key': 'k-1' });
    await first.service.close();
    const second = await practiceHarness({ dataDir: first.dataDir, refusesRepeatedInvites: true });
    expect(second.service.token).toBe(first.service.token);
    expect((await second.invite('ana@x.example.com')).status).toBe(409);
    const replayed = await second.invite('ana@x.example.com', { 'Idempotency-Key': 'k-1' });
    expect(replayed.status).toBe(200);
    expect(await second.emlFiles()).toHaveLength(1);
    expect(second.counts()).toMatchObject({ vendors: 25, document_jobs: 10 });
  });

  it('makes a token of its own for each folder, and takes one that is given', async () => {
    const [one, two] = [await practiceHarness(), await practiceHarness({ token: 'given' })];
    expect(one.service.token).toMatch(/^practice-.{32}$/);
    expect(two.service.token).toBe('given');
    expect(two.counts()).toMatchObject({ vendors: 24 });
  });

  it('starts empty without the samples', async () => {
    const { counts } = await practiceHarness({ samples: false });
    expect(counts()).toMatchObject({ vendors: 0, document_jobs: 0 });
  });

  it('closes quickly while connections are kept alive', async () => {
    const { service, call } = await practiceHarness();
    await (await call('GET', '/practice/mail')).text();
    const begun = performance.now();
    await service.close();
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  it('says in one sentence that a port is taken or a mail address cannot be used', async () => {
    const { service } = await practiceHarness();
    const dataDir = await temporaryFolder();
    await expect(startPracticeService({ dataDir, port: service.port })).rejects.toThrow(
      /^Port \d+ .* is in use by another program\.$/,
    );
    await expect(startPracticeService({ dataDir, smtpUrl: 'mailhost' })).rejects.toThrow(
      /smtp:\/\/host:port/,
    );
  });
});

describe('the practice service’s command line', () => {
  it('prints address and token in its first line, serves, and ends in order on SIGTERM', async () => {
    const { child, ended, stderr } = runMain(
      '--port',
      '0',
      '--data-dir',
      await temporaryFolder(),
      '--no-samples',
    );
    const [line] = z.tuple([z.string()]).parse(await once(createInterface({ input: child.stdout }), 'line'));
    const { baseUrl, token } = firstLine.parse(JSON.parse(line));
    const sample = `${baseUrl}/vendors/48213/profile`;
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(sample, { headers })).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await stderr).toBe('');
  });

  it('refuses an invite that is repeated where it is told to', async () => {
    const dataDir = await temporaryFolder();
    const { child, ended } = runMain('--port', '0', '--data-dir', dataDir, '--refuse-repeated-invites');
    const [line] = z.tuple([z.string()]).parse(await once(createInterface({ input: child.stdout }), 'line'));
    const { baseUrl, token } = firstLine.parse(JSON.parse(line));
    const invite = async () => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ vendor: { email: 'ana@x.example.com' } });
      return (await fetch(`${baseUrl}/vendors`, { method: 'POST', headers, body })).status;
    };
    expect([await invite(), await invite()]).toEqual([200, 409]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends with 1 and one sentence when the port is taken', async () => {
    const { service } = await practiceHarness();
    const { ended, stderr } = runMain('--port', String(service.port), '--data-dir', await temporaryFolder());
    expect(await ended).toBe(1);
    expect(await stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use by another program\.\n$/);
  });

  it('ends with 1 and one sentence when the folder cannot be used', async () => {
    const file = join(await temporaryFolder(), 'a-file');
    await writeFile(file, '');
    const { ended, stderr } = runMain('--data-dir', file);
    expect(await ended).toBe(1);
    expect(await stderr).toMatch(/^The data folder .* cannot be used \([^\n]*\)\.\n$/);
  });

  it.each([[['--port', '80']], [['--data-dir', 'x', '--port', 'many']], [['--data-dir', 'x', '--sulk']]])(
    'ends with 1 and the usage for %j',
    async (args) => {
      const { ended, stderr } = runMain(...args);
      expect(await ended).toBe(1);
      expect(await stderr).toMatch(/^Usage: /);
    },
  );
});
