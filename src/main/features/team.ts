import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { SealedToken, TokenUnsealer } from '#shared/base/sealed-token.ts';
import type { TeamProblem } from '#shared/team/connection.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Sharing with colleagues over the company's database. */
export function teamHandlers({ team }: Workspace, unsealer: TokenUnsealer): Handlers<CallsOf<'team'>> {
  /** Takes a sealed password to the team. */
  async function enter(sealed: SealedToken, by: (password: string) => Promise<TeamProblem | null>) {
    const password = await unsealer.unseal(sealed).catch(() => null);
    if (password === null) return refuse('bad_input', 'The password did not arrive. Enter it again.');
    const problem = await by(password);
    return done(problem === null ? team.status() : { ...team.status(), problem });
  }

  return {
    'team.status': () => done(team.status()),
    'team.join': ({ address, password }) => enter(password, (plain) => team.join(address, plain)),
    'team.signIn': ({ password }) => enter(password, team.signIn),
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
