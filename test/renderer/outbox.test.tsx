import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import type { SyncStatus } from '#shared/outbox.ts';
import type { Situation } from './fake-bridge.ts';
import { fail, ok, type Handlers } from './fake/core.ts';
import { outboxRows } from './fake/outbox.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, placeNow, press, until } from './screen.tsx';

async function open(situation: Situation, overrides: Handlers = {}) {
  return openApp('#/outbox', situation, overrides);
}

const text = () => document.body.textContent ?? '';

describe('the Outbox', () => {
  afterEach(clear);

  it('asks once more before an unclear invite is sent again', async () => {
    const bridge = await open('sending');
    const asked = () => bridge.asked.filter(({ name }) => name === 'outbox.sendAgain').length;
    await click(await until(() => find('[role=row]', 'Pier Nine Paving')));
    await until(() => find('aside', 'May deliver a second email to Rita.'));
    await press('1');
    await until(() => find('[role=alertdialog]', 'could get a second email'));
    expect(asked()).toBe(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    expect(asked()).toBe(0);
    await press('1');
    await click(await until(() => find('[role=alertdialog] button', 'Send again')));
    await until(() => expect(asked()).toBe(1));
  });

  it('decides on all that may have been sent in one go, and asks before', async () => {
    const bridge = await openApp('#/outbox?show=in_doubt', 'sending');
    const asked = () => bridge.asked.filter(({ name }) => name === 'outbox.decideMany');
    await click(await until(() => find('[role=group] button', 'Send again')));
    await until(() => find('[role=alertdialog]', 'could get a second one'));
    expect(asked()).toHaveLength(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    await click(await until(() => find('[role=group] button', 'Mark as sent')));
    await click(await until(() => find('[role=alertdialog] button', 'Mark as sent')));
    await until(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.input).toMatchObject({ decision: 'mark_as_sent' });
    await until(() => expect(text()).toContain('Nothing is unclear.'));
  });

  it('moves a decided item to its new group without being reloaded', async () => {
    await open('sending');
    await click(await until(() => find('[role=row]', 'Pier Nine Paving')));
    await until(() => find('aside', 'Mark as sent'));
    await press('2');
    await until(() => expect(find('button', 'Needs you').textContent).toContain('Needs you1'));
    expect(find('button', 'Last at').textContent).toContain('Sent35');
  });

  it('closes what is open on Esc and gives the row its focus back', async () => {
    await open('sending');
    await click(await until(() => find('[role=row]', 'Marlin Marine Works')));
    await until(() => expect(document.querySelector('aside')).not.toBeNull());
    await press('Escape');
    await until(() => expect(document.querySelector('aside')).toBeNull());
    await until(() => expect(document.activeElement?.textContent).toContain('Marlin Marine Works'));
  });

  it('leads to the sign-in while signed out, and does not say that it sends', async () => {
    await open('signed_out');
    await click(await until(() => find('main button', 'Sign in')));
    await until(() => find('[role=dialog]', 'Access token'));
    expect(find('main').textContent).not.toMatch(/Sending \d+ of/);
  });

  it.each([
    ['paused', 'When resumed'],
    ['working_offline', 'When you go online'],
    ['offline', 'When back'],
  ] as const)(
    'names what the next try waits for while %s, not a time that will pass',
    async (held, words) => {
      await open(held);
      await until(() => find('[role=grid]', words));
    },
  );

  it('says where the service points, and leads to the address that was given', async () => {
    await open('points_elsewhere');
    await until(() => find('main', 'The service points to https://vendors-2.harborlane.example/vendors.'));
    await click(find('main button', 'Show the address'));
    await until(() => expect(placeNow()).toBe('#/settings/name-and-address'));
  });

  it('does not say that it sends while everything waits for another try', async () => {
    // Before the times of the fake's next tries, whatever the hour is.
    vi.useFakeTimers({ now: new Date().setHours(14, 0), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await open('retrying');
    const sync = () => document.querySelector('aside, nav')?.parentElement?.textContent ?? text();
    await until(() => expect(sync()).toMatch(/\d+ will retry/));
    expect(sync()).not.toMatch(/Sending \d/);
    expect(sync()).toMatch(/Retry \d/);
  });

  it('names whom was sent to last, whatever was enqueued last', async () => {
    await open('sending');
    const last = await until(() => find('button', 'Last at'));
    expect(last.textContent).toContain('to Northgate Plumbing');
  });

  it('moves with J and K and opens with Enter', async () => {
    await open('sending');
    await until(() => find('[role=row]', 'Pier Nine Paving'));
    await press('j');
    await until(() => expect(document.activeElement?.textContent).toContain('Pier Nine Paving'));
    await press('j', document.activeElement ?? document.body);
    await until(() => expect(document.activeElement?.textContent).toContain('Marlin Marine Works'));
    await press('Enter', document.activeElement ?? document.body);
    await until(() => expect(placeNow()).toContain('kind=verification'));
  });

  it('pauses with P and says so at once', async () => {
    const bridge = await open('sending');
    await until(() => find('button', 'Pause'));
    await press('p');
    await until(() => find('button', 'Resume'));
    expect(bridge.asked.at(-1)).toBeDefined();
    expect(
      bridge.asked.some(
        ({ name, input }) => name === 'outbox.pause' && JSON.stringify(input) === '{"paused":true}',
      ),
    ).toBe(true);
    expect(text()).toContain('Paused');
  });

  it('quotes what a refusal says of a field under the field’s name', async () => {
    await open('sending');
    await until(() => find('[role=row]', 'License number: licenseNumber is not known'));
  });

  it('puts what waits for the network first and offers to try it', async () => {
    await open('offline');
    await until(() => find('button', 'Try the network'));
    const heads = [...document.querySelectorAll('[role=grid] button[aria-expanded]')].map(
      (one) => one.textContent,
    );
    expect(heads[0]).toContain('Waiting for network');
  });

  it('says that nothing waits when all has been sent', async () => {
    await open('empty');
    await until(() => expect(text()).toContain('Nothing is waiting.'));
  });

  it('says what could not be read, and reads it when asked again', async () => {
    let broken = true;
    await open('sending', {
      'outbox.page': () =>
        broken
          ? fail('storage', 'The stored data could not be read.')
          : { ok: true, value: { rows: [], next: null, total: 0 } },
    });
    await until(() => expect(text()).toContain('The outbox could not be read.'));
    broken = false;
    await click(find('button', 'Try again'));
    await until(() => expect(text()).toContain('Nothing is waiting.'));
  });

  it('shows an item once that two of its lists still name', async () => {
    const [first] = outboxRows();
    if (first === undefined) throw new Error('The fake has rows.');
    const before: OutboxRow = { ...first, state: 'sending', changedAt: 1000 };
    const after: OutboxRow = { ...first, state: 'in_doubt', changedAt: 2000 };
    const complaints: unknown[] = [];
    const complain = console.error;
    console.error = (...words: unknown[]) => complaints.push(words);
    try {
      await open('sending', {
        'outbox.page': ({ group }) =>
          ok(
            group === 'sending'
              ? { rows: [before], next: null, total: 1 }
              : group === 'needs_you'
                ? { rows: [after], next: null, total: 1 }
                : { rows: [], next: null, total: 0 },
          ),
      });
      await until(() => find('[role=row]', 'May have been sent'));
      const rows = [...document.querySelectorAll('[role=row]')].filter((row) =>
        row.textContent?.includes(first.title),
      );
      expect(rows).toHaveLength(1);
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
    await open('sending', {
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
        }),
    });
    const card = await until(() => find('[aria-label="Progress of sending"]'));
    expect(card.textContent).toContain('5 sent, 1 needs you, 3 waiting');
    expect(card.textContent).toContain(words);
    expect(card.textContent).not.toMatch(/Sending \d|at a time/);
  });

  it('says of a run that has ended what came of it, though more is queued since', async () => {
    await open('sending', {
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
        }),
    });
    const card = await until(() => find('[aria-label="Progress of sending"]'));
    expect(card.textContent).toContain('15 sent, 1 will retry');
  });

  it('does not say of what waits so that it can be undone that it is tried again', async () => {
    await open('sending', {
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
        }),
    });
    const card = await until(() => find('[aria-label="Progress of sending"]'));
    expect(card.textContent).toContain('15 sent, 1 will retry, 3 waiting');
  });

  it('says that nothing already queued is lost where the queue cannot be saved', async () => {
    await open('cannot_save');
    await until(() => find('[role=alert]', 'Nothing already queued is lost.'));
    expect(text()).toContain('The disk is full. New work is held until Gangway can save again.');
    expect(text()).not.toContain('SQLITE');
  });
});
