import type { TeamProblem } from '../team/connection.ts';

export interface TeamTrouble {
  title: string;
  text: string;
}

const goesOn = 'You can keep working. Your changes are saved here and will be shared';
const onceReachable = `${goesOn} once the database is back.`;
const onceFixed = `${goesOn} once this is fixed.`;

/** Why sharing with the team stopped, what that means for the work, and what to do. */
export function teamTrouble(problem: TeamProblem): TeamTrouble {
  switch (problem.kind) {
    case 'server_too_old':
      return {
        title: `The team’s database runs PostgreSQL ${problem.version}.`,
        text: `Gangway needs PostgreSQL 14 or newer. ${onceFixed} Ask your database administrator to update it.`,
      };
    case 'unexpected':
      return {
        title: `The team’s database reported an error (${problem.code}).`,
        text: `${onceFixed} If it happens again, give your database administrator this code.`,
      };
    default:
      return troubles[problem.kind];
  }
}

const troubles: Record<Exclude<TeamProblem['kind'], 'server_too_old' | 'unexpected'>, TeamTrouble> = {
  host_not_found: {
    title: 'The team’s database can’t be found.',
    text: `No computer has its address. ${onceReachable} Check the address and your connection, or connect to your company’s network.`,
  },
  unreachable: {
    title: 'The team’s database doesn’t answer.',
    text: `${onceReachable} Check your connection, or connect to your company’s network. If others can’t reach it either, tell your database administrator.`,
  },
  not_postgres: {
    title: 'This address isn’t a PostgreSQL database.',
    text: `Something else answered. ${onceFixed} Check the address and the port.`,
  },
  hung_up: {
    title: 'The team’s database closed the connection right away.',
    text: `${onceReachable} Gangway keeps trying. Check the address and the port. If others can’t reach it either, tell your database administrator.`,
  },
  tls_not_offered: {
    title: 'The team’s database doesn’t offer a secure connection.',
    text: `Gangway sends no password and no records without TLS. ${onceFixed} Ask your database administrator to turn TLS on.`,
  },
  tls_failed: {
    title: 'No secure connection to the team’s database could be made.',
    text: `${onceFixed} Ask your database administrator to check the server’s certificate and TLS settings.`,
  },
  certificate_unknown: {
    title: 'The database’s certificate comes from an unknown authority.',
    text: `Gangway can’t tell whether this is your team’s database, so it doesn’t connect. ${onceFixed} Ask your database administrator for a team file with the right certificate.`,
  },
  certificate_expired: {
    title: 'The database’s certificate isn’t valid today.',
    text: `Gangway doesn’t connect. ${onceFixed} Check the date on this computer. If it’s right, ask your database administrator to renew the certificate.`,
  },
  certificate_wrong_name: {
    title: 'The database’s certificate is for another address.',
    text: `Gangway can’t tell whether this is your team’s database, so it doesn’t connect. ${onceFixed} Check the address, or ask your database administrator.`,
  },
  ca_unreadable: {
    title: 'The certificate in the team file can’t be read.',
    text: `Gangway needs it to recognize the database. ${onceFixed} Ask your database administrator for a new team file.`,
  },
  sign_in_refused: {
    title: 'The team’s database didn’t accept the user name or the password.',
    text: `${goesOn} after you sign in. Enter the password again, or ask your database administrator for a new one.`,
  },
  not_admitted: {
    title: 'The team’s database doesn’t allow connections from this computer.',
    text: `${onceFixed} Connect to your company’s network, or ask your database administrator to allow this computer and user name.`,
  },
  database_missing: {
    title: 'The server has no database with this name.',
    text: `${onceFixed} Check the database name, or ask your database administrator.`,
  },
  no_rights: {
    title: 'This user name can’t read and add the team’s records.',
    text: `${onceFixed} Ask your database administrator to make it a member of the role gangway_members.`,
  },
  not_initialized: {
    title: 'This database isn’t set up for a team yet.',
    text: `Nothing can be shared through it. ${onceFixed} Ask your database administrator to run docs/team.sql.`,
  },
  other_team: {
    title: 'This database belongs to another team.',
    text: `Gangway stopped sharing, and nothing was added to it. ${onceFixed} Check the address. To use this database, leave your team and join this one.`,
  },
  newer_schema: {
    title: 'Your team uses a newer version of Gangway.',
    text: 'You can keep working. Your changes are saved here and will be shared after you update Gangway on this computer.',
  },
  read_only: {
    title: 'The team’s database is read-only now.',
    text: `This may be a standby server. ${onceReachable} If this lasts, ask your database administrator for the address of the main server.`,
  },
  restored_dump: {
    title: 'The team’s database was restored from a copy.',
    text: `It needs one more step before sharing continues. ${onceFixed} Ask your database administrator to run docs/team.sql again.`,
  },
  too_many_connections: {
    title: 'The team’s database has too many connections.',
    text: `${goesOn} once there is room. Gangway keeps trying. If this lasts, ask your database administrator to allow more.`,
  },
  starting: {
    title: 'The team’s database is starting or shutting down.',
    text: `${onceReachable} Gangway keeps trying.`,
  },
  disk_full: {
    title: 'The disk of the team’s database is full.',
    text: `${goesOn} once there is space. Tell your database administrator.`,
  },
  too_slow: {
    title: 'The team’s database took too long.',
    text: `${onceReachable} Gangway keeps trying. If this lasts, tell your database administrator.`,
  },
  cut_off: {
    title: 'The connection to the team’s database was lost.',
    text: `${onceReachable} Gangway keeps trying.`,
  },
  seat_repeated: {
    title: 'Another copy of this workspace already shared other changes.',
    text: 'This can happen after restoring a backup or copying a workspace. Nothing is lost: Gangway shares from this computer under a new seat.',
  },
  clock_ahead: {
    title: 'The clock of this computer is ahead.',
    text: `The team’s database didn’t take changes dated in the future. ${onceFixed} Check the date and time on this computer.`,
  },
};
