import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Sharing with colleagues over the company's database. */
export function teamHandlers({ team }: Workspace): Handlers<CallsOf<'team'>> {
  return {
    'team.status': () => done(team.status()),
    'team.join': async ({ address, password }) => done({ problem: await team.join(address, password) }),
    'team.leave': async () => {
      await team.leave();
      return done(null);
    },
    'team.list': async () => {
      const members = await team.members();
      if (members === null)
        return refuse('unreachable', 'The team’s database doesn’t answer now. Try again later.');
      return done({
        members: members.map(({ seat, member, role, lastSeenAt }) => ({
          name: member,
          role,
          lastAt: lastSeenAt,
          isHere: seat === team.seat(),
        })),
      });
    },
  };
}
