import { afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/ipc/contract.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import { tellDone } from '#renderer/stores/tell-done.ts';
import { useUndo } from '#renderer/stores/undo.ts';
import type { CoreBridge } from './core-bridge.ts';
import type { ServiceReply } from './fake-service.ts';
import { closeApps, openApp, toEntryId } from './open-app.tsx';
import { toInvitation } from './sample-company.ts';
import { acting, click, find, press, type, until } from './screen.tsx';

const asked = (bridge: CoreBridge, name: CallName) =>
  bridge.asked.filter((one) => one.name === name).map(({ input }) => input);
const undo = (target: Element = document.body) => press('z', target, { ctrlKey: true });

/** Queues an invite while nothing is sent. */
async function queueWhilePaused({ ask }: CoreBridge): Promise<void> {
  await ask('outbox.pause', { paused: true });
  const invitation = toInvitation('Theo Vasquez', 'Juniper Court Interiors');
  await ask('invites.enqueue', { invitation, replaces: null });
}

describe('undo', () => {
  afterEach(() => useToasts.setState({ toasts: [] }));

  it('takes back what was done last, then what was done before it, from any screen', async () => {
    const bridge = await openApp('#/outbox', { before: queueWhilePaused });
    await click(await until(() => find('[role=row]', 'Kestrel Roofing Co.')));
    await until(() => find('aside', 'Mark as sent'));
    await press('2');
    await until(() => find('[role=status] button', 'Undo'));
    await click(await until(() => find('[role=row]', 'Juniper Court Interiors')));
    await click(await until(() => find('aside button', 'Cancel')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel the invite')));
    await until(() => find('[role=status]', 'Invite canceled'));
    await press('g');
    await press('v');
    await undo();
    await until(() => find('[role=status]', 'Undone. The invite is as it was.'));
    await undo();
    await until(() => expect(asked(bridge, 'outbox.undo')).toHaveLength(2));
    expect(asked(bridge, 'outbox.undo')).toEqual([
      { entryIds: [expect.any(String)], what: 'cancelled' },
      { entryIds: [toEntryId('Tom Okafor')], what: 'marked_as_sent' },
    ]);
    await undo();
    await until(() => find('[role=status]', 'There is nothing to undo.'));
    expect(asked(bridge, 'outbox.undo')).toHaveLength(2);
  });

  it('belongs to the text while one is written', async () => {
    const bridge = await openApp('#/outbox', { before: queueWhilePaused });
    await click(await until(() => find('[role=row]', 'Kestrel Roofing Co.')));
    await until(() => find('aside', 'Mark as sent'));
    await press('2');
    await until(() => find('[role=status] button', 'Undo'));
    await press('g');
    await press('i');
    const filter = await until(() => find('main input[type=search], main input[type=text], main input'));
    if (!(filter instanceof HTMLInputElement)) throw new Error('There is no field.');
    await type(filter, 'abc');
    await undo(filter);
    expect(asked(bridge, 'outbox.undo')).toEqual([]);
    expect(useUndo.getState().steps).toHaveLength(1);
  });

  it('is offered once: what the toast undid, the key does not undo again', async () => {
    await openApp('#/today');
    let undone = 0;
    await acting(() =>
      tellDone('1 thing done', async () => {
        undone += 1;
        return 'It is as it was.';
      }),
    );
    await click(find('[role=status] button', 'Undo'));
    await until(() => find('[role=status]', 'It is as it was.'));
    await undo();
    await until(() => find('[role=status]', 'There is nothing to undo.'));
    expect(undone).toBe(1);
  });

  it('says that it is too late where the invite is being sent by then', async () => {
    const bridge = await openApp('#/outbox', { before: queueWhilePaused });
    const answer = Promise.withResolvers<ServiceReply>();
    bridge.service.replies.inviteVendor = () => answer.promise;
    await click(await until(() => find('[role=row]', 'Juniper Court Interiors')));
    await click(await until(() => find('aside button', 'Cancel')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel the invite')));
    await until(() => find('[role=status] button', 'Undo'));
    // It was taken back elsewhere, and is on its way.
    const { rows } = await bridge.ask('invites.page', { search: 'Theo Vasquez' });
    const entryIds = rows.map(({ entryId }) => entryId);
    await bridge.ask('outbox.undo', { entryIds, what: 'cancelled' });
    await bridge.ask('outbox.pause', { paused: false });
    await until(() =>
      expect(bridge.service.requests.map(({ operation }) => operation)).toContain('inviteVendor'),
    );
    await click(find('[role=status] button', 'Undo'));
    await until(() => find('[role=status]', 'Too late to undo: it is being sent now.'));
  });

  it('gives a decision on a verification back, once, by its own button and by the key', async () => {
    const bridge = await openApp('#/vendors');
    const { undoDecision, aboutDecision } = await import('#renderer/features/verifications/undo-decision.ts');
    const entryId = toEntryId('1048827');
    await acting(() =>
      tellDone('Result accepted', () => undoDecision(entryId), { about: aboutDecision(entryId) }),
    );
    await undo();
    await until(() =>
      expect(asked(bridge, 'verifications.decide')).toEqual([{ entryId, choice: 'undo', note: '' }]),
    );
  });
});

/** Reminders to all who were invited wait for the send delay. */
async function remind({ ask }: CoreBridge): Promise<void> {
  const { rows } = await ask('invites.page', { tab: 'invited', limit: 200 });
  await ask('workspaces.updateSettings', { sendDelayS: 60 });
  await ask('invites.remind', { entryIds: rows.map(({ entryId }) => entryId) });
}

describe('what waits so that it can be undone', () => {
  afterEach(() => useToasts.setState({ toasts: [] }));

  it('is named with its time on the Outbox, in the sidebar and on Today', async () => {
    await openApp('#/outbox', { before: remind });
    const strip = await until(() => find('main', '137 invites go out in'));
    expect(strip.textContent).toMatch(/137 invites go out in \d\d s/);
    await until(() => find('section[aria-label=Sending]', '137 go out shortly'));
    await press('g');
    await press('t');
    await until(() => find('main', '137 invites go out in'));
  });

  it('can be undone or sent now from there', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/outbox', { before: remind });
    await click(await until(() => find('main button', 'Undo')));
    await until(() => find('[role=status]', '137 items taken back and not sent.'));
    expect(asked(bridge, 'outbox.undoDelayed')).toHaveLength(1);
    await closeApps();
    const other = await openApp('#/outbox', { before: remind });
    await click(await until(() => find('main button', 'Send now')));
    await until(() => expect(asked(other, 'outbox.sendDelayed')).toHaveLength(1));
    await until(() => expect(document.body.textContent).not.toContain('go out in'));
  });

  it('offers both in the toast for as long as it waits', async () => {
    const bridge = await openApp('#/outbox', { before: remind });
    await until(() => find('main', '137 invites go out in'));
    const status = await bridge.call('outbox.status', null);
    const until_ = status.ok ? (status.value.delayed[0]?.until ?? 0) : 0;
    await acting(() => tellDone('137 invites queued', async () => 'Taken back.', { until: until_ }));
    await until(() => find('[role=status]', 'Sent in'));
    await click(await until(() => find('[role=status] button', 'Send now')));
    await until(() => expect(asked(bridge, 'outbox.sendDelayed')).toEqual([{ until: until_ }]));
  });
});
