import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { practiceHarness } from './practice-harness.ts';
import { enqueueInvite, openTestWorkspace, untilState } from './workspace-harness.ts';

describe('an invite in the practice workspace', () => {
  it('is followed by one reminder, and leaves Invited once its vendor’s profile was looked up', async () => {
    const { service, emlFiles } = await practiceHarness();
    const workspace = await openTestWorkspace({ baseUrl: service.baseUrl, token: service.token });
    const invites = inviteHandlers(workspace);
    const first = await enqueueInvite(workspace, 'mara@lantern-new.example.com');
    await untilState(workspace, first, 'accepted');
    const reminded = await invites['invites.remind']({ entryIds: [first] });
    if (!reminded.ok) throw new Error(reminded.error.message);
    const [second = ''] = reminded.value.queued;
    await untilState(workspace, second, 'accepted');
    const mails = await emlFiles();
    expect(mails.filter((mail) => mail.includes('To: mara@lantern-new.example.com'))).toHaveLength(2);

    expect(workspace.invites.counts()).toMatchObject({ all: 2, invited: 2, needs_you: 0 });
    const vendorId = workspace.invites.get(first)?.vendorId ?? '';
    const found = await vendorHandlers(workspace)['vendors.lookUp']({ vendorId });
    expect(found.ok).toBe(true);
    expect(workspace.invites.counts()).toMatchObject({ all: 2, invited: 0 });
    const told = workspace.events.filter(({ name }) => name === 'entries.changed').at(-1);
    expect(told?.payload).toEqual({ ids: [second, first] });
  });
});
