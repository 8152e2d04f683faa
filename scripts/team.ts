/** For whoever runs the team's database: sets it up, shows how it is, who is in it, and all records as JSON lines. */
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { openConnection, teamLimits } from '#main/team/connection.ts';
import { toConnectProblem } from '#main/team/problems.ts';
import { connectTeam, type Answer, type Pulled, type TeamDatabase } from '#main/team/team-database.ts';
import { loadTrust } from '#main/network/trust.ts';
import { teamAddress, type TeamAddress, type TeamProblem } from '#shared/team/connection.ts';
import { teamTrouble } from '#shared/words/team-messages.ts';

const usage = `Usage: npm run team -- init|status|members|export|demo [--url postgres://USER@HOST:PORT/DATABASE] [--ca FILE] [--file FILE]
  init      creates the tables and the role gangway_members; run it as the owner of the database
  status    shows the team, its records and its members
  members   lists each seat: name, account, records, last seen
  export    writes all records as JSON lines, to standard output or to --file
  demo      opens Gangway for two people on this computer, with a database and a service of their own
Without --url: PGHOST, PGPORT, PGDATABASE and PGUSER. Without --ca: PGSSLROOTCERT.
The password comes from PGPASSWORD, or you are asked for it.`;

/** Ends the command with a sentence. */
class Refusal extends Error {}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ allowPositionals: true, options: { url: text, ca: text, file: text } });
  } catch {
    throw new Refusal(usage);
  }
}

function readAddress(url: string | undefined, caFile: string | undefined): TeamAddress {
  const { PGHOST, PGPORT, PGDATABASE, PGUSER } = process.env;
  const given = url === undefined ? null : URL.parse(url);
  if (url !== undefined && !/^postgres(ql)?:$/.test(given?.protocol ?? ''))
    throw new Refusal('The URL has to begin with postgres://.');
  if (given !== null && given.password !== '')
    throw new Refusal('Leave the password out of the URL. Set PGPASSWORD, or type it when you are asked.');
  const read = teamAddress.safeParse({
    host: decodeURIComponent(given?.hostname.replace(/^\[(.*)\]$/, '$1') ?? PGHOST ?? ''),
    port: Number((given === null ? PGPORT : given.port) || 5432),
    database: decodeURIComponent(given?.pathname.slice(1) ?? PGDATABASE ?? ''),
    user: decodeURIComponent(given?.username ?? PGUSER ?? ''),
    ca: caFile === undefined ? null : readCertificate(caFile),
  });
  if (read.success) return read.data;
  const missing = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Refusal(`Check the ${missing} of the database.\n\n${usage}`);
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Refusal(`${file} can’t be read.`);
  }
}

/** Null by a socket, where the server may know the account by the system's own. */
async function readPassword({ host, user }: TeamAddress): Promise<string | null> {
  const { PGPASSWORD } = process.env;
  if (PGPASSWORD !== undefined) return PGPASSWORD;
  if (host.startsWith('/') || !process.stdin.isTTY) return null;
  process.stderr.write(`Password of ${user}: `);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silence, terminal: true });
  const typed = await prompt.question('');
  prompt.close();
  process.stderr.write('\n');
  return typed;
}

async function initialize(address: TeamAddress, password: string | null): Promise<void> {
  const patient = { ...teamLimits, statementMs: 0, answerMs: 0 };
  const connection = await openConnection(address, password, loadTrust, patient).catch((error: unknown) =>
    refuse(toConnectProblem(error)),
  );
  try {
    await connection.run(readFileSync(path.join(import.meta.dirname, '..', 'docs', 'team.sql'), 'utf8'));
  } catch (error) {
    // The server's own words: they name what the owner may not do.
    throw new Refusal(`The database wasn’t set up: ${error instanceof Error ? error.message : 'no answer'}`);
  } finally {
    await connection.close();
  }
  await withTeam(address, password, (team) => {
    console.log(`Team ${team.id} is set up.`);
    console.log("Give each member an account: CREATE ROLE dana LOGIN PASSWORD '…' IN ROLE gangway_members;");
  });
}

const showStatus = (address: TeamAddress, password: string | null): Promise<void> =>
  withTeam(address, password, async (team) => {
    const members = read(await team.members());
    const clock = Math.round((read(await team.serverTime()) - Date.now()) / 1000);
    console.log(`Team: ${team.id}`);
    console.log(`Records: ${read(await team.countAfter(null))}`);
    console.log(`Seats: ${members.length}`);
    console.log(`Last record: ${toTime(members[0]?.lastSeenAt)}`);
    console.log(
      `Server’s clock: ${clock === 0 ? 'as here' : `${Math.abs(clock)} s ${clock > 0 ? 'ahead' : 'behind'}`}`,
    );
  });

const showMembers = (address: TeamAddress, password: string | null): Promise<void> =>
  withTeam(address, password, async (team) => {
    for (const { member, role, lastSeq, lastSeenAt, seat } of read(await team.members()))
      console.log([member, role, lastSeq, toTime(lastSeenAt), seat].join('\t'));
  });

const exportRecords = (address: TeamAddress, password: string | null, file?: string): Promise<void> =>
  withTeam(address, password, async (team) => {
    // Notes and addresses of vendors are for the owner of the file alone.
    const output = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 });
    let keptOut = 0;
    async function* readLines() {
      for (let cursor: string | null = null, more = true; more;) {
        const page: Pulled = read(await team.pull(cursor));
        ({ cursor, more } = page);
        keptOut += page.keptOut.length;
        yield page.records.map((record) => `${JSON.stringify(record)}\n`).join('');
      }
    }
    await pipeline(readLines, output, { end: file !== undefined }).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      throw new Refusal(
        `The records can’t be written: ${error instanceof Error ? error.message : 'no reason'}`,
      );
    });
    if (keptOut > 0) console.error(`Left out: ${keptOut} rows that are no records.`);
  });

async function withTeam(
  address: TeamAddress,
  password: string | null,
  work: (team: TeamDatabase) => void | Promise<void>,
): Promise<void> {
  const connected = await connectTeam(address, password);
  if (!connected.ok) return refuse(connected.problem);
  try {
    await work(connected.team);
  } finally {
    await connected.team.close();
  }
}

function read<T>(answer: Answer<T>): T {
  return answer.ok ? answer.value : refuse(answer.problem);
}

function refuse(problem: TeamProblem): never {
  const { title } = teamTrouble(problem, false);
  const details = Object.entries(problem).map(([, value]) => value);
  throw new Refusal(`${title} (${details.join(' ')})`);
}

const toTime = (ms: number | undefined): string => (ms === undefined ? 'none' : new Date(ms).toISOString());

const commands = new Map([
  ['init', initialize],
  ['status', showStatus],
  ['members', showMembers],
  ['export', exportRecords],
]);

try {
  const { positionals, values } = readArguments();
  const command = commands.get(positionals[0] ?? '');
  if (command === undefined || positionals.length > 1) throw new Refusal(usage);
  const address = readAddress(values.url, values.ca ?? process.env['PGSSLROOTCERT']);
  await command(address, await readPassword(address), values.file);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
