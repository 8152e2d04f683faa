import { Client } from 'pg';
import type { TeamAddress } from '#shared/team/connection.ts';
import { startPostgres, type Postgres } from '#test/team/postgres.ts';

export type TeamServer = Awaited<ReturnType<typeof startTeamServer>>;

/** Runs something beside a PostgreSQL of its own, with a team whose member is "dana". */
export async function withTeamServer(work: (server: TeamServer) => Promise<void>): Promise<void> {
  const server = await startTeamServer();
  try {
    await work(server);
  } finally {
    await server.postgres.stop();
  }
}

async function startTeamServer() {
  const postgres: Postgres = await startPostgres();
  await postgres.createTeam('team');
  await postgres.createMember('dana', 'dana');
  const { host, port, authority } = postgres;
  const address: TeamAddress = {
    host,
    port,
    database: 'team',
    user: 'dana',
    ca: authority.cert,
    team: null,
  };
  return {
    postgres,
    address,
    password: 'dana',
    /** A bare client, over TLS as the app's. */
    async connect(): Promise<Client> {
      const ssl = { ca: authority.cert };
      const client = new Client({ host, port, database: 'team', user: 'dana', password: 'dana', ssl });
      await client.connect();
      return client;
    },
  };
}
