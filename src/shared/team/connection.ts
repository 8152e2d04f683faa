import { z } from 'zod';

/** Where a team's database is, and which team it was when this workspace joined. The password is never a part of it. */
export const teamAddress = z.object({
  /** A name, an IP address, or the folder of a Unix socket. */
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(63),
  user: z.string().min(1).max(63),
  /** The company's authorities in PEM: then no others are trusted. Null trusts those of this computer. */
  ca: z.string().max(200_000).nullable().default(null),
  /** The name in the certificate, where it is not the host. */
  servername: z.string().min(1).max(255).optional(),
  /** Null before the first connection. */
  team: z.uuid().nullable().default(null),
});
export type TeamAddress = z.infer<typeof teamAddress>;

export const teamFile = teamAddress.pick({
  host: true,
  port: true,
  database: true,
  ca: true,
  servername: true,
});

export type TeamFile = z.infer<typeof teamFile>;

/** What a team file (team.json) says, as whoever runs the database hands it out; null for a text that is none. */
export function readTeamFile(text: string): TeamFile | null {
  try {
    return teamFile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Why the team's database cannot be used. `cut_off`: it was there, and the connection ended. */
export const teamProblem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'host_not_found',
      'unreachable',
      'not_postgres',
      'hung_up',
      'tls_not_offered',
      'tls_failed',
      'certificate_unknown',
      'certificate_expired',
      'certificate_wrong_name',
      'ca_unreadable',
      'sign_in_refused',
      'not_admitted',
      'database_missing',
      'no_rights',
      'not_initialized',
      'other_team',
      'newer_schema',
      'read_only',
      'restored_dump',
      'too_many_connections',
      'starting',
      'disk_full',
      'too_slow',
      'cut_off',
      'seat_repeated',
      'clock_ahead',
    ]),
  }),
  z.object({ kind: z.literal('server_too_old'), version: z.string() }),
  z.object({ kind: z.literal('unexpected'), code: z.string() }),
]);
export type TeamProblem = z.infer<typeof teamProblem>;

/** Why a row of the team's table is not taken as a record. */
export const keptOutReason = z.enum(['wrong_form', 'too_large', 'not_json', 'clock_ahead', 'foreign_seat']);
export type KeptOutReason = z.infer<typeof keptOutReason>;

/** A row that is kept out, by what can be read of it. */
export const keptOutRow = z.object({
  reason: keptOutReason,
  id: z.string(),
  seat: z.string(),
  seq: z.string(),
  role: z.string(),
});
export type KeptOutRow = z.infer<typeof keptOutRow>;
