import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { TokenUnsealer } from '#shared/base/sealed-token.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Sharing with colleagues over the company's database. */
export function teamHandlers({ team }: Workspace, unsealer: TokenUnsealer): Handlers<CallsOf<'team'>> {
  return {
    'team.status': () => done(team.status()),
    'team.join': async ({ address, password: sealed }) => {
      const password = await unsealer.unseal(sealed).catch(() => null);
      if (password === null) return refuse('bad_input', 'The password did not arrive. Enter it again.');
      const problem = await team.join(address, password);
      return done(problem === null ? team.status() : { ...team.status(), problem });
    },
    'team.leave': async () => {
      await team.leave();
      return done(team.status());
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
