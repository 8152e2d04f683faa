import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entryProgress } from '#shared/ipc/outbox.ts';
import { startTestCore } from './core-harness.ts';
import { temporaryFolder } from './workspace-harness.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';

const accepting = answeringJson({ id: '7d1b' });

/** What can be queued, with a word that tells one version of it from another. */
const kinds = {
  invite: {
    call: 'invites.enqueue',
    get: 'invites.get',
    input: (word: string) => ({ invitation: { vendor: { email: `${word}@x.example.com` } } }),
  },
  verification: {
    call: 'verifications.enqueue',
    get: 'verifications.get',
    input: (word: string) => ({ type: 'license', data: { licenseNumber: word }, vendorId: null }),
  },
} as const;

async function open(kind: keyof typeof kinds) {
  const server = await startWireServer(accepting);
  const test = await startTestCore({ dataDir: temporaryFolder() });
  expect(await test.connect(server.baseUrl, 'a-token')).toMatchObject({ ok: true });
  const { call, get, input } = kinds[kind];
  async function enqueue(
    word: string,
    of: { replaces: string | null; edits?: boolean } = { replaces: null },
  ) {
    return test.call(call, { ...input(word), ...of });
  }
  const toRow = (result: { ok: boolean; value?: unknown }) => entryProgress.parse(result.value);
  const find = async (entryId: string) => {
    const result = await test.call(get, { entryId });
    if (!result.ok) throw new Error(result.error.message);
    return entryProgress.extend({ replacedBy: z.string().nullable() }).parse(result.value);
  };
  const until = (entryId: string, state: string) =>
    expect.poll(async () => (await find(entryId)).state).toBe(state);
  return {
    server,
    ask: async (name: string, input?: unknown) => test.call(name, input),
    enqueue,
    toRow,
    find,
    until,
    pause: async (paused: boolean) => test.call('outbox.pause', { paused }),
    edit: async (word: string, replaces: string) => enqueue(word, { replaces, edits: true }),
    bodies: () => server.posts().map(({ body }) => body),
  };
}

describe.each(['invite', 'verification'] as const)('a queued %s', (kind) => {
  it('that is edited goes out once, as it was saved last', async () => {
    const { pause, enqueue, edit, toRow, find, until, bodies } = await open(kind);
    await pause(true);
    const first = toRow(await enqueue('first')).entryId;
    const second = toRow(await edit('second', first)).entryId;
    const third = toRow(await edit('third', second)).entryId;
    expect(await find(first)).toMatchObject({ state: 'cancelled', replacedBy: second });
    expect(await edit('beside', first)).toMatchObject({ ok: false, error: { code: 'too_late' } });
    await pause(false);
    await until(third, 'accepted');
    expect(bodies()).toEqual([expect.stringContaining('third')]);
  });

  it('is as it was before where its edit is undone', async () => {
    const { ask, pause, enqueue, edit, toRow, find, until, bodies } = await open(kind);
    await pause(true);
    const first = toRow(await enqueue('first')).entryId;
    const second = toRow(await edit('second', first)).entryId;
    await ask('outbox.undo', { entryIds: [second], what: 'enqueued' });
    expect((await find(second)).state).toBe('cancelled');
    expect((await find(first)).state).toBe('queued');
    await pause(false);
    await until(first, 'accepted');
    expect(bodies()).toEqual([expect.stringContaining('first')]);
  });

  it.each([
    ['is being sent', silence, 'sending'],
    ['was sent', accepting, 'accepted'],
    ['was refused', answering(422), 'rejected'],
  ] as const)('that %s meanwhile is not edited, and that is said', async (_what, behave, state) => {
    const { server, enqueue, edit, toRow, until } = await open(kind);
    server.behave(behave);
    const first = toRow(await enqueue('first')).entryId;
    await until(first, state);
    server.behave(accepting);
    expect(await edit('second', first)).toEqual({
      ok: false,
      error: {
        code: 'too_late',
        message:
          'This item can’t be edited anymore: sending has started, or it was canceled. Nothing was queued.',
      },
    });
    // Its request may be on its way to the service.
    await expect.poll(() => server.posts().length, { timeout: 20_000 }).toBe(1);
  });
});

describe('an invite that waits for another try', () => {
  it('can be edited where it is known that nothing was sent', async () => {
    const { server, enqueue, edit, toRow, until, ask, bodies } = await open('invite');
    server.behave(answering(503, { 'retry-after': '3600' }));
    const first = toRow(await enqueue('first')).entryId;
    await until(first, 'waiting');
    server.behave(accepting);
    const second = toRow(await edit('second', first)).entryId;
    await ask('outbox.syncNow');
    await until(second, 'accepted');
    expect(bodies().filter((body) => body.includes('second'))).toHaveLength(1);
  });

  it('cannot where a person sends again what may have been sent', async () => {
    const { server, pause, enqueue, edit, toRow, until, ask } = await open('invite');
    server.behave(hangingUp);
    const first = toRow(await enqueue('first')).entryId;
    await until(first, 'in_doubt');
    await pause(true);
    await ask('outbox.sendAgain', { entryId: first });
    await until(first, 'queued');
    expect(await edit('second', first)).toMatchObject({ ok: false, error: { code: 'too_late' } });
  });
});
