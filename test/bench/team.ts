import { withFolder } from './bench-folder.ts';
import { measureDecision } from './team-decision.ts';
import { measureJoining } from './team-join.ts';
import { measureLoad } from './team-load.ts';
import { withTeamServer } from './team-server.ts';

/** Sharing with a team, over a PostgreSQL of its own. */
export async function team(): Promise<void> {
  for (const measure of [measureDecision, measureLoad, measureJoining])
    await withFolder((folder) => withTeamServer((server) => measure(server, folder)));
}
