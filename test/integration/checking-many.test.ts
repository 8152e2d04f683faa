import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkHandlers } from '#main/features/checks.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { checkRequest } from '#shared/ipc/checks.ts';
import { getError, unwrap } from './import-harness.ts';
import { answerBytes, startWireServer } from './wire-server.ts';
import { enqueueVerification, openTestWorkspace, until, untilState } from './workspace-harness.ts';

const json = { 'content-type': 'application/json' };
const log = { write: () => undefined };

/** A service that takes verifications at once and holds back every question for a result until the test lets it go. */
async function holdingService() {
  const held: Socket[] = [];
  let most = 0;
  const server = await startWireServer(({ method }, socket) => {
    if (method === 'POST') {
      socket.write(answerBytes(200, json, JSON.stringify({ success: true, id: randomUUID() })));
      return;
    }
    held.push(socket);
    most = Math.max(most, held.length);
  });
  return {
    server,
    held,
    most: () => most,
    answer: (status: string) => {
      held.shift()?.write(answerBytes(200, json, JSON.stringify({ status })));
    },
  };
}

describe('checking many results now', () => {
  it('looks at all of a tab that are not final, within the limit, and tells how far it is', async () => {
    const { server, held, most, answer } = await holdingService();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 3 });
    const ids: string[] = [];
    for (let number = 0; number < 8; number += 1) ids.push(await enqueueVerification(workspace));
    for (const id of ids) await untilState(workspace, id, 'accepted');
    await until(() => workspace.dispatcher.canRead(), 'it is online');
    const calls = checkHandlers(workspace, log);
    const run = unwrap(await calls['checks.begin']({ what: 'verification_tab', tab: 'being_checked' }));
    expect(run).toMatchObject({ list: 'verifications', total: 8, ended: false });
    for (let answered = 0; answered < 8; answered += 1) {
      await until(() => held.length > 0, 'a result is asked for');
      answer(answered < 5 ? 'verified' : 'in_progress');
    }
    const latest = async () => unwrap(await calls['checks.latest'](null));
    await expect.poll(latest).toMatchObject({ done: 8, final: 5, problems: 0, notAsked: 0, ended: true });
    expect(most()).toBe(3);
    const told = workspace.events.filter(({ name }) => name === 'checks.changed');
    expect(told.at(-1)?.payload).toMatchObject({ ended: true });
    // What is final is not asked for again.
    expect(workspace.verifications.notFinal('all')).toHaveLength(3);
  });

  it('looks at those that are named, and leaves out what has no result to ask for', async () => {
    const { server, held, answer } = await holdingService();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const sent = await enqueueVerification(workspace);
    await untilState(workspace, sent, 'accepted');
    workspace.dispatcher.setPaused(true);
    const unsent = await enqueueVerification(workspace);
    workspace.dispatcher.setPaused(false);
    const calls = checkHandlers(workspace, log);
    const entryIds = [
      sent,
      randomUUID(),
      ...(workspace.verifications.get(unsent)?.watch === null ? [unsent] : []),
    ];
    const run = unwrap(await calls['checks.begin']({ what: 'verifications', entryIds }));
    expect(run).toMatchObject({ total: 1 });
    await until(() => held.length > 0, 'a result is asked for');
    answer('verified');
    await expect
      .poll(async () => unwrap(await calls['checks.latest'](null)))
      .toMatchObject({ done: 1, final: 1, ended: true });
  });

  it('looks at documents too, one list at a time', async () => {
    const { server, held, answer } = await holdingService();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await until(() => workspace.dispatcher.canRead(), 'it is online');
    workspace.updateSettings({ concurrency: 1 });
    const ids = [randomUUID(), randomUUID()];
    await documentHandlers(workspace)['documents.add']({ ids, vendorId: null });
    const check = await enqueueVerification(workspace);
    await untilState(workspace, check, 'accepted');
    const calls = checkHandlers(workspace, log);
    expect(unwrap(await calls['checks.begin']({ what: 'document_group', group: 'not_ready' }))).toMatchObject(
      {
        list: 'documents',
        total: 2,
      },
    );
    expect(getError(await calls['checks.begin']({ what: 'verification_tab', tab: 'all' })).code).toBe(
      'too_late',
    );
    unwrap(await calls['checks.stop'](null));
    await until(() => held.length > 0, 'a result is asked for');
    answer('completed');
    await expect
      .poll(async () => unwrap(await calls['checks.latest'](null)))
      .toMatchObject({ done: 1, notAsked: 1, ended: true, reason: 'You stopped it.' });
  });

  it('says why not where the person works offline', async () => {
    const { server } = await holdingService();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.dispatcher.setWorkOffline(true);
    const calls = checkHandlers(workspace, log);
    const refused = getError(await calls['checks.begin']({ what: 'verification_tab', tab: 'all' }));
    expect(refused.message).toContain('You’re working offline.');
  });

  it('says how many of the named ones it could not ask for, and why, where the network goes meanwhile', async () => {
    const { server, held, answer } = await holdingService();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await until(() => workspace.dispatcher.canRead(), 'it is online');
    workspace.updateSettings({ concurrency: 1 });
    // A job's ID need not be of a version that the newer standards know.
    const ids = ['00000000-1111-0000-0000-000000000001', randomUUID(), randomUUID()];
    await documentHandlers(workspace)['documents.add']({ ids, vendorId: null });
    const calls = checkHandlers(workspace, log);
    const request = checkRequest.parse({ what: 'documents', jobIds: ids });
    expect(unwrap(await calls['checks.begin'](request))).toMatchObject({ list: 'documents', total: 3 });
    await until(() => held.length > 0, 'a result is asked for');
    workspace.dispatcher.setWorkOffline(true);
    answer('completed');
    await expect
      .poll(async () => unwrap(await calls['checks.latest'](null)))
      .toMatchObject({
        done: 1,
        notAsked: 2,
        ended: true,
        reason: 'You’re working offline. Go online to do this.',
      });
  });
});
