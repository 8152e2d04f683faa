import type { Example } from './examples.ts';

/** Whether items are sent on Saturdays and Sundays too, as a setting of a workspace. */
export const setting: Example = {
  title: 'A setting',
  steps: [
    {
      edit: {
        file: 'src/shared/settings/settings.ts',
        after:
          "  concurrency: wholeNumber('Sending', 4, [1, 16], { label: 'Requests at once', hint: 'From 1 to 16' }),\n",
        put: "  sendsOnWeekends: toggle('Sending', true, { label: 'Send on Saturdays and Sundays' }),\n",
      },
    },
    {
      edit: {
        file: 'src/main/outbox/dispatcher.ts',
        after: '    if (!isRunning() || suspended.size > 0) return 0;\n',
        put: '    if (!deps.settings().sendsOnWeekends && [0, 6].includes(new Date(clock.wall()).getDay())) return 0;\n',
      },
      missed: {
        test: 'test/unit/setting-tables.test.ts',
        says: /is read by code that obeys it: sendsOnWeekends/,
      },
    },
  ],
  test: {
    file: 'test/integration/weekends.test.ts',
    put: `import { expect, it } from 'vitest';
import { answeringJson, startWireServer } from './wire-server.ts';
import { enqueueInvite, getEntryState, openTestWorkspace, pass, untilState } from './workspace-harness.ts';

const accepting = answeringJson({ vendorStatus: 'INVITED' }, 201);
const day = 24 * 60 * 60 * 1000;

it('keeps what is queued on a weekend until it is over, where the setting says so', async () => {
  const server = await startWireServer(accepting);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const weekday = () => new Date(workspace.fake.wall()).getDay();
  while (weekday() !== 6) await pass(workspace.fake, day, day);
  workspace.updateSettings({ sendsOnWeekends: false });
  const id = await enqueueInvite(workspace);
  await pass(workspace.fake, 120_000);
  expect(getEntryState(workspace, id)).toBe('queued');
  while (weekday() !== 1) await pass(workspace.fake, day, day);
  await untilState(workspace, id, 'accepted');
  await workspace.close();
});
`,
  },
};
