import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectTeam } from '#main/team/team-database.ts';
import { createRecords } from '#test/team/records.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { temporaryFolder } from './workspace-harness.ts';

const root = join(import.meta.dirname, '../..');
const seat = '5b2f7c52-6f0e-4c36-9a5e-0d4a1d1f7a10';

/** What came of `npm run team -- …`. */
function run(args: string[], env: Record<string, string | undefined>) {
  return new Promise<{ ok: boolean; stdout: string; stderr: string }>((resolve) => {
    const started = execFile(
      process.execPath,
      [join(root, 'scripts/team.ts'), ...args],
      { env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env } },
      (error, stdout, stderr) => resolve({ ok: error === null, stdout, stderr }),
    );
    started.stdin?.end();
  });
}

describeWithTeam('npm run team', [], (server) => {
  it('sets a team up, and shows and hands out what is in it', async () => {
    const { socketFolder, host, port, authority } = server.postgres;
    await server.postgres.run('CREATE DATABASE fresh');
    const environment = { PGHOST: socketFolder, PGPORT: String(port), PGDATABASE: 'fresh', PGUSER: 'owner' };
    const before = await run(['status'], environment);
    expect(before).toEqual({
      ok: false,
      stdout: '',
      stderr: 'This database isn’t set up for a team yet. (not_initialized)\n',
    });
    const first = await run(['init'], environment);
    const again = await run(['init'], environment);
    expect(first).toMatchObject({ ok: true, stderr: '' });
    expect(again).toEqual(first);
    await server.postgres.createMember('dana', 'secret');

    const connected = await connectTeam(server.toAddress('dana', { database: 'fresh' }), 'secret');
    if (!connected.ok) throw new Error(connected.problem.kind);
    const records = createRecords(seat, 1, 3);
    await connected.team.push(records);
    await connected.team.close();
    expect(first.stdout).toContain(connected.team.id);

    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ca.pem'), authority.cert);
    const url = ['--url', `postgres://dana@${host}:${port}/fresh`, '--ca', join(folder, 'ca.pem')];
    const status = await run(['status', ...url], { PGPASSWORD: 'secret' });
    expect(status.stdout).toMatch(
      /^Team: .{36}\nRecords: 3\nSeats: 1\nLast record: \d{4}-.*\nServer’s clock: /,
    );
    const members = await run(['members', ...url], { PGPASSWORD: 'secret' });
    expect(members.stdout).toMatch(new RegExp(`^Dana\tdana\t3\t.*\t${seat}\n$`));
    const written = await run(['export', ...url], { PGPASSWORD: 'secret' });
    const parse = (text: string): unknown[] =>
      text
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
    expect(parse(written.stdout)).toHaveLength(3);
    expect(parse(written.stdout)).toEqual(
      expect.arrayContaining(records.map((record): unknown => expect.objectContaining(record))),
    );
    const file = join(folder, 'records.jsonl');
    await run(['export', ...url, '--file', file], { PGPASSWORD: 'secret' });
    expect(readFileSync(file, 'utf8')).toBe(written.stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each([
    [['status', '--url', 'postgres://dana:hidden@db.example/team'], 'Leave the password out of the URL.'],
    [['status', '--url', 'postgres://db.example/team'], 'Check the user of the database.'],
    [['status', '--url', 'postgres://dana@db.example/team', '--ca', '/no/file'], '/no/file can’t be read.'],
    [['status', '--force'], 'Usage:'],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { ok, stdout, stderr } = await run(args, {});
    expect({ ok, stdout }).toEqual({ ok: false, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${sentence.replace(/[.?]/g, '\\$&')}`));
    expect(stderr).not.toContain('hidden');
  });

  it('says which sign-in was refused, and not the password', async () => {
    const { ok, stderr } = await run(
      ['members', '--url', `postgres://dana@127.0.0.1:${server.postgres.port}/team`],
      {
        PGPASSWORD: 'hidden',
      },
    );
    expect(ok).toBe(false);
    expect(stderr).toBe(
      'The team’s database didn’t accept the user name or the password. (sign_in_refused)\n',
    );
  });
});
