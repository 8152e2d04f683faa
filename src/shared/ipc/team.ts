import { z } from 'zod';
import { sealedToken } from '../base/sealed-token.ts';
import { teamAddress, teamFile, teamProblem } from '../team/connection.ts';
import { call, instant } from './call.ts';

const sharing = z.object({
  /** Null where this workspace is in no team. */
  address: teamAddress.omit({ ca: true }).nullable(),
  /** Where the team is that the administrator of this computer names, for whoever joins it. */
  given: teamFile.nullable(),
  /** Why nothing is shared now; null while it is. */
  problem: teamProblem.nullable(),
  /** When everything was last shared; null if not since this workspace was opened. */
  sharedAt: instant.nullable(),
  /** How many acts are not shared yet. */
  waiting: z.number(),
  /** How many of the team's rows are no records, and are kept out. */
  keptOut: z.number(),
  /** Records that came in while joining. */
  progress: z.object({ taken: z.number(), total: z.number() }).nullable(),
});
export type TeamSharing = z.infer<typeof sharing>;

const member = z.object({ name: z.string(), role: z.string(), lastAt: instant, isHere: z.boolean() });

export const teamCalls = {
  'team.status': call(z.null(), sharing),
  /** Joins a team. Where that is impossible, the workspace is in none, and `problem` says why. */
  'team.join': call(z.object({ address: teamAddress, password: sealedToken }), sharing),
  /** Goes on sharing with another password, or says in `problem` why not. */
  'team.signIn': call(z.object({ password: sealedToken }), sharing),
  /** Shares nothing any more. What was shared stays with the team, and what is here stays here. */
  'team.leave': call(z.null(), sharing),
  /** Who shares; refused while the team is away. */
  'team.list': call(z.null(), z.object({ members: z.array(member) })),
};
