import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { TeamAddress } from '#shared/team/connection.ts';
import { hasPostgres, startPostgres, type Postgres } from './postgres.ts';

/** The server of a file of tests, from its first test on. */
export interface TeamServer {
  readonly postgres: Postgres;
  /** Where the team is for a member, over TLS. */
  toAddress(user: string, part?: Partial<TeamAddress>): TeamAddress;
}

/**
 * Tests that need a server: each begins with the database "team" without a record, and with members whose password is their
 * name. Where no server is installed, one line says that they are skipped.
 */
export function describeWithTeam(
  name: string,
  members: readonly string[],
  tests: (server: TeamServer) => void,
): void {
  if (!hasPostgres) {
    it.skip(`${name}: PostgreSQL is not installed here`);
    return;
  }
  describe(name, () => {
    let started: Postgres | undefined;
    const get = (): Postgres => {
      if (started === undefined) throw new Error('It starts before the first test.');
      return started;
    };
    beforeAll(async () => {
      started = await startPostgres();
      await started.createTeam('team');
      for (const member of members) await started.createMember(member, member);
    });
    beforeEach(() => get().run('TRUNCATE gangway_team_record', 'team'));
    afterAll(() => started?.stop());
    tests({
      get postgres() {
        return get();
      },
      toAddress(user, part = {}) {
        const { host, port, authority } = get();
        return { host, port, database: 'team', user, ca: authority.cert, team: null, ...part };
      },
    });
  });
}
