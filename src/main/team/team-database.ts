import type { SecureContext } from 'node:tls';
import { z } from 'zod';
import type { KeptOutRow, TeamAddress, TeamProblem } from '#shared/team/connection.ts';
import type { TeamRecord } from '#shared/team/record.ts';
import { loadTrust } from '../network/trust.ts';
import { openConnection, type TeamConnection } from './connection.ts';
import { isRolledBack, ProblemError, toConnectProblem, toStatementProblem } from './problems.ts';
import { readRow, type PulledRecord } from './read-row.ts';
import {
  countAfter,
  insertRows,
  memberRow,
  pageRow,
  parseCursor,
  selectHighest,
  selectMembers,
  selectMeta,
  selectPage,
  selectState,
  selectTime,
  selectVersion,
  toCursor,
  whole,
  yes,
} from './statements.ts';

/** The version of docs/team.sql. */
export const teamSchema = 1;
const oldestServer = 140_000;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: TeamProblem };

/** `refused`: nothing of the batch is on the server. `unknown`: all of it or nothing; pushing it again is safe. */
export type PushOutcome =
  | { kind: 'taken' }
  | { kind: 'refused'; problem: TeamProblem }
  | { kind: 'unknown'; problem: TeamProblem };

export interface Pulled {
  records: PulledRecord[];
  keptOut: KeptOutRow[];
  /** To be stored with what was pulled, and handed to the next pull. */
  cursor: string | null;
  /** Whether the page was full. */
  more: boolean;
  /** More is there that cannot be read yet: a transaction that began before it still runs on the server. Ask again soon. */
  waiting: boolean;
  /** The cursor's row is gone, as after a restored backup: this page is the first of all. */
  restarted: boolean;
}

export type TeamMember = z.infer<typeof memberRow>;

export type TeamDatabase = ReturnType<typeof createTeam>;

const defaultPage = 500;

/**
 * Connects to a team's database and checks that it can be shared through. The connection is not opened again where it ends: then
 * every answer is `cut_off`, and the caller has to connect again.
 */
export async function connectTeam(
  address: TeamAddress,
  password: string | null,
  loadAuthorities: () => Promise<{ context: SecureContext }> = loadTrust,
): Promise<{ ok: true; team: TeamDatabase } | { ok: false; problem: TeamProblem }> {
  const open = () => openConnection(address, password, loadAuthorities);
  let connection: TeamConnection;
  try {
    connection = await open();
  } catch (error) {
    return { ok: false, problem: toConnectProblem(error) };
  }
  try {
    return { ok: true, team: createTeam(connection, await checkTeam(connection, address.team), open) };
  } catch (error) {
    await connection.close();
    return { ok: false, problem: toStatementProblem(error) };
  }
}

/** Gives the team's UUID. One question at a time: a statement fails whole where a table or a right is missing. */
async function checkTeam(connection: TeamConnection, joined: string | null): Promise<string> {
  const [server] = await connection.query(
    selectVersion,
    [],
    z.object({ number: whole, version: z.string() }),
  );
  if (server === undefined || server.number < oldestServer)
    throw new ProblemError({ kind: 'server_too_old', version: server?.version ?? '' });
  const [meta] = await connection.query(selectMeta, [], z.object({ team: z.uuid(), schema: whole }));
  if (meta === undefined) throw new ProblemError({ kind: 'not_initialized' });
  if (meta.schema > teamSchema) throw new ProblemError({ kind: 'newer_schema' });
  if (joined !== null && meta.team !== joined) throw new ProblemError({ kind: 'other_team' });
  const [state] = await connection.query(
    selectState,
    [],
    z.object({ read_only: yes, rights: yes, foreign_xids: yes.nullable() }),
  );
  if (state?.read_only === true) throw new ProblemError({ kind: 'read_only' });
  if (state?.rights !== true) throw new ProblemError({ kind: 'no_rights' });
  // Rows of a dump keep the transaction numbers of the server they came from; new ones would sort before every cursor.
  if (state.foreign_xids === true) throw new ProblemError({ kind: 'restored_dump' });
  return meta.team;
}

function createTeam(connection: TeamConnection, id: string, open: () => Promise<TeamConnection>) {
  let listening: TeamConnection | null = null;

  /** The rows after a cursor; null where the cursor's own row is gone. */
  async function readPage(cursor: string | null, limit: number) {
    const { place, receivedAt } = parseCursor(cursor);
    const rows = await connection.query(selectPage, [...place, limit, receivedAt], pageRow);
    if (rows[0]?.known !== true) return null;
    return {
      rows: rows.flatMap(({ xid, id, ...row }) => (xid === null || id === null ? [] : { ...row, xid, id })),
      waiting: rows[0].waiting,
    };
  }

  return {
    /** The team's UUID. */
    id,

    /** Takes a batch whole or not at all. Records that are there already count as taken. */
    async push(records: readonly TeamRecord[]): Promise<PushOutcome> {
      const rows = records.map(({ clock, ...record }) => ({ ...record, ...clock }));
      const insert = () => connection.query(insertRows, [JSON.stringify(rows)], z.unknown());
      try {
        await insert().catch((error: unknown) => {
          if (toStatementProblem(error).kind !== 'seat_repeated') throw error;
          // The same batch may have been under way on a connection that was cut: now its rows are seen.
          return insert();
        });
        return { kind: 'taken' };
      } catch (error) {
        return { kind: isRolledBack(error) ? 'refused' : 'unknown', problem: toStatementProblem(error) };
      }
    },

    /** The next records after a cursor, without those of transactions that began after one that still runs. */
    pull: (cursor: string | null, limit = defaultPage): Promise<Answer<Pulled>> =>
      answer(async () => {
        const next = await readPage(cursor, limit);
        const { rows, waiting } = next ?? (await readPage(null, limit)) ?? { rows: [], waiting: false };
        const last = rows.at(-1);
        const read = rows.map(readRow);
        return {
          records: read.flatMap((row) => (row.ok ? row.record : [])),
          keptOut: read.flatMap((row) => (row.ok ? [] : row.keptOut)),
          cursor: last === undefined ? (next === null ? null : cursor) : toCursor(last),
          more: rows.length === limit,
          waiting,
          restarted: next === null,
        };
      }),

    /** How many rows come after a cursor. */
    countAfter: (cursor: string | null): Promise<Answer<number>> =>
      answer(async () => {
        const [row] = await connection.query(
          countAfter,
          parseCursor(cursor).place,
          z.object({ count: whole }),
        );
        return row?.count ?? 0;
      }),

    /** The server's time in milliseconds since 1970. */
    serverTime: (): Promise<Answer<number>> =>
      answer(async () => {
        const [row] = await connection.query(selectTime, [], z.object({ time: whole }));
        return row?.time ?? Number.NaN;
      }),

    /** The last `seq` of a seat that this account pushed, 0 for none. Below the seat's own count, the server holds an older copy. */
    highest: (seat: string): Promise<Answer<number>> =>
      answer(async () => {
        const [row] = await connection.query(selectHighest, [seat], z.object({ seq: whole }));
        return row?.seq ?? 0;
      }),

    members: (): Promise<Answer<TeamMember[]>> =>
      answer(async () => {
        const rows = await connection.query(selectMembers, [], z.unknown());
        // A row that is kept out makes nobody a member.
        return rows.flatMap((row) => memberRow.safeParse(row).data ?? []);
      }),

    /**
     * Calls `onChange` when records arrive, over a connection of its own, and `onLost` once when that ends. A notice can be
     * missed, as while connecting: ask once after this and every 30 s.
     */
    listen: (onChange: () => void, onLost: () => void): Promise<Answer<null>> =>
      answer(async () => {
        listening = await open().catch((error: unknown) => {
          throw new ProblemError(toConnectProblem(error));
        });
        listening.onNotification(onChange);
        listening.onLost(onLost);
        await listening.query('LISTEN gangway_team', [], z.unknown());
        return null;
      }),

    async close(): Promise<void> {
      await Promise.all([connection.close(), listening?.close()]);
    },
  };
}

async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, problem: toStatementProblem(error) };
  }
}
