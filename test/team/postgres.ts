import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { mountSmallDisk } from './small-disk.ts';
import { createAuthority, type TestCertificate } from '#test/network/certificates.ts';

const teamSql = join(import.meta.dirname, '..', '..', 'docs', 'team.sql');

/** The newest PostgreSQL that is installed as Debian does it, or whose folder of programs POSTGRES_BIN names. */
const programs =
  process.env['POSTGRES_BIN'] ??
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
    .at(-1);

/** Whether a server can be started here. */
export const hasPostgres = programs !== undefined;

/** PostgreSQL refuses root: the account of Debian's package, or nobody. */
function findAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody';
  const read = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Starts a server of its own in a temporary folder: TLS with a certificate for 127.0.0.1 and localhost, passwords by SCRAM,
 * without an fsync, since no test cuts the power. Its superuser "owner" is let in through the socket alone. With `smallDisk` its
 * data is on a disk that can be filled, where this computer lets one be mounted.
 */
export async function startPostgres({ smallDisk = false } = {}) {
  if (programs === undefined) throw new Error('PostgreSQL is not installed here.');
  const account = findAccount();
  const own = (file: string) => account !== null && chownSync(file, account.uid, account.gid);
  // Not the tests' own folder, into which another account cannot see.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'gangway-postgres-'));
  own(folder);
  const data = join(folder, 'data');
  const disk = smallDisk ? mountSmallDisk(data) : null;
  if (disk !== null) own(data);
  const user = { ...account, cwd: folder, env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] } };
  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username', 'owner', '--encoding', 'UTF8', '--no-sync', '--auth-local', 'trust'],
    { ...user, stdio: 'pipe' },
  );
  const authority = createAuthority('Harbor Lane authority');
  const setCertificate = ({ cert, key }: TestCertificate) => {
    for (const [name, text] of [
      ['server.crt', cert],
      ['server.key', key],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      own(join(data, name));
    }
  };
  setCertificate(authority.issue(['127.0.0.1', 'localhost']));
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'local all,replication owner trust\nlocal all all scram-sha-256\nhost all stranger all reject\nhost all all all scram-sha-256\n',
  );
  const port = await findPort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    ssl: 'on',
    fsync: 'off',
    max_wal_size: '64MB',
    // In its folder, which is removed where it is killed.
    dynamic_shared_memory_type: 'mmap',
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let server: ChildProcess | undefined;
  const abandon = () => {
    server?.kill('SIGKILL');
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);

  async function start(): Promise<void> {
    const started = spawn(join(programs ?? '', 'postgres'), args, {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    let log = '';
    const ready = await new Promise<boolean>((resolve) => {
      started.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('ready to accept connections')) resolve(true);
      });
      started.once('exit', () => resolve(false));
    });
    if (ready) return;
    // The children of a server that was killed end a moment after it.
    if (!log.includes('shared memory block')) throw new Error(`PostgreSQL did not start:\n${log}`);
    await start();
  }

  async function end(signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }

  await start();
  const socket = { host: folder, port, user: 'owner' };
  return {
    host: '127.0.0.1',
    port,
    socketFolder: folder,
    authority,
    start,
    /** Ends it with all its connections, without a word to them. */
    kill: () => end('SIGKILL'),
    /** Whether it runs: one whose disk is full may end by itself. */
    isRunning: () => server !== undefined && server.exitCode === null && server.signalCode === null,
    disk,
    /** Takes a copy while it runs, as a backup or a standby does. */
    copy: (name: string) =>
      promisify(execFile)(
        join(programs, 'pg_basebackup'),
        [
          '-D',
          join(folder, name),
          '-h',
          folder,
          '-p',
          String(port),
          '-U',
          'owner',
          '-X',
          'stream',
          '--checkpoint=fast',
        ],
        user,
      ),
    /** Ends it at once and goes on with a copy in its place. */
    async putBack(name: string): Promise<void> {
      await end('SIGQUIT');
      for (const file of readdirSync(data)) rmSync(join(data, file), { recursive: true });
      execFileSync('cp', ['-a', `${join(folder, name)}/.`, data]);
      await start();
    },
    async stop(): Promise<void> {
      await end('SIGINT');
      process.off('exit', abandon);
      disk?.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
    /** Shows another certificate from the next connection on. */
    async showCertificate(certificate: TestCertificate): Promise<void> {
      setCertificate(certificate);
      await runAs({ ...socket, database: 'postgres' }, 'SELECT pg_reload_conf()');
    },
    /** Runs statements as the superuser. */
    run: (sql: string, database = 'postgres') => runAs({ ...socket, database }, sql),
    /** Runs a statement as a member whose password is the name. */
    runAsMember: (name: string, sql: string, database: string) =>
      runAs({ ...socket, user: name, password: name, database }, sql),
    /** A session of the superuser's that stays open until it is closed. */
    async openSession(database: string): Promise<Client> {
      const client = new Client({ ...socket, database });
      // A server that is killed ends it too.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    /** Creates a database with the tables of a team. Accounts of members are the cluster's: they are in every one. */
    async createTeam(database: string): Promise<void> {
      await runAs({ ...socket, database: 'postgres' }, `CREATE DATABASE ${database}`);
      await runAs({ ...socket, database }, readFileSync(teamSql, 'utf8'));
    },
    createMember: (name: string, password: string) =>
      runAs(
        { ...socket, database: 'postgres' },
        `CREATE ROLE ${name} LOGIN PASSWORD '${password}' IN ROLE gangway_members`,
      ),
  };
}

async function runAs(
  where: { host: string; port: number; user: string; password?: string; database: string },
  sql: string,
): Promise<unknown[]> {
  const client = new Client(where);
  await client.connect();
  try {
    const result: { rows?: unknown[] } = await client.query(sql);
    return result.rows ?? [];
  } finally {
    await client.end();
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
