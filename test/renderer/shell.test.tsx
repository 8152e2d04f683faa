import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#renderer/app/error-boundary.tsx';
import { ToastArea } from '#renderer/components/toast-area.tsx';
import { useLive } from '#renderer/stores/live.ts';
import { goBack, navigate, readHash, useNavigation, writeHash } from '#renderer/stores/navigation.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import { tellDone } from '#renderer/stores/undo.ts';
import { fail, ok } from './core-bridge.ts';
import { openApp, openCore, toEntryId } from './open-app.tsx';
import { acting, click, find, placeNow, press, settle, show, type, until } from './screen.tsx';
import { goOffline } from './situations.ts';

const open = () => openApp('#/today', { company: 'new' });

describe('the shell', () => {
  it('says why it could not start, and starts when asked again', async () => {
    const { answer } = await openApp('#/today', {
      company: 'new',
      answers: { 'app.start': () => fail('storage', 'The folder cannot be read.') },
    });
    await until(() => find('[role=alert]', 'The folder cannot be read.'));
    answer({ 'app.start': undefined });
    await click(find('button', 'Try again'));
    await until(() => find('nav'));
  });

  it('says why a workspace was closed whose data is damaged, and offers to open it again', async () => {
    const { core } = await open();
    await until(() => find('nav'));
    const damage = new SqliteDatabase.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
    await acting(() => core.handleCorruption(damage));
    await until(() => find('main', 'Open it again'));
    expect(find('main').textContent).toContain('The workspace’s data is damaged.');
    const listed = find('[aria-label="Workspaces on this computer"]');
    expect(listed.textContent).toContain('Harbor Lane Homes');
    expect(listed.querySelector('button')?.textContent).toBe('Open');
  });

  it('finds with Ctrl K, moves with the arrows and opens with Enter', async () => {
    await openApp('#/today');
    await until(() => find('nav'));
    await press('k', document.body, { ctrlKey: true });
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement)) throw new Error('The search field has no focus.');
    await type(input, 'kestrel');
    await until(() => find('[role=option]', 'Kestrel Roofing Co.'));
    expect(input.getAttribute('aria-activedescendant')).toBe(find('[role=option]').id);
    await press('Enter', input);
    expect(placeNow()).toBe(`#/invites/${toEntryId('Tom Okafor')}`);
  });

  it('closes the help when the person goes to another place', async () => {
    await open();
    await until(() => find('nav'));
    await press('?');
    await until(() => find('[role=dialog]', 'Keyboard shortcuts'));
    await press(',', document.body, { ctrlKey: true });
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(placeNow()).toBe('#/settings');
    await press('?');
    await until(() => find('[role=dialog]', 'Keyboard shortcuts'));
  });

  it('says so when nothing matches', async () => {
    await open();
    await until(() => find('nav'));
    const input = find('[role=combobox]');
    if (!(input instanceof HTMLInputElement)) throw new Error('The search field is not an input.');
    await type(input, 'zzzz');
    await until(() => find('[role=listbox]', 'Nothing on this computer matches.'));
  });

  it('leaves the focus in the search field while somebody types there, where a page comes late', async () => {
    await open();
    await until(() => find('nav'));
    await until(() => find('h1', 'Today'));
    const input = find('[role=combobox]');
    if (!(input instanceof HTMLInputElement)) throw new Error('The search field is not an input.');
    await type(input, 'zzzz');
    await acting(async () => navigate({ screen: 'vendors' }));
    await until(() => find('h1', 'Vendors'));
    expect(document.activeElement).toBe(input);
    await until(() => find('[role=listbox]', 'Nothing on this computer matches.'));
  });

  it('tells the new condition of the queue as soon as the main process says it', async () => {
    const bridge = await open();
    await until(() => find('nav', 'Online'));
    await acting(() => goOffline(bridge));
    await until(() => find('nav', 'Offline'));
  });

  it('says as of when the service was well, without saying that aloud', async () => {
    const bridge = await openApp('#/today');
    const block = await until(() => find('nav [aria-label="Sending"]', 'Online · '));
    const spoken = () => block.querySelector('[role=status]')?.textContent;
    const status = await bridge.ask('outbox.status', null);
    bridge.answer({ 'outbox.status': () => ok(status) });
    await acting(async () => bridge.emit('sync.changed', { ...status, condition: { kind: 'paused' } }));
    await until(() => expect(spoken()).toMatch(/^Paused/));
    await acting(async () => bridge.emit('sync.changed', status));
    await until(() => expect(spoken()).toMatch(/^Online · /));
    const before = spoken();
    await acting(async () => bridge.emit('sync.changed', { ...status, wellAt: Date.now() - 42_000 }));
    await until(() => find('nav [aria-label="Sending"]', 'Online, 40 s ago'));
    expect(spoken()).toBe(before);
  });

  it('turns Work offline on with its keys', async () => {
    const bridge = await open();
    await until(() => find('nav', 'Online'));
    await press('o', document.body, { ctrlKey: true, shiftKey: true });
    await until(() => find('nav', 'Working offline'));
    expect(bridge.inputsOf('outbox.workOffline')).toEqual([{ on: true }]);
  });
});

describe('a route', () => {
  it('is the same after it is written and read', () => {
    const route = {
      screen: 'invites' as const,
      path: ['a/b?c', 'ü'],
      query: { tab: 'needs_you', search: 'a&b=c' },
    };
    expect(readHash(writeHash(route))).toEqual(route);
  });

  it('leads to Today where the screen is not known or the hash is broken', () => {
    expect(readHash('#/nowhere/1').screen).toBe('today');
    expect(readHash('#/invites/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  });

  it('keeps the history when a filter replaces it', () => {
    navigate({ screen: 'vendors' });
    const { position } = useNavigation.getState();
    navigate({ screen: 'vendors', query: { search: 'a' } }, true);
    expect(useNavigation.getState().position).toBe(position);
    navigate({ screen: 'outbox' });
    expect(useNavigation.getState().position).toBe(position + 1);
    goBack();
  });
});

describe('a toast', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => useToasts.setState({ toasts: [] }));

  it('goes after 10 seconds, but not while the pointer is on it', async () => {
    await show(<ToastArea />);
    await acting(async () => useToasts.getState().show({ text: '212 invites queued' }));
    await acting(async () =>
      find('[role=status] > div').dispatchEvent(new MouseEvent('mouseover', { bubbles: true })),
    );
    await acting(async () => vi.advanceTimersByTime(30_000));
    expect(document.body.textContent).toContain('212 invites queued');
    await acting(async () =>
      find('[role=status] > div').dispatchEvent(new MouseEvent('mouseout', { bubbles: true })),
    );
    await acting(async () => vi.advanceTimersByTime(10_000));
    expect(document.body.textContent).not.toContain('212 invites queued');
  });

  it('takes back what it can and says how many', async () => {
    await show(<ToastArea />);
    const undo = vi.fn(async () => '210 taken back, 2 had left already');
    await acting(async () => tellDone('212 invites queued', undo));
    await click(find('button', 'Undo'));
    await settle();
    expect(document.body.textContent).toContain('210 taken back, 2 had left already');
    expect(undo).toHaveBeenCalledOnce();
  });
});

function Counts() {
  const { state } = useLive('invites.counts', null, ['entries.changed']);
  if (state.kind !== 'ready') return <p>{state.kind === 'failed' ? state.error.message : 'reading'}</p>;
  return (
    <p>
      {state.value.all} {state.problem?.message}
    </p>
  );
}

describe('data that is kept fresh', () => {
  it('keeps what it has when a later reading fails, and says so beside it', async () => {
    let all = 148;
    const bridge = await openCore({
      company: 'none',
      answers: {
        'invites.counts': () =>
          all < 0
            ? fail('storage', 'The stored data could not be read.')
            : ok({ all, waiting: 0, invited: 0, needs_you: 0, done: 0, cancelled: 0 }),
      },
    });
    await show(<Counts />);
    await until(() => expect(document.body.textContent).toContain('148'));
    all = 149;
    bridge.emit('entries.changed', { ids: ['x'] });
    await until(() => expect(document.body.textContent).toContain('149'));
    all = -1;
    bridge.emit('entries.changed', { ids: ['x'] });
    await until(() => expect(document.body.textContent).toBe('149 The stored data could not be read.'));
  });
});

function Broken(): never {
  throw new Error('drawn wrong');
}

describe('a screen that cannot be drawn', () => {
  it('says so and that nothing is lost, instead of an empty window', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await show(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    quiet.mockRestore();
    expect(find('[role=alert]').textContent).toContain('Nothing is lost');
    expect(find('button', 'Reload')).toBeDefined();
  });
});
