import { expect, it } from 'vitest';
import { z } from 'zod';
import { answering, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  until,
  untilState,
} from './workspace-harness.ts';

it('counts entries as they are, through every change and also where one is taken back', async () => {
  const server = await startWireServer(answering(422));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const counted = () => {
    const rows = z
      .array(z.object({ state: z.string(), number: z.number() }))
      .parse(workspace.db.prepare('SELECT state, COUNT(*) AS number FROM entry GROUP BY state').all());
    return Object.fromEntries(rows.map((row) => [row.state, row.number]));
  };
  const told = () =>
    Object.fromEntries(Object.entries(workspace.entries.counts()).filter(([, number]) => number > 0));

  workspace.dispatcher.setPaused(true);
  const first = await enqueueInvite(workspace);
  await enqueueInvite(workspace);
  await enqueueVerification(workspace);
  expect(told()).toEqual({ queued: 3 });
  workspace.dispatcher.decide(first, 'cancelled');
  expect(told()).toEqual({ queued: 2, cancelled: 1 });

  expect(() =>
    workspace.db.transaction(() => {
      workspace.db
        .prepare("UPDATE entry SET state = 'cancelled', reason = NULL WHERE state = 'queued'")
        .run();
      throw new Error('taken back');
    })(),
  ).toThrow('taken back');
  expect(told()).toEqual({ queued: 2, cancelled: 1 });

  workspace.dispatcher.setPaused(false);
  await until(() => workspace.entries.counts().rejected === 2, 'both are refused');
  const second = await enqueueInvite(workspace);
  await untilState(workspace, second, 'rejected');
  expect(told()).toEqual(counted());
  expect(told()).toEqual({ rejected: 3, cancelled: 1 });
});
