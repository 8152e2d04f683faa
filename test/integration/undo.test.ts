import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { unwrap } from './import-harness.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  toProgress,
  getEntryState,
  temporaryFolder,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';

async function unclearAndRefused(folder = temporaryFolder()) {
  const server = await startWireServer(hangingUp);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
  const unclear = await enqueueInvite(workspace);
  await untilState(workspace, unclear, 'in_doubt');
  server.behave(answering(422));
  const refused = await enqueueInvite(workspace);
  await untilState(workspace, refused, 'rejected');
  workspace.dispatcher.setPaused(true);
  const queued = await enqueueInvite(workspace);
  return { server, workspace, unclear, refused, queued, outbox: outboxHandlers(workspace) };
}

/** What is stored of an entry, apart from when it changed. */
function stored(workspace: TestWorkspace, id: string) {
  const { changedAt: _at, ...rest } = toProgress(workspace, id);
  return rest;
}

describe('undo of a decision on an entry', () => {
  it('puts what was canceled back to what it was, and notes both', async () => {
    const { workspace, unclear, refused, queued, outbox } = await unclearAndRefused();
    for (const id of [unclear, refused, queued]) {
      const before = stored(workspace, id);
      unwrap(await outbox['outbox.cancel']({ entryId: id }));
      expect(getEntryState(workspace, id)).toBe('cancelled');
      expect(unwrap(await outbox['outbox.undo']({ entryIds: [id], what: 'cancelled' })).undone).toEqual([id]);
      expect(stored(workspace, id)).toEqual(before);
      const [last, one] = workspace.entries.history(id).map(({ event }) => event);
      expect([one, last]).toEqual(['cancelled', 'undone']);
    }
  });

  it('takes back that an invite counts as sent, or is sent again, until it leaves', async () => {
    const { workspace, server, unclear, outbox } = await unclearAndRefused();
    const before = stored(workspace, unclear);
    unwrap(await outbox['outbox.markAsSent']({ entryId: unclear }));
    expect(stored(workspace, unclear)).toMatchObject({ state: 'accepted', markedByPerson: true });
    unwrap(await outbox['outbox.undo']({ entryIds: [unclear], what: 'marked_as_sent' }));
    expect(stored(workspace, unclear)).toEqual(before);
    unwrap(await outbox['outbox.sendAgain']({ entryId: unclear }));
    unwrap(await outbox['outbox.undo']({ entryIds: [unclear], what: 'sent_again' }));
    expect(stored(workspace, unclear)).toEqual(before);
    unwrap(await outbox['outbox.sendAgain']({ entryId: unclear }));
    server.behave(silence);
    workspace.dispatcher.setPaused(false);
    await untilState(workspace, unclear, 'sending');
    expect(unwrap(await outbox['outbox.undo']({ entryIds: [unclear], what: 'sent_again' }))).toEqual({
      undone: [],
      sending: 1,
      changed: 0,
    });
  });

  it('undoes only the decision that was made last, and each once', async () => {
    const { workspace, unclear, outbox } = await unclearAndRefused();
    const undo = async (what: 'cancelled' | 'sent_again') =>
      unwrap(await outbox['outbox.undo']({ entryIds: [unclear], what })).undone.length;
    unwrap(await outbox['outbox.sendAgain']({ entryId: unclear }));
    unwrap(await outbox['outbox.cancel']({ entryId: unclear }));
    expect(await undo('sent_again')).toBe(0);
    expect(await undo('cancelled')).toBe(1);
    expect(await undo('cancelled')).toBe(0);
    expect(getEntryState(workspace, unclear)).toBe('queued');
    expect(await undo('sent_again')).toBe(1);
    expect(getEntryState(workspace, unclear)).toBe('in_doubt');
    expect(await undo('sent_again')).toBe(0);
  });

  it('is not taken for that of another decision, or of one after which something happened', async () => {
    const { workspace, refused, unclear, outbox } = await unclearAndRefused();
    unwrap(await outbox['outbox.cancel']({ entryId: refused }));
    expect(workspace.entries.undo(refused, 'corrected', workspace.clock.wall())).toBe('too_late');
    expect(getEntryState(workspace, refused)).toBe('cancelled');
    unwrap(await outbox['outbox.cancel']({ entryId: unclear }));
    expect(workspace.entries.standingDecision(unclear)).toBe('cancelled');
    workspace.db
      .prepare("INSERT INTO history (entry, at, event) SELECT seq, 1, 'accepted' FROM entry WHERE id = ?")
      .run(unclear);
    expect(workspace.entries.standingDecision(unclear)).toBeNull();
  });

  it('of what was enqueued leaves alone what may have been sent, or was refused', async () => {
    const { workspace, unclear, refused, queued, outbox } = await unclearAndRefused();
    const entryIds = [unclear, refused, queued];
    expect(unwrap(await outbox['outbox.undo']({ entryIds, what: 'enqueued' })).undone).toEqual([queued]);
    expect(entryIds.map((id) => getEntryState(workspace, id))).toEqual(['in_doubt', 'rejected', 'cancelled']);
  });

  it('is possible after a restart', async () => {
    const folder = temporaryFolder();
    const { workspace, server, unclear, outbox } = await unclearAndRefused(folder);
    unwrap(await outbox['outbox.cancel']({ entryId: unclear }));
    await workspace.close();
    const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    unwrap(await outboxHandlers(again)['outbox.undo']({ entryIds: [unclear], what: 'cancelled' }));
    expect(getEntryState(again, unclear)).toBe('in_doubt');
  });

  it('of a correction cancels the new one and brings back the one that it replaced', async () => {
    const { workspace, refused, outbox } = await unclearAndRefused();
    const before = stored(workspace, refused);
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    const invitation = { vendor: { email: 'right@x.example.com' } };
    const { entryId } = unwrap(await enqueue({ invitation, replaces: refused }));
    expect(getEntryState(workspace, refused)).toBe('cancelled');
    expect(workspace.entries.history(refused)[0]?.event).toBe('corrected');
    expect(unwrap(await outbox['outbox.undo']({ entryIds: [entryId], what: 'enqueued' }))).toEqual({
      undone: [entryId],
      sending: 0,
      changed: 0,
    });
    expect(getEntryState(workspace, entryId)).toBe('cancelled');
    expect(stored(workspace, refused)).toEqual(before);
    expect((await enqueue({ invitation, replaces: refused })).ok).toBe(true);
  });

  it('of a correction sends an event for the replaced entry only if it is restored', async () => {
    const { workspace, refused, unclear, outbox } = await unclearAndRefused();
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    const invitation = { vendor: { email: 'right@x.example.com' } };
    for (const id of [refused, unclear]) {
      // An entry canceled before the correction stays canceled.
      if (id === unclear) unwrap(await outbox['outbox.cancel']({ entryId: id }));
      workspace.fake.advance(1);
      const { entryId } = unwrap(await enqueue({ invitation, replaces: id }));
      workspace.events.length = 0;
      const call = outbox['outbox.undo'];
      expect(unwrap(await call({ entryIds: [entryId, 'nothing'], what: 'enqueued' }))).toEqual({
        undone: [entryId],
        sending: 0,
        changed: 1,
      });
      const ids = workspace.events
        .filter(({ name }) => name === 'entries.changed')
        .map(({ payload }) => payload);
      expect(ids).toEqual([{ ids: id === refused ? [entryId, refused] : [entryId] }]);
    }
  });

  it('does not queue again what was canceled, where a correction has taken its place', async () => {
    const { workspace, unclear, queued, outbox } = await unclearAndRefused();
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    for (const id of [queued, unclear]) {
      unwrap(await outbox['outbox.cancel']({ entryId: id }));
      const invitation = { vendor: { email: `instead-of-${id}@x.example.com` } };
      const { entryId } = unwrap(await enqueue({ invitation, replaces: id }));
      const undo = async () =>
        unwrap(await outbox['outbox.undo']({ entryIds: [id], what: 'cancelled' })).undone.length;
      expect(await undo()).toBe(0);
      expect(getEntryState(workspace, id)).toBe('cancelled');
      // Without the correction it can come back.
      unwrap(await outbox['outbox.cancel']({ entryId }));
      expect(await undo()).toBe(1);
      if (id !== queued) continue;
      // And then the correction cannot, while the one that it corrects is on its way.
      expect(unwrap(await outbox['outbox.undo']({ entryIds: [entryId], what: 'cancelled' })).undone).toEqual(
        [],
      );
      expect(getEntryState(workspace, entryId)).toBe('cancelled');
    }
  });

  it('leaves one alone that is on its way where it is corrected in another window', async () => {
    const { workspace, queued } = await unclearAndRefused();
    const invitation = { vendor: { email: 'right@x.example.com' } };
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    expect(await enqueue({ invitation, replaces: queued })).toMatchObject({
      ok: false,
      error: { code: 'too_late' },
    });
    const submit = verificationHandlers(workspace)['verifications.enqueue'];
    const data = { licenseNumber: '1' };
    const check = { type: 'license', data, vendorId: null, replaces: null };
    const { entryId } = unwrap(await submit(check));
    expect(await submit({ ...check, replaces: entryId })).toMatchObject({ error: { code: 'too_late' } });
  });

  it('leaves alone what was sent, and counts it', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const sent = await enqueueInvite(workspace);
    await untilState(workspace, sent, 'accepted');
    workspace.dispatcher.setPaused(true);
    const queued = await enqueueInvite(workspace);
    expect(
      unwrap(await outboxHandlers(workspace)['outbox.undo']({ entryIds: [sent, queued], what: 'enqueued' })),
    ).toEqual({ undone: [queued], sending: 0, changed: 1 });
    expect(getEntryState(workspace, sent)).toBe('accepted');
  });
});
