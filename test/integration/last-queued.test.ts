import { expect, it } from 'vitest';
import { todayHandlers } from '#main/features/today.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { handOverInvite, handOverVerification, openTestWorkspace, untilState } from './workspace-harness.ts';

it('lists the five things that were queued last, of both kinds, with what has become of them', async () => {
  const server = await startWireServer(answeringJson({ success: true, id: 'R-1' }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const ask = async () => {
    const result = await todayHandlers(workspace)['today.lastQueued'](null);
    if (!result.ok) throw new Error(result.error.message);
    return result.value.map(({ kind, row }) => [kind, row.entryId, row.state]);
  };
  expect(await ask()).toEqual([]);
  const sent = await handOverInvite(workspace);
  await untilState(workspace, sent, 'accepted');
  workspace.dispatcher.setPaused(true);
  expect(await ask()).toEqual([['invite', sent, 'accepted']]);
  const license = await handOverVerification(workspace);
  const later = [
    await handOverInvite(workspace),
    await handOverInvite(workspace),
    await handOverInvite(workspace),
  ];
  expect(await ask()).toEqual([
    ...later.toReversed().map((id) => ['invite', id, 'queued']),
    ['verification', license, 'queued'],
    ['invite', sent, 'accepted'],
  ]);
  const newest = await handOverVerification(workspace);
  const five = await ask();
  expect(five).toHaveLength(5);
  expect(five[0]).toEqual(['verification', newest, 'queued']);
  expect(five.map(([, id]) => id)).not.toContain(sent);
});
