import { describe, expect, it, vi } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { createCorrectionChain } from '#main/outbox/correction-chain.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { EntryDecision } from '#shared/outbox/outbox.ts';
import { unwrap } from './import-harness.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  getEntryState,
  openTestWorkspace,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 1 });
const tooLate = { ok: false, error: { code: 'too_late' } };

/** What a person does with items that correct each other, on a computer whose queue is paused. */
function person(workspace: TestWorkspace) {
  const outbox = outboxHandlers(workspace);
  let corrections = 0;
  const tryCorrect = async (replaces: string) => {
    corrections += 1;
    const invitation = { vendor: { email: `correction${corrections}@x.example.com` } };
    return inviteHandlers(workspace)['invites.enqueue']({ invitation, replaces });
  };
  return {
    tryCorrect,
    correct: async (replaces: string) => unwrap(await tryCorrect(replaces)).entryId,
    cancel: async (entryId: string) => unwrap(await outbox['outbox.cancel']({ entryId })),
    undo: async (entryId: string, what: EntryDecision) =>
      unwrap(await outbox['outbox.undo']({ entryIds: [entryId], what })).undone.length,
    sendAgain: async (entryId: string): Promise<CallResult<unknown>> =>
      outbox['outbox.sendAgain']({ entryId }),
    retryNow: async (entryId: string): Promise<CallResult<unknown>> => outbox['outbox.retryNow']({ entryId }),
    sendAllAgain: async (entryIds: string[]) =>
      unwrap(await outbox['outbox.decideMany']({ entryIds, decision: 'sent_again' })).changed,
  };
}

/** One invite that the service answered, with the queue paused after it. */
async function answeredInvite(behave: Parameters<typeof startWireServer>[0], state: 'rejected' | 'in_doubt') {
  const server = await startWireServer(behave);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const first = await enqueueInvite(workspace);
  await untilState(workspace, first, state);
  workspace.dispatcher.setPaused(true);
  server.behave(accepting);
  const send = async (id: string, to: 'accepted' | 'in_doubt' | 'rejected' = 'accepted') => {
    workspace.dispatcher.setPaused(false);
    await untilState(workspace, id, to);
    workspace.dispatcher.setPaused(true);
  };
  return { server, workspace, first, send, ...person(workspace) };
}

const refusedInvite = () => answeredInvite(answering(422), 'rejected');
const doubtfulInvite = () => answeredInvite(hangingUp, 'in_doubt');

describe('of the corrections of one item', () => {
  it('one that was canceled is not corrected where the item itself was tried since', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.dispatcher.setPaused(true);
    const { cancel, correct, undo, tryCorrect } = person(workspace);
    const first = await enqueueInvite(workspace);
    await cancel(first);
    const second = await correct(first);
    await cancel(second);
    expect(await undo(first, 'cancelled')).toBe(1);
    workspace.dispatcher.setPaused(false);
    await untilState(workspace, first, 'in_doubt');
    workspace.dispatcher.setPaused(true);
    expect(await tryCorrect(second)).toMatchObject({
      ...tooLate,
      error: { message: 'Another version of this item was tried since. Open that one. Nothing was queued.' },
    });
    // Whoever corrects the one that may have been sent knows it.
    await correct(first);
  });

  it('only one is queued, where “Cancel” for another is undone', async () => {
    const { workspace, server, first, send, correct, cancel, undo } = await refusedInvite();
    const second = await correct(first);
    await cancel(second);
    const third = await correct(first);
    expect(await undo(second, 'cancelled')).toBe(0);
    await send(third);
    expect(await undo(second, 'cancelled')).toBe(0);
    expect(getEntryState(workspace, second)).toBe('cancelled');
    expect(server.posts()).toHaveLength(2);
  });

  it('only one is queued, where one further down the chain is', async () => {
    const { first, correct, cancel, undo, tryCorrect } = await refusedInvite();
    const second = await correct(first);
    await cancel(second);
    const third = await correct(second);
    expect(await tryCorrect(first)).toMatchObject(tooLate);
    expect(await tryCorrect(second)).toMatchObject(tooLate);
    expect(await undo(first, 'corrected')).toBe(0);
    await cancel(third);
    const fourth = await correct(first);
    expect(await tryCorrect(second)).toMatchObject(tooLate);
    expect(await tryCorrect(third)).toMatchObject(tooLate);
    expect(await undo(third, 'cancelled')).toBe(0);
    await cancel(fourth);
    expect(await undo(third, 'cancelled')).toBe(1);
    expect(await undo(fourth, 'cancelled')).toBe(0);
  });

  it('one that comes back is not followed by one that was canceled before it was sent', async () => {
    const { first, send, correct, cancel, undo, sendAgain } = await doubtfulInvite();
    const second = await correct(first);
    await cancel(second);
    expect(await sendAgain(first)).toMatchObject({ ok: true });
    await send(first);
    expect(await undo(second, 'cancelled')).toBe(0);
  });

  it('a canceled one comes back where the others were tried before it was canceled', async () => {
    const { first, correct, cancel, undo } = await doubtfulInvite();
    const second = await correct(first);
    await cancel(second);
    expect(await undo(second, 'cancelled')).toBe(1);
  });

  it('a canceled one does not come back behind a canceled one that may have been sent', async () => {
    const { workspace, server, first, send, correct, cancel, undo, sendAgain } = await doubtfulInvite();
    expect(await sendAgain(first)).toMatchObject({ ok: true });
    await cancel(first);
    const second = await correct(first);
    server.behave(hangingUp);
    await send(second, 'in_doubt');
    await cancel(second);
    expect(await undo(first, 'cancelled')).toBe(0);
    expect(getEntryState(workspace, first)).toBe('cancelled');
  });

  it.each(['cancelled', 'rejected'] as const)(
    'the first can be corrected again where its correction was %s and closed',
    async (how) => {
      const { workspace, server, first, send, correct, cancel, tryCorrect } = await refusedInvite();
      const second = await correct(first);
      if (how === 'rejected') {
        server.behave(answering(422));
        await send(second, 'rejected');
        expect(await tryCorrect(first)).toMatchObject(tooLate);
      }
      await cancel(second);
      const third = await correct(first);
      expect(getEntryState(workspace, third)).toBe('queued');
    },
  );
});

describe('an item that will be sent without anybody’s doing is not corrected', () => {
  it.each([
    ['queued', accepting],
    ['waiting', answering(503, { 'retry-after': '3600' })],
    ['sending', silence],
  ] as const)('while it is %s', async (state, behave) => {
    const server = await startWireServer(behave);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.dispatcher.setPaused(state === 'queued');
    const first = await enqueueInvite(workspace);
    await untilState(workspace, first, state);
    expect(await person(workspace).tryCorrect(first)).toMatchObject(tooLate);
    expect(workspace.entries.counts()[state]).toBe(1);
  });
});

describe('an item that may have been sent', () => {
  it('is not sent again where its correction was sent', async () => {
    const { workspace, server, first, send, correct, sendAgain, sendAllAgain } = await doubtfulInvite();
    const second = await correct(first);
    expect(await sendAgain(first)).toMatchObject(tooLate);
    await send(second);
    expect(await sendAgain(first)).toMatchObject(tooLate);
    expect(await sendAllAgain([first])).toEqual([]);
    expect(getEntryState(workspace, first)).toBe('in_doubt');
    expect(server.posts()).toHaveLength(2);
  });

  it('is not sent again beside its correction, where both are chosen', async () => {
    const { workspace, server, first, send, correct, sendAllAgain } = await doubtfulInvite();
    server.behave(hangingUp);
    const second = await correct(first);
    await send(second, 'in_doubt');
    expect(await sendAllAgain([first, second])).toEqual([second]);
    expect(getEntryState(workspace, first)).toBe('in_doubt');
  });

  it('is sent again where its correction was canceled', async () => {
    const { first, correct, cancel, sendAgain } = await doubtfulInvite();
    await cancel(await correct(first));
    expect(await sendAgain(first)).toMatchObject({ ok: true });
  });

  it('is not corrected while the item that it corrects is on its way again', async () => {
    const { first, correct, cancel, sendAgain, tryCorrect } = await doubtfulInvite();
    const second = await correct(first);
    await cancel(second);
    expect(await sendAgain(first)).toMatchObject({ ok: true });
    expect(await tryCorrect(second)).toMatchObject(tooLate);
    expect(await tryCorrect(first)).toMatchObject(tooLate);
  });
});

it('a circle of corrections, which only another computer can have made, is read to its end', async () => {
  const { workspace, first, correct, tryCorrect } = await refusedInvite();
  const second = await correct(first);
  workspace.db.prepare('UPDATE entry SET replaces = ? WHERE id = ?').run(second, first);
  expect(await tryCorrect(first)).toMatchObject(tooLate);
});

it('the chain of a correction is found by indexes', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const prepare = vi.spyOn(workspace.db, 'prepare');
  createCorrectionChain(workspace.db);
  const [sql] = prepare.mock.calls[0] ?? [''];
  const plan = workspace.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all({ entryId: '' });
  expect(JSON.stringify(plan)).toContain('entry_replaced');
  expect(JSON.stringify(plan)).not.toMatch(/SCAN (?:e|entry|own|h|history)\b/);
});

it('one that was given up is not tried again beside its correction', async () => {
  const { workspace, server, first, send, correct, retryNow, undo } = await refusedInvite();
  workspace.db.prepare("UPDATE entry SET state = 'dead', reason = NULL WHERE id = ?").run(first);
  const second = await correct(first);
  expect(getEntryState(workspace, first)).toBe('cancelled');
  // As a workspace from before holds it, in which a correction closed nothing.
  workspace.db.prepare("UPDATE entry SET state = 'dead', reason = NULL WHERE id = ?").run(first);
  server.behave(silence);
  expect(await retryNow(first)).toMatchObject(tooLate);
  server.behave(accepting);
  await send(second);
  expect(await retryNow(first)).toMatchObject(tooLate);
  expect(await undo(first, 'corrected')).toBe(0);
});
