import { X509Certificate } from 'node:crypto';
import { BlockList, isIP, Socket } from 'node:net';
import { checkServerIdentity, createSecureContext, type SecureContext } from 'node:tls';
import pLimit from 'p-limit';
import { Client } from 'pg';
import { z } from 'zod';
import type { TeamAddress } from '#shared/team/connection.ts';
import { ProblemError } from './problems.ts';

export const teamLimits = {
  connectMs: 5000,
  /** The server ends what takes longer. */
  statementMs: 30_000,
  /** Nothing came back, and the server should have ended it: the connection is gone. */
  answerMs: 40_000,
  /** A connection that was silent for so long is probed; Node gives up 10 s later. */
  keepAliveMs: 10_000,
} as const;

export type TeamConnection = Awaited<ReturnType<typeof openConnection>>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether what is sent to a host stays on this computer, so that it may be sent in clear. */
function staysHere(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.startsWith('/') || host.toLowerCase() === 'localhost';
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Opens one connection. Throws what {@link ./problems.ts} explains. TLS with a verified certificate; in clear only within this
 * computer, where no authority is given.
 */
export async function openConnection(
  address: TeamAddress,
  password: string | null,
  loadAuthorities: () => Promise<{ context: SecureContext }>,
  limits: Readonly<Record<keyof typeof teamLimits, number>> = teamLimits,
) {
  const { host, port, database, user } = address;
  const name = address.servername ?? host;
  const secureContext =
    address.ca === null
      ? staysHere(host)
        ? null
        : (await loadAuthorities()).context
      : trustOnly(address.ca);
  const socket = new Socket();
  const client = new Client({
    host,
    port,
    database,
    user,
    // A function, since for an empty text pg would look for a password in the environment and in files.
    password: () => password ?? '',
    ssl: secureContext !== null && {
      secureContext,
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    },
    stream: () => socket,
    application_name: 'Gangway',
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAliveMs,
    // All values as the server's text: what the rows hold is judged here, not by pg.
    types: { getTypeParser: () => (text: string) => text },
  });
  let lost = false;
  let onLost: () => void = () => undefined;
  const lose = () => {
    if (lost) return;
    lost = true;
    socket.destroy();
    onLost();
  };
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
  } catch (error) {
    lose();
    throw error;
  }
  const oneAtATime = pLimit(1);
  const send = (text: string, values: unknown[]) =>
    oneAtATime(async () => {
      if (lost) throw new ProblemError({ kind: 'cut_off' });
      try {
        return await client.query(text, values);
      } catch (error) {
        // pg waits forever for the answer that did not come in time.
        if (error instanceof Error && error.message === 'Query read timeout') lose();
        throw error;
      }
    });
  return {
    /** The rows of one statement, which is a transaction of its own. */
    query: async <Row>(text: string, values: readonly unknown[], row: z.ZodType<Row>): Promise<Row[]> =>
      z.array(row).parse((await send(text, [...values])).rows),
    /** Runs any number of statements in one transaction. */
    async run(statements: string): Promise<void> {
      await send(statements, []);
    },
    onNotification(listener: () => void): void {
      client.on('notification', listener);
    },
    /** Called once, also where the connection is closed from here. */
    onLost(listener: () => void): void {
      onLost = listener;
      if (lost) listener();
    },
    async close(): Promise<void> {
      onLost = () => undefined;
      if (lost) return;
      // A network that is gone takes no goodbye.
      const giveUp = setTimeout(lose, 2000);
      await client.end();
      clearTimeout(giveUp);
    },
  };
}

function trustOnly(ca: string): SecureContext {
  try {
    const certificates = ca.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    // OpenSSL passes over a text that it cannot read, and would then trust nobody without saying why.
    const read = certificates.map((pem) => new X509Certificate(pem).toString());
    if (read.length > 0) return createSecureContext({ ca: read });
  } catch {
    // Said below.
  }
  throw new ProblemError({ kind: 'ca_unreadable' });
}
