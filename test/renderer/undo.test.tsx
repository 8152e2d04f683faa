import { afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/ipc/contract.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import { tellDone } from '#renderer/stores/tell-done.ts';
import { useUndo } from '#renderer/stores/undo.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { toId, ok } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { acting, clear, click, find, press, type, until } from './screen.tsx';

const asked = (bridge: FakeBridge, name: CallName) =>
  bridge.asked.filter((one) => one.name === name).map(({ input }) => input);
const undo = (target: Element = document.body) => press('z', target, { ctrlKey: true });

describe('undo', () => {
  afterEach(async () => {
    useToasts.setState({ toasts: [] });
    await clear();
  });

  it('takes back what was done last, then what was done before it, from any screen', async () => {
    const bridge = await openApp('#/outbox', 'sending');
    await click(await until(() => find('[role=row]', 'Pier Nine Paving')));
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
      { entryIds: [toId(2, 10)], what: 'cancelled' },
      { entryIds: [toId(2, 1)], what: 'marked_as_sent' },
    ]);
    await undo();
    await until(() => find('[role=status]', 'There is nothing to undo.'));
    expect(asked(bridge, 'outbox.undo')).toHaveLength(2);
  });

  it('belongs to the text while one is written', async () => {
    const bridge = await openApp('#/outbox', 'sending');
    await click(await until(() => find('[role=row]', 'Pier Nine Paving')));
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
    await openApp('#/outbox', 'sending', {
      'outbox.undo': () => ok({ undone: [], sending: 1, changed: 0 }),
    });
    await click(await until(() => find('[role=row]', 'Juniper Court Interiors')));
    await click(await until(() => find('aside button', 'Cancel')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel the invite')));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=status]', 'Too late to undo: it is being sent now.'));
  });

  it('gives a decision on a verification back, once, by its own button and by the key', async () => {
    const bridge = await openApp('#/vendors');
    const { undoDecision, aboutDecision } = await import('#renderer/features/verifications/undo-decision.ts');
    const entryId = toId(3, 1);
    await acting(() =>
      tellDone('Result accepted', () => undoDecision(entryId), { about: aboutDecision(entryId) }),
    );
    await undo();
    await until(() =>
      expect(asked(bridge, 'verifications.decide')).toEqual([{ entryId, choice: 'undo', note: '' }]),
    );
  });
});

describe('what waits so that it can be undone', () => {
  afterEach(async () => {
    useToasts.setState({ toasts: [] });
    await clear();
  });

  it('is named with its time on the Outbox, in the sidebar and on Today', async () => {
    await openApp('#/outbox', 'delayed');
    const strip = await until(() => find('main', '200 invites go out in'));
    expect(strip.textContent).toMatch(/200 invites go out in (?:59|60) s/);
    await until(() => find('section[aria-label=Sending]', '200 go out shortly'));
    await press('g');
    await press('t');
    await until(() => find('main', '200 invites go out in'));
  });

  it('can be undone or sent now from there', async () => {
    const bridge = await openApp('#/outbox', 'delayed');
    await click(await until(() => find('main button', 'Undo')));
    await until(() => find('[role=status]', '200 items taken back and not sent.'));
    expect(asked(bridge, 'outbox.undoDelayed')).toHaveLength(1);
    await clear();
    const other = await openApp('#/outbox', 'delayed');
    await click(await until(() => find('main button', 'Send now')));
    await until(() => expect(asked(other, 'outbox.sendDelayed')).toHaveLength(1));
    await until(() => expect(document.body.textContent).not.toContain('go out in'));
  });

  it('offers both in the toast for as long as it waits', async () => {
    const bridge = await openApp('#/outbox', 'delayed');
    await until(() => find('main', '200 invites go out in'));
    const status = await bridge.call('outbox.status', null);
    const until_ = status.ok ? (status.value.delayed[0]?.until ?? 0) : 0;
    await acting(() => tellDone('200 invites queued', async () => 'Taken back.', { until: until_ }));
    await until(() => find('[role=status]', 'Sent in'));
    await click(await until(() => find('[role=status] button', 'Send now')));
    await until(() => expect(asked(bridge, 'outbox.sendDelayed')).toEqual([{ until: until_ }]));
  });
});
