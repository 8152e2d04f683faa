import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectTeam } from '#main/team/team-database.ts';
import type { TeamAddress, TeamProblem } from '#shared/team/connection.ts';
import { teamTrouble } from '#shared/words/team-messages.ts';
import { createAuthority } from '#test/network/certificates.ts';
import { deadPort } from '#test/network/proxies.ts';
import { describeWithTeam } from '#test/team/describe.ts';
import { startCuttingProxy, startStranger } from '#test/team/proxy.ts';

const password = 'correct horse';

describeWithTeam('connecting to a team', [], (server) => {
  beforeAll(async () => {
    await server.postgres.createMember('dana', password);
    await server.postgres.run(`
      CREATE ROLE outsider LOGIN PASSWORD '${password}';
      CREATE ROLE reader LOGIN PASSWORD '${password}' IN ROLE gangway_members;
      ALTER ROLE reader SET default_transaction_read_only = on;
      CREATE ROLE crowded LOGIN PASSWORD '${password}' CONNECTION LIMIT 0 IN ROLE gangway_members;
      CREATE ROLE stranger LOGIN PASSWORD '${password}' IN ROLE gangway_members`);
    await server.postgres.run('CREATE DATABASE empty');
  });

  /** The problem, whose sentences are whole and tell nobody the password. */
  async function findProblem(
    part: Partial<TeamAddress>,
    given: string | null = password,
  ): Promise<TeamProblem> {
    const connected = await connectTeam(server.toAddress('dana', part), given);
    if (connected.ok) {
      await connected.team.close();
      throw new Error('It connected.');
    }
    for (const isJoined of [true, false]) {
      const { title, text } = teamTrouble(connected.problem, isJoined);
      expect(title).toMatch(/\.$/);
      expect(text).toMatch(/\.$/);
      expect(text.includes('hasn’t joined')).toBe(!isJoined);
      expect(/will be shared|keeps trying/.test(text)).toBe(isJoined);
    }
    expect(JSON.stringify(connected)).not.toContain(password);
    return connected.problem;
  }

  it('works over TLS with the company’s authority, and gives the password away nowhere', async () => {
    const connected = await connectTeam(server.toAddress('dana'), password);
    if (!connected.ok) throw new Error(connected.problem.kind);
    onTestFinished(() => connected.team.close());
    const sessions = await server.postgres.run(
      `SELECT ssl, application_name FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'dana'`,
    );
    expect(sessions).toEqual([{ ssl: true, application_name: 'Gangway' }]);
    expect(inspect(connected.team, { depth: 20, showHidden: true })).not.toContain(password);
    expect(await server.postgres.run('SELECT team::text FROM gangway_team', 'team')).toEqual([
      { team: connected.team.id },
    ]);
  });

  it('works in clear and by the socket within this computer', async () => {
    for (const part of [{ ca: null }, { ca: null, host: server.postgres.socketFolder }]) {
      const connected = await connectTeam(server.toAddress('dana', part), password);
      if (!connected.ok) throw new Error(connected.problem.kind);
      await connected.team.close();
    }
  });

  it.each<[TeamProblem['kind'], Partial<TeamAddress>]>([
    ['host_not_found', { host: 'nowhere.invalid' }],
    ['certificate_unknown', { ca: createAuthority('Another authority').cert }],
    // A name of this computer that is not known as one: only TLS will do, and this computer's authorities.
    ['certificate_unknown', { host: '0.0.0.0', ca: null }],
    ['certificate_wrong_name', { servername: 'db.harborlane.example' }],
    ['ca_unreadable', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }],
    ['ca_unreadable', { ca: 'the certificate' }],
    ['sign_in_refused', { user: 'nobody_here' }],
    ['not_admitted', { user: 'stranger' }],
    ['database_missing', { database: 'teem' }],
    ['no_rights', { user: 'outsider' }],
    ['not_initialized', { database: 'empty' }],
    ['other_team', { team: randomUUID() }],
    ['read_only', { user: 'reader' }],
    ['too_many_connections', { user: 'crowded' }],
  ])('says %s with %o', async (kind, part) => {
    expect(await findProblem(part)).toEqual({ kind });
  });

  it.each([['wrong'], [''], [null]])('says that the password %o is wrong', async (given) => {
    expect(await findProblem({}, given)).toEqual({ kind: 'sign_in_refused' });
  });

  it('says that nothing is at the port', async () => {
    expect(await findProblem({ port: await deadPort() })).toEqual({ kind: 'unreachable' });
  });

  it.each([
    ['N', '0.0.0.0', 'tls_not_offered'],
    ['N', '127.0.0.1', 'tls_not_offered'],
    ['S', '127.0.0.1', 'hung_up'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', '127.0.0.1', 'not_postgres'],
    ['', '127.0.0.1', 'hung_up'],
  ])('says what it means that %o comes from %s', async (word, host, kind) => {
    expect(await findProblem({ host, port: await startStranger(word) })).toEqual({ kind });
  });

  it('says in clear, too, that what answers hung up', async () => {
    const port = await startStranger('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await findProblem({ port, ca: null })).toEqual({ kind: 'hung_up' });
  });

  it('says that a certificate has expired', async () => {
    const day = 24 * 60 * 60 * 1000;
    const names = ['127.0.0.1', 'localhost'];
    const past = { from: new Date(Date.now() - 3 * day), to: new Date(Date.now() - day) };
    await server.postgres.showCertificate(server.postgres.authority.issue(names, past));
    // The server reads its files again after it has answered.
    await expect
      .poll(() => connectTeam(server.toAddress('dana'), 'wrong'))
      .toEqual({ ok: false, problem: { kind: 'certificate_expired' } });
    await server.postgres.showCertificate(server.postgres.authority.issue(names));
    await expect
      .poll(() => connectTeam(server.toAddress('dana'), 'wrong'))
      .toEqual({ ok: false, problem: { kind: 'sign_in_refused' } });
  });

  it('says that the server is too old', async () => {
    const proxy = await startCuttingProxy(server.postgres.port, (answer) =>
      Buffer.from(answer.toString('latin1').replace(/\b1[4-9]\d{4}\b/, '130018'), 'latin1'),
    );
    expect(await findProblem({ port: proxy.port, ca: null })).toMatchObject({ kind: 'server_too_old' });
  });

  it('says that the team has a newer version', async () => {
    await server.postgres.createTeam('newer');
    await server.postgres.run('UPDATE gangway_team SET schema_version = 2', 'newer');
    expect(await findProblem({ database: 'newer' })).toEqual({ kind: 'newer_schema' });
  });
});
