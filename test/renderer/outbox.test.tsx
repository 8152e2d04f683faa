import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import type { SyncStatus } from '#shared/outbox/outbox.ts';
import { fail, ok, type CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp, openCore, toEntryId } from './open-app.tsx';
import { click, find, placeNow, press, until } from './screen.tsx';
import { enqueueInvite, goOffline, signOut } from './situations.ts';

const text = () => document.body.textContent ?? '';
const kestrel = 'Kestrel Roofing Co.';

describe('the Outbox', () => {
  it('asks once more before an unclear invite is sent again', async () => {
    const bridge = await openApp('#/outbox');
    const asked = () => bridge.asked.filter(({ name }) => name === 'outbox.sendAgain').length;
    await click(await until(() => find('[role=row]', kestrel)));
    await until(() => find('aside', 'May deliver a second email to Tom.'));
    await press('1');
    await until(() => find('[role=alertdialog]', 'could get a second email'));
    expect(asked()).toBe(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    expect(asked()).toBe(0);
    await press('1');
    await click(await until(() => find('[role=alertdialog] button', 'Send again')));
    await until(() => expect(asked()).toBe(1));
    await until(async () => {
      const { attempts } = await bridge.ask('invites.get', { entryId: toEntryId('Tom Okafor') });
      expect(attempts).toBe(2);
    });
  });

  it('decides on all that may have been sent in one go, and asks before', async () => {
    const bridge = await openApp('#/outbox?show=in_doubt');
    const asked = () => bridge.asked.filter(({ name }) => name === 'outbox.decideMany');
    await click(await until(() => find('[role=group] button', 'Send all again')));
    await until(() => find('[role=alertdialog]', 'could get a second one'));
    expect(asked()).toHaveLength(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    for (const [choice, left] of [
      ['Mark all as sent', 1],
      ['Mark as sent', 0],
    ] as const) {
      await click(await until(() => find('[role=group] button', choice)));
      await click(await until(() => find('[role=alertdialog] button', 'Mark as sent')));
      await until(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
      await until(async () =>
        expect((await bridge.ask('outbox.status', null)).counts.in_doubt, 'unclear ones left').toBe(left),
      );
    }
    await until(() => expect(text()).toContain('Nothing is unclear.'));
    expect(asked().map(({ input }) => input)).toMatchObject([
      { decision: 'marked_as_sent' },
      { decision: 'marked_as_sent' },
    ]);
  });

  it('moves a decided item to its new group without being reloaded', async () => {
    await openApp('#/outbox');
    await click(await until(() => find('[role=row]', kestrel)));
    await until(() => find('aside', 'Mark as sent'));
    await press('2');
    await until(() => expect(find('button', 'Needs you').textContent).toContain('Needs you6'));
    await until(() => expect(find('main button', 'Last sent').textContent).toContain('Sent151'));
  });

  it('says of each sent item when it was sent, and nothing of what came back since', async () => {
    const bridge = await openApp('#/outbox');
    await click(await until(() => find('main button', 'Last sent')));
    await until(() => expect(text()).toMatch(/Verification.*?Sent (\d+:\d+ [AP]M|[A-Z][a-z]+ \d+)/s));
    expect(text()).not.toMatch(/Checking|Invited/);
    const settled = await bridge.ask('verifications.page', { after: null, limit: 50, tab: 'done' });
    await click(find('[role=row]', settled.rows[0]?.licenseNumber ?? ''));
    await until(() => find('aside', 'Finished.'));
  });

  it('closes what is open on Esc and gives the row its focus back', async () => {
    await openApp('#/outbox');
    await click(await until(() => find('[role=row]', 'Marlin Marine Works')));
    await until(() => expect(document.querySelector('aside')).not.toBeNull());
    await press('Escape');
    await until(() => expect(document.querySelector('aside')).toBeNull());
    await until(() => expect(document.activeElement?.textContent).toContain('Marlin Marine Works'));
  });

  it('leads to the sign-in while signed out, and does not say that it sends', async () => {
    await openApp('#/outbox', { before: signOut });
    await click(await until(() => find('main button', 'Sign in')));
    await until(() => find('[role=dialog]', 'Access token'));
    expect(find('main').textContent).not.toMatch(/Sending \d+ of/);
  });

  /** A verification that the service could not take the first time. */
  async function letOneWait(bridge: CoreBridge): Promise<void> {
    bridge.service.replies.queueVerification = () => json({ message: 'Try later.' }, 503);
    await bridge.ask('verifications.enqueue', {
      type: 'license',
      data: { licenseNumber: '0550127', licenseeName: 'Copperline Elevator' },
      vendorId: null,
      replaces: null,
    });
    await until(async () =>
      expect((await bridge.ask('outbox.status', null)).counts).toMatchObject({ waiting: 1 }),
    );
  }

  it.each<[string, (bridge: CoreBridge) => Promise<unknown>, string]>([
    ['paused', ({ ask }) => ask('outbox.pause', { paused: true }), 'When resumed'],
    ['working offline', ({ ask }) => ask('outbox.workOffline', { on: true }), 'When you go online'],
    ['offline', (bridge) => goOffline(bridge), 'When back'],
  ])('names what the next try waits for while %s, not a time that will pass', async (_held, hold, words) => {
    await openApp('#/outbox', {
      before: async (bridge) => {
        await letOneWait(bridge);
        await hold(bridge);
      },
    });
    expect((await until(() => find('[role=grid]', words))).textContent).toContain('Copperline Elevator');
  });

  it('says where the service points, and leads to the address that was given', async () => {
    const location = 'https://vendors-2.harborlane.example/vendors';
    await openApp('#/outbox', {
      before: async (bridge) => {
        bridge.service.inTheWay = { status: 308, headers: { location } };
        await enqueueInvite(bridge, 'Eli Brandt', 'Dockside Demolition');
        await enqueueInvite(bridge, 'Samir Patel', 'Voltline Controls');
      },
    });
    await until(() => find('main', `The service points to ${location}.`));
    await click(find('main button', 'Show the address'));
    await until(() => expect(placeNow()).toBe('#/settings/name-and-address'));
  });

  it('does not say that it sends while everything waits for another try', async () => {
    await openApp('#/outbox', { before: letOneWait });
    const sync = () => document.querySelector('aside, nav')?.parentElement?.textContent ?? text();
    await until(() => expect(sync()).toMatch(/\d+ will retry/));
    expect(sync()).not.toMatch(/Sending \d/);
    await until(() => expect(sync()).toMatch(/Retry|will retry/));
  });

  it('names whom was sent to last, whatever was enqueued last', async () => {
    await openApp('#/outbox', {
      before: (bridge) => {
        bridge.service.replies.inviteVendor = () => 'silence';
        return enqueueInvite(bridge, 'Joanne Reyes', 'Cedar Mill Carpentry');
      },
    });
    const last = await until(() => find('main button', 'Last sent'));
    expect(last.textContent).toContain('to Brightwater Plumbing & Drain LLC');
  });

  it('moves with J and K and opens with Enter', async () => {
    await openApp('#/outbox');
    const rows = () => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent);
    await until(() => find('[data-row]', kestrel));
    const [first = '', second = ''] = rows();
    await press('j');
    await until(() => expect(document.activeElement?.textContent).toBe(first));
    await press('j', document.activeElement ?? document.body);
    await until(() => expect(document.activeElement?.textContent).toBe(second));
    await press('k', document.activeElement ?? document.body);
    await until(() => expect(document.activeElement?.textContent).toBe(first));
    await press('Enter', document.activeElement ?? document.body);
    await until(() => expect(placeNow()).toContain('kind='));
  });

  it('pauses with P and says so at once', async () => {
    const bridge = await openApp('#/outbox');
    await until(() => find('button:not([disabled])', 'Pause'));
    await press('p');
    await until(() => find('button', 'Resume'));
    expect((await bridge.ask('outbox.status', null)).condition).toEqual({ kind: 'paused' });
    expect(text()).toContain('Paused');
  });

  it('quotes what a refusal says of a field under the field’s name', async () => {
    await openApp('#/outbox');
    expect(await until(() => find('[role=row]', 'License number: licenseNumber is not known'))).toBeDefined();
  });

  it('puts what waits for the network first and offers to try it', async () => {
    await openApp('#/outbox', {
      before: async (bridge) => {
        await goOffline(bridge);
        await enqueueInvite(bridge, 'Joanne Reyes', 'Cedar Mill Carpentry');
      },
    });
    await until(() => find('button', 'Try the network'));
    await until(() => {
      const [first] = document.querySelectorAll('[role=grid] button[aria-expanded]');
      expect(first?.textContent).toContain('Waiting for network');
    });
  });

  it('says that nothing waits when all has been sent', async () => {
    await openApp('#/outbox', { company: 'new' });
    await until(() => expect(text()).toContain('Nothing is waiting.'));
  });

  it('says what could not be read, and reads it when asked again', async () => {
    let broken = true;
    await openApp('#/outbox', {
      answers: {
        'outbox.page': () =>
          broken
            ? fail('storage', 'The stored data could not be read.')
            : ok({ rows: [], next: null, total: 0 }),
      },
    });
    await until(() => expect(text()).toContain('The outbox could not be read.'));
    broken = false;
    await click(find('button', 'Try again'));
    await until(() => expect(text()).toContain('Nothing is waiting.'));
  });

  it('shows an item once that two of its lists still name', async () => {
    const { rows } = await (await openCore()).ask('outbox.page', { group: 'needs_you' });
    const [first] = rows;
    if (first === undefined) throw new Error('The sample company has items that need a person.');
    const before: OutboxRow = { ...first, state: 'sending', changedAt: 1000 };
    const after: OutboxRow = { ...first, state: 'in_doubt', changedAt: 2000 };
    const complaints: unknown[] = [];
    const complain = console.error;
    console.error = (...words: unknown[]) => complaints.push(words);
    try {
      await openApp('#/outbox', {
        answers: {
          'outbox.page': ({ group }) =>
            ok(
              group === 'sending'
                ? { rows: [before], next: null, total: 1 }
                : group === 'needs_you'
                  ? { rows: [after], next: null, total: 1 }
                  : { rows: [], next: null, total: 0 },
            ),
        },
      });
      await until(() => find('[role=row]', 'May have been sent'));
      const shown = [...document.querySelectorAll('[role=row]')].filter((row) =>
        row.textContent?.includes(first.title),
      );
      expect(shown).toHaveLength(1);
      expect(complaints.filter((words) => String(words).includes('key'))).toEqual([]);
    } finally {
      console.error = complain;
    }
  });

  it.each<[SyncStatus['condition'], string]>([
    [{ kind: 'server_trouble', until: Date.now() + 60_000 }, 'The service has trouble'],
    [{ kind: 'busy', until: Date.now() + 60_000 }, 'The service is busy'],
    [{ kind: 'paused' }, 'The outbox is paused.'],
  ])('does not say of a run that it is under way while %o holds it', async (condition, words) => {
    await openApp('#/outbox', {
      answers: {
        'outbox.status': () =>
          ok({
            condition,
            counts: {
              queued: 2,
              sending: 0,
              waiting: 1,
              in_doubt: 1,
              accepted: 5,
              rejected: 0,
              dead: 0,
              cancelled: 0,
            },
            run: { startedAt: Date.now() - 9000, endedAt: null, enqueued: 9, settled: 6, sent: 5 },
            concurrency: 4,
            lastAnswerAt: Date.now(),
            wellAt: Date.now(),
            finding: null,
            unansweredSince: null,
            lastSentAt: Date.now(),
            lastSentTo: 'Northgate Plumbing',
            nextAt: Date.now() + 5000,
            delayed: [],
            delayedEntries: 0,
          }),
      },
    });
    const card = await until(() => find('[aria-label="Progress of sending"]'));
    expect(card.textContent).toContain('5 sent, 1 needs you, 3 waiting');
    expect(card.textContent).toContain(words);
    expect(card.textContent).not.toMatch(/Sending \d|at a time/);
  });

  it('says of a run that has ended what came of it, though more is queued since', async () => {
    await openApp('#/outbox', {
      answers: {
        'outbox.status': () =>
          ok({
            condition: { kind: 'online' },
            counts: {
              queued: 0,
              sending: 0,
              waiting: 1,
              in_doubt: 0,
              accepted: 15,
              rejected: 0,
              dead: 0,
              cancelled: 0,
            },
            run: { startedAt: Date.now() - 9000, endedAt: Date.now(), enqueued: 15, settled: 15, sent: 15 },
            concurrency: 4,
            lastAnswerAt: Date.now(),
            wellAt: Date.now(),
            finding: null,
            unansweredSince: null,
            lastSentAt: Date.now(),
            lastSentTo: 'Northgate Plumbing',
            nextAt: Date.now() + 5000,
            delayed: [],
            delayedEntries: 0,
          }),
      },
    });
    const card = await until(() => find('[aria-label="Progress of sending"]'));
    expect(card.textContent).toContain('15 sent, 1 will retry');
  });

  it('does not say of what waits so that it can be undone that it is tried again', async () => {
    await openApp('#/outbox', {
      answers: {
        'outbox.status': () =>
          ok({
            condition: { kind: 'online' },
            counts: {
              queued: 3,
              sending: 0,
              waiting: 1,
              in_doubt: 0,
              accepted: 15,
              rejected: 0,
              dead: 0,
              cancelled: 0,
            },
            run: { startedAt: Date.now() - 9000, endedAt: Date.now(), enqueued: 15, settled: 15, sent: 15 },
            concurrency: 4,
            lastAnswerAt: Date.now(),
            wellAt: Date.now(),
            finding: null,
            unansweredSince: null,
            lastSentAt: Date.now(),
            lastSentTo: 'Northgate Plumbing',
            nextAt: Date.now() + 5000,
            delayed: [{ until: Date.now() + 9000, entries: { invite: 3 } }],
            delayedEntries: 3,
          }),
      },
    });
    const card = await until(() => find('[aria-label="Progress of sending"]'));
    expect(card.textContent).toContain('15 sent, 1 will retry, 3 waiting');
  });

  it('says that nothing already queued is lost where the queue cannot be saved', async () => {
    // A full disk.
    const status = await (await openCore()).ask('outbox.status', null);
    const condition = { kind: 'cannot_save' as const, detail: 'SQLITE_FULL' };
    await openApp('#/outbox', { answers: { 'outbox.status': () => ok({ ...status, condition }) } });
    await until(() => find('[role=alert]', 'Nothing already queued is lost.'));
    expect(text()).toContain('The disk is full. You can’t queue new items until Gangway can save again.');
    expect(text()).not.toContain('SQLITE');
  });
});
