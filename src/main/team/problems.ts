import { DatabaseError } from 'pg';
import { getErrorName } from '#shared/base/error-name.ts';
import type { TeamProblem } from '#shared/team/connection.ts';
import { findObstacle } from '#shared/words/network-messages.ts';

/** A problem that was found here, not by the server. */
export class ProblemError extends Error {
  readonly problem: TeamProblem;
  constructor(problem: TeamProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

type PlainKind = Exclude<TeamProblem['kind'], 'server_too_old' | 'unexpected'>;

/** postgresql.org/docs/current/errcodes-appendix.html, and GW001 of docs/team.sql. */
const byState = new Map<string, PlainKind>([
  ['28P01', 'sign_in_refused'],
  ['28000', 'not_admitted'],
  ['3D000', 'database_missing'],
  ['42501', 'no_rights'],
  ['42P01', 'not_initialized'],
  ['3F000', 'not_initialized'],
  ['53300', 'too_many_connections'],
  ['53100', 'disk_full'],
  ['57P03', 'starting'],
  ['25006', 'read_only'],
  ['57014', 'too_slow'],
  ['23505', 'seat_repeated'],
  ['GW001', 'seat_repeated'],
]);

const byCode = new Map<string, PlainKind>([
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'host_not_found'],
  ['ECONNREFUSED', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ENOENT', 'unreachable'],
  ['EACCES', 'unreachable'],
]);

/** pg gives no codes for these. */
const byMessage = new Map<string, PlainKind>([
  ['timeout expired', 'unreachable'],
  ['The server does not support SSL connections', 'tls_not_offered'],
  ['There was an error establishing an SSL connection', 'not_postgres'],
  ['Connection terminated unexpectedly', 'hung_up'],
]);

const byObstacle: Partial<Record<string, PlainKind>> = {
  CERT_UNTRUSTED: 'certificate_unknown',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
  CERT_REJECTED: 'tls_failed',
  EPROTO: 'tls_failed',
};

/** Explains why no connection came about. */
export function toConnectProblem(error: unknown): TeamProblem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof DatabaseError) return toServerProblem(error);
  const code = readCode(error);
  const message = error instanceof Error ? error.message : '';
  const kind =
    byCode.get(code) ??
    byObstacle[findObstacle(code)?.kind ?? ''] ??
    byMessage.get(message) ??
    // Without a password pg cannot answer the server's question; a server that cannot prove that it knows it is no better.
    (message.startsWith('SASL') ? 'sign_in_refused' : undefined) ??
    (code === 'ECONNRESET' || code === 'EPIPE' ? 'hung_up' : undefined);
  return kind === undefined ? { kind: 'unexpected', code: code || getErrorName(error) } : { kind };
}

/** Explains why a statement failed. Whatever is not the server's own word means that the connection ended. */
export function toStatementProblem(error: unknown): TeamProblem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof DatabaseError) return isFatal(error) ? { kind: 'cut_off' } : toServerProblem(error);
  return error instanceof Error && error.name === 'ZodError'
    ? { kind: 'unexpected', code: 'ANSWER' }
    : { kind: 'cut_off' };
}

/** Whether a failed statement certainly changed nothing: the server said so and went on. */
export const isRolledBack = (error: unknown): boolean => error instanceof DatabaseError && !isFatal(error);

/** The severity is in the server's language, so the state has to say it: connection exceptions, and a server that shuts down. */
const isFatal = ({ code = '' }: DatabaseError): boolean => /^(08|57P|25P03)/.test(code);

function toServerProblem(error: DatabaseError): TeamProblem {
  const state = error.code ?? '';
  if (state === '23514' && error.constraint === 'gangway_team_record_clock') return { kind: 'clock_ahead' };
  // An account that does not exist gets this state instead of 28P01 under some of the server's methods.
  if (state === '28000' && !/pg_hba/.test(error.message)) return { kind: 'sign_in_refused' };
  const kind = byState.get(state);
  return kind === undefined ? { kind: 'unexpected', code: state } : { kind };
}

function readCode(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}
