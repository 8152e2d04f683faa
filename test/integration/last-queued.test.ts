import { expect, it } from 'vitest';
import { todayHandlers } from '#main/features/today.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { enqueueInvite, enqueueVerification, openTestWorkspace, untilState } from './workspace-harness.ts';

it('lists the five things that were queued last, of both kinds, with what has become of them', async () => {
  const server = await startWireServer(answeringJson({ success: true, id: 'R-1' }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const ask = async () => {
    const result = await todayHandlers(workspace)['today.lastQueued'](null);
    if (!result.ok) throw new Error(result.error.message);
    return result.value.map(({ kind, row }) => [kind, row.entryId, row.state]);
  };
  expect(await ask()).toEqual([]);
  const sent = await enqueueInvite(workspace);
  await untilState(workspace, sent, 'accepted');
  workspace.dispatcher.setPaused(true);
  expect(await ask()).toEqual([['invite', sent, 'accepted']]);
  const license = await enqueueVerification(workspace);
  const later = [
    await enqueueInvite(workspace),
    await enqueueInvite(workspace),
    await enqueueInvite(workspace),
  ];
  expect(await ask()).toEqual([
    ...later.toReversed().map((id) => ['invite', id, 'queued']),
    ['verification', license, 'queued'],
    ['invite', sent, 'accepted'],
  ]);
  const newest = await enqueueVerification(workspace);
  const five = await ask();
  expect(five).toHaveLength(5);
  expect(five[0]).toEqual(['verification', newest, 'queued']);
  expect(five.map(([, id]) => id)).not.toContain(sent);
});

it('counts what there is of the first steps, and keeps that they were dismissed', async () => {
  const server = await startWireServer(answeringJson({ success: true, id: 'R-1' }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const ask = async () => {
    const result = await todayHandlers(workspace)['today.firstSteps'](null);
    return result.ok ? result.value : result.error.message;
  };
  expect(await ask()).toEqual({ requirements: 0, vendors: 0, invites: 0, verifications: 0 });
  await enqueueInvite(workspace);
  await enqueueVerification(workspace);
  expect(await ask()).toEqual({ requirements: 0, vendors: 0, invites: 1, verifications: 1 });
  expect(workspace.settings().firstStepsDismissed).toBe(false);
  workspace.updateSettings({ firstStepsDismissed: true });
  await workspace.close();
  const again = await openTestWorkspace({
    baseUrl: server.baseUrl,
    folder: workspace.folder,
    clock: workspace.fake,
  });
  expect(again.settings().firstStepsDismissed).toBe(true);
});
