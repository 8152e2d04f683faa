import type { TeamProblem } from '../team/connection.ts';

export interface TeamTrouble {
  title: string;
  text: string;
}

/** `why`: details. `once`: when changes are shared again; null if sharing continues. `fix`: what to do. */
interface Cause {
  title: string;
  why?: string;
  once: string | null;
  isTriedAgain?: true;
  fix?: string;
}

const onceReachable = 'once the database is back';
const onceFixed = 'once this is fixed';

/** Why a workspace can't join its team or sharing stopped, what that means, and what to do. */
export function teamTrouble(problem: TeamProblem, isJoined: boolean): TeamTrouble {
  const { title, why, once, isTriedAgain, fix } = findCause(problem);
  const effect = isJoined
    ? `You can keep working. Your changes are saved here and will be shared ${once}.`
    : 'This workspace hasn’t joined the team, so nothing was shared.';
  const tries = isJoined ? 'Gangway keeps trying.' : 'Try again in a minute.';
  const parts = [why, once === null ? null : effect, isTriedAgain === true ? tries : null, fix];
  return { title, text: parts.filter((part) => part != null).join(' ') };
}

function findCause(problem: TeamProblem): Cause {
  switch (problem.kind) {
    case 'server_too_old':
      return {
        title: `The team’s database runs PostgreSQL ${problem.version}.`,
        why: 'Gangway needs PostgreSQL 14 or newer.',
        once: onceFixed,
        fix: 'Ask your database administrator to update it.',
      };
    case 'unexpected':
      return {
        title: `The team’s database reported an error (${problem.code}).`,
        once: onceFixed,
        fix: 'If it happens again, give your database administrator this code.',
      };
    default:
      return causes[problem.kind];
  }
}

const causes: Record<Exclude<TeamProblem['kind'], 'server_too_old' | 'unexpected'>, Cause> = {
  host_not_found: {
    title: 'The team’s database can’t be found.',
    why: 'No computer has its address.',
    once: onceReachable,
    fix: 'Check the address and your connection, or connect to your company’s network.',
  },
  unreachable: {
    title: 'The team’s database doesn’t answer.',
    once: onceReachable,
    fix: 'Check your connection, or connect to your company’s network. If others can’t reach it either, tell your database administrator.',
  },
  not_postgres: {
    title: 'This address isn’t a PostgreSQL database.',
    why: 'Something else answered.',
    once: onceFixed,
    fix: 'Check the address and the port.',
  },
  hung_up: {
    title: 'The team’s database closed the connection right away.',
    once: onceReachable,
    isTriedAgain: true,
    fix: 'Check the address and the port. If others can’t reach it either, tell your database administrator.',
  },
  tls_not_offered: {
    title: 'The team’s database doesn’t offer a secure connection.',
    why: 'Gangway sends no password and no records without TLS.',
    once: onceFixed,
    fix: 'Ask your database administrator to turn TLS on.',
  },
  tls_failed: {
    title: 'No secure connection to the team’s database could be made.',
    once: onceFixed,
    fix: 'Ask your database administrator to check the server’s certificate and TLS settings.',
  },
  certificate_unknown: {
    title: 'The database’s certificate comes from an unknown authority.',
    why: 'Gangway can’t tell whether this is your team’s database, so it doesn’t connect.',
    once: onceFixed,
    fix: 'Ask your database administrator for a team file with the right certificate.',
  },
  certificate_expired: {
    title: 'The database’s certificate isn’t valid today.',
    why: 'Gangway doesn’t connect.',
    once: onceFixed,
    fix: 'Check the date on this computer. If it’s right, ask your database administrator to renew the certificate.',
  },
  certificate_wrong_name: {
    title: 'The database’s certificate is for another address.',
    why: 'Gangway can’t tell whether this is your team’s database, so it doesn’t connect.',
    once: onceFixed,
    fix: 'Check the address, or ask your database administrator.',
  },
  ca_unreadable: {
    title: 'The certificate in the team file can’t be read.',
    why: 'Gangway needs it to recognize the database.',
    once: onceFixed,
    fix: 'Ask your database administrator for a new team file.',
  },
  sign_in_refused: {
    title: 'The team’s database didn’t accept the user name or the password.',
    once: 'after you sign in',
    fix: 'Enter the password again, or ask your database administrator for a new one.',
  },
  not_admitted: {
    title: 'The team’s database doesn’t allow connections from this computer.',
    once: onceFixed,
    fix: 'Connect to your company’s network, or ask your database administrator to allow this computer and user name.',
  },
  database_missing: {
    title: 'The server has no database with this name.',
    once: onceFixed,
    fix: 'Check the database name, or ask your database administrator.',
  },
  no_rights: {
    title: 'This user name can’t read and add the team’s records.',
    once: onceFixed,
    fix: 'Ask your database administrator to make it a member of the role gangway_members.',
  },
  not_initialized: {
    title: 'This database isn’t set up for a team yet.',
    why: 'Nothing can be shared through it.',
    once: onceFixed,
    fix: 'Ask your database administrator to run docs/team.sql.',
  },
  other_team: {
    title: 'This database belongs to another team.',
    why: 'Gangway stopped sharing, and nothing was added to it.',
    once: onceFixed,
    fix: 'Check the address. To use this database, leave your team and join this one.',
  },
  newer_schema: {
    title: 'Your team uses a newer version of Gangway.',
    once: onceFixed,
    fix: 'Update Gangway on this computer.',
  },
  read_only: {
    title: 'The team’s database is read-only now.',
    why: 'This may be a standby server.',
    once: onceReachable,
    fix: 'If this lasts, ask your database administrator for the address of the main server.',
  },
  restored_dump: {
    title: 'The team’s database was restored from a copy.',
    why: 'It needs one more step before sharing continues.',
    once: onceFixed,
    fix: 'Ask your database administrator to run docs/team.sql again.',
  },
  too_many_connections: {
    title: 'The team’s database has too many connections.',
    once: 'once there is room',
    isTriedAgain: true,
    fix: 'If this lasts, ask your database administrator to allow more.',
  },
  starting: {
    title: 'The team’s database is starting or shutting down.',
    once: onceReachable,
    isTriedAgain: true,
  },
  disk_full: {
    title: 'The disk of the team’s database is full.',
    once: 'once there is space',
    fix: 'Tell your database administrator.',
  },
  too_slow: {
    title: 'The team’s database took too long.',
    once: onceReachable,
    isTriedAgain: true,
    fix: 'If this lasts, tell your database administrator.',
  },
  cut_off: {
    title: 'The connection to the team’s database was lost.',
    once: onceReachable,
    isTriedAgain: true,
  },
  seat_repeated: {
    title: 'Another copy of this workspace already shared other changes.',
    why: 'This can happen after restoring a backup or copying a workspace. Nothing is lost: Gangway shares from this computer under a new seat.',
    once: null,
  },
  clock_ahead: {
    title: 'The clock of this computer is ahead.',
    why: 'The team’s database didn’t take changes dated in the future.',
    once: onceFixed,
    fix: 'Check the date and time on this computer.',
  },
};
