import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draftHandlers } from '#main/features/drafts.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { maxDrafts } from '#shared/ipc/drafts.ts';
import { startTestCore } from './core-harness.ts';
import { openTestWorkspace, temporaryFolder } from './workspace-harness.ts';

const unreachable = 'http://127.0.0.1:9';

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function withDrafts() {
  const workspace = await openTestWorkspace({ baseUrl: unreachable, token: null });
  const calls = draftHandlers(workspace);
  return {
    workspace,
    save: (key: string, fields: Record<string, string>) =>
      unwrap(calls['drafts.save']({ kind: 'invite', key, title: fields['companyName'] ?? '', fields })),
    get: (key: string) => unwrap(calls['drafts.get']({ kind: 'invite', key })),
    discard: (key: string) => unwrap(calls['drafts.discard']({ kind: 'invite', key })),
    list: () => unwrap(calls['drafts.list']({ kind: 'invite' })),
    calls,
  };
}

describe('drafts', () => {
  it('are there after a restart exactly as they were typed, one for each form', async () => {
    const dataDir = temporaryFolder();
    const app = await startTestCore({ dataDir });
    expect(await app.connect(unreachable, 'token-of-the-test')).toMatchObject({ ok: true });
    const corrects = `corrects:${randomUUID()}`;
    const fields = { email: 'mara@lantern.example.com ', company: '{"name": ' };
    for (const key of ['new', corrects])
      await app.call('drafts.save', { kind: 'invite', key, title: key, fields });
    await app.call('drafts.save', {
      kind: 'verification',
      key: 'new',
      title: 'Other',
      fields: { type: 'x' },
    });
    await app.stop();
    const again = await startTestCore({ dataDir });
    expect(await again.call('drafts.get', { kind: 'invite', key: corrects })).toMatchObject({
      ok: true,
      value: { fields },
    });
    const listed = await again.call('drafts.list', { kind: 'invite' });
    expect(listed).toMatchObject({ ok: true, value: { length: 2 } });
    expect(await again.call('drafts.list', { kind: 'verification' })).toMatchObject({
      value: [{ title: 'Other' }],
    });
  });

  it('are told of, listed newest first, and handed back when they are discarded', async () => {
    const { workspace, save, list, discard, get } = await withDrafts();
    await save('new', { companyName: 'Lantern' });
    workspace.fake.setWall(workspace.fake.wall() + 1000);
    const other = `new:${randomUUID()}`;
    await save(other, { companyName: 'Quist' });
    expect((await list()).map(({ title }) => title)).toEqual(['Quist', 'Lantern']);
    expect(await discard(other)).toMatchObject({ title: 'Quist', fields: { companyName: 'Quist' } });
    expect(await discard(other)).toBeNull();
    expect(await get(other)).toBeNull();
    expect((await list()).map(({ title }) => title)).toEqual(['Lantern']);
  });

  it('are dropped by the commit that enqueues them, and by no refused enqueue', async () => {
    const { workspace, save, get } = await withDrafts();
    await save('new', { companyName: 'Lantern' });
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    const bad = await enqueue({ invitation: { vendor: { email: 'nobody' } }, replaces: null, draft: 'new' });
    expect(bad.ok).toBe(false);
    expect(await get('new')).not.toBeNull();
    const invitation = { vendor: { email: 'mara@lantern.example.com' } };
    expect((await enqueue({ invitation, replaces: null, draft: 'new' })).ok).toBe(true);
    expect(await get('new')).toBeNull();
  });

  it('are bounded in number, and those that are there can still be written', async () => {
    const { save, calls } = await withDrafts();
    for (let number = 0; number < maxDrafts - 1; number += 1) await save(`new:${randomUUID()}`, { a: 'b' });
    await save('new', { a: 'b' });
    const one = { kind: 'invite' as const, title: '', fields: { a: 'c' } };
    expect(await calls['drafts.save']({ ...one, key: `new:${randomUUID()}` })).toMatchObject({ ok: false });
    expect(await calls['drafts.save']({ ...one, key: 'new' })).toMatchObject({ ok: true });
  });
});
