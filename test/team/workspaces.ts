import { expect } from 'vitest';
import type { TeamAddress } from '#shared/team/connection.ts';
import { until, type TestWorkspace } from '#test/integration/workspace-harness.ts';
import type { TeamServer } from './describe.ts';

/** Takes a workspace into the team, at another port where a proxy is before the server. */
export async function joinTeam(
  server: TeamServer,
  { team, ...rest }: TestWorkspace,
  user: string,
  part: Partial<TeamAddress> = {},
): Promise<void> {
  expect(await team.join(server.toAddress(user, part), user)).toBeNull();
  await untilShared({ team, ...rest });
}

/** Waits until a workspace has pushed all that was done in it and pulled what was there. */
export const untilShared = ({ team, sharedEntries }: TestWorkspace): Promise<void> =>
  until(() => {
    const { sharedAt, waiting, problem } = team.status();
    return sharedAt !== null && waiting === 0 && problem === null && !sharedEntries.hasNew();
  }, 'everything is shared');
