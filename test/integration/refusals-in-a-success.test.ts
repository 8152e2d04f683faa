import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  passUntil,
  toProgress,
  getEntryState,
  until,
  untilState,
} from './workspace-harness.ts';

const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
const minute = 60_000;
const words = 'Tom Okafor is on the exclusion list.';

const failures: [string, unknown][] = [
  ['success: false with a message', { success: false, message: words }],
  ['success: false beside an id', { success: false, id: 'r-1', message: words }],
  ['an error text', { error: words }],
  ['an error object', { error: { code: 'EXCLUDED', message: words } }],
  ['a list of errors', { errors: [{ message: words }] }],
  ['a failed JSend envelope', { status: 'error', message: words }],
];

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function open(behaviour: Behaviour) {
  const server = await startWireServer(behaviour);
  return { server, workspace: await openTestWorkspace({ baseUrl: server.baseUrl }) };
}

/** Takes a verification under an id, and answers every question by `reading`. */
function queueThen(id: unknown, reading: Behaviour): Behaviour {
  const taking = answeringJson({ success: true, id });
  return (request, socket) => {
    (request.method === 'POST' ? taking : reading)(request, socket);
  };
}

async function verificationThen(id: unknown, reading: Behaviour) {
  const opened = await open(queueThen(id, reading));
  const entryId = await enqueueVerification(opened.workspace);
  await untilState(opened.workspace, entryId, 'accepted');
  return { ...opened, entryId };
}

function toWatch(workspace: Workspace, entryId: string) {
  return workspace.verifications.get(entryId)?.watch ?? null;
}

describe('a success that says that it failed', () => {
  it.each(failures)(
    'with %s refuses an invite and a verification, in the words of the service',
    async (_name, body) => {
      const { workspace, server } = await open(answeringJson(body));
      for (const id of [await enqueueInvite(workspace), await enqueueVerification(workspace)]) {
        await untilState(workspace, id, 'rejected');
        const { reason } = toProgress(workspace, id);
        expect(reason).toMatchObject({ code: 'refused', status: 200 });
        expect(JSON.stringify(reason)).toContain(words);
      }
      expect(server.posts()).toHaveLength(2);
    },
  );

  it.each(failures.filter(([name]) => !name.includes('JSend')))(
    'with %s refuses all three questions, in the words of the service',
    async (_name, body) => {
      const { workspace, entryId } = await verificationThen('r-1', answeringJson(body));
      const asked = await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
      expect(
        asked.ok
          ? unwrap(await verificationHandlers(workspace)['verifications.get']({ entryId })).watch?.problem
          : asked.error.message,
      ).toContain(words);
      unwrap(await documentHandlers(workspace)['documents.add']({ ids: [job], vendorId: null }));
      await documentHandlers(workspace)['documents.checkNow']({ jobId: job });
      const document = unwrap(await documentHandlers(workspace)['documents.get']({ jobId: job }));
      expect(document.watch?.problem).toContain(words);
      const vendor = await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' });
      expect(vendor).toMatchObject({ ok: false, error: { code: 'refused' } });
      expect(JSON.stringify(vendor)).toContain(words);
    },
  );

  it('does not hide a document that could not be processed: its errors are a field of the result', async () => {
    const { workspace } = await open(
      answeringJson({ id: job, status: 'failed', errors: 'The page is blank.' }),
    );
    unwrap(await documentHandlers(workspace)['documents.add']({ ids: [job], vendorId: null }));
    await documentHandlers(workspace)['documents.checkNow']({ jobId: job });
    const document = unwrap(await documentHandlers(workspace)['documents.get']({ jobId: job }));
    expect(document.result?.value).toMatchObject({ errors: 'The page is blank.' });
  });
});

describe('an id that is a number', () => {
  it('is the text of its digits, by which the result is asked for', async () => {
    const { server, workspace, entryId } = await verificationThen(
      4711,
      answeringJson({ id: 4711, status: 'verified', response: { isMatch: true } }),
    );
    expect(workspace.verifications.get(entryId)?.requestId).toBe('4711');
    await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
    expect(server.requests.some(({ path }) => path === '/api/verification/4711')).toBe(true);
    expect(workspace.verifications.get(entryId)).toMatchObject({ status: 'verified', answeredId: null });
  });
});

describe('a result that is not ready yet', () => {
  it.each([
    ['202 and nothing', answering(202)],
    ['202 and a receipt', answeringJson({ message: 'Still working on it' }, 202)],
    ['204', answering(204)],
    ['200 and nothing', answering(200)],
  ])('is asked for again after %s, and no problem is claimed', async (_name, reading) => {
    const { server, workspace, entryId } = await verificationThen('r-1', reading);
    await passUntil(workspace.fake, () => (toWatch(workspace, entryId)?.checks ?? 0) >= 3, 5 * minute);
    expect(toWatch(workspace, entryId)).toMatchObject({ kind: 'watching', problem: null });
    server.behave(answeringJson({ id: 'r-1', status: 'verified', response: { isMatch: true } }));
    await passUntil(workspace.fake, () => toWatch(workspace, entryId)?.kind === 'settled', 10 * minute);
  });

  it('is a result where 202 brings one', async () => {
    const result = { id: 'r-1', status: 'verified', response: { isMatch: true } };
    const { workspace, entryId } = await verificationThen('r-1', answeringJson(result, 202));
    await passUntil(workspace.fake, () => toWatch(workspace, entryId)?.kind === 'settled', 5 * minute);
  });
});

describe('answers in an envelope that the workspace names', () => {
  it('are read inside it, for all five operations', async () => {
    const getAnswer = (method: string, path: string): unknown => {
      if (method === 'POST')
        return path === '/vendors' ? { vendorStatus: 'INVITED', complianceStatus: 'PENDING' } : { id: 'r-1' };
      if (path.startsWith('/api/verification/'))
        return { id: 'r-1', status: 'verified', response: { isMatch: true } };
      if (path.startsWith('/api/vision/')) return { id: job, status: 'completed', documentType: 'W9' };
      return { id: 'v-1', companyName: 'Okafor Electric' };
    };
    const { workspace } = await open((request, socket) => {
      answeringJson({ data: getAnswer(request.method, request.path) })(request, socket);
    });
    workspace.updateSettings({ envelope: 'data' });
    const invite = await enqueueInvite(workspace);
    const entryId = await enqueueVerification(workspace);
    await untilState(workspace, invite, 'accepted');
    await untilState(workspace, entryId, 'accepted');
    expect(workspace.invites.get(invite)).toMatchObject({
      vendorStatus: 'INVITED',
      complianceStatus: 'PENDING',
    });
    expect(
      unwrap(await inviteHandlers(workspace)['invites.get']({ entryId: invite })).result?.value,
    ).toMatchObject({ vendorStatus: 'INVITED' });
    await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
    expect(workspace.verifications.get(entryId)).toMatchObject({ requestId: 'r-1', status: 'verified' });
    unwrap(await documentHandlers(workspace)['documents.add']({ ids: [job], vendorId: null }));
    await documentHandlers(workspace)['documents.checkNow']({ jobId: job });
    expect(
      unwrap(await documentHandlers(workspace)['documents.get']({ jobId: job })).result?.value,
    ).toMatchObject({ documentType: 'W9' });
    const vendor = unwrap(await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' }));
    expect(JSON.stringify(vendor)).toContain('Okafor Electric');
  });

  it('are read anew where the envelope is named after they came', async () => {
    const { workspace, entryId } = await verificationThen(
      'r-1',
      answeringJson({ data: { id: 'r-1', status: 'verified', response: { isMatch: true } } }),
    );
    await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
    expect(workspace.verifications.get(entryId)?.status ?? null).toBeNull();
    workspace.updateSettings({ envelope: 'data' });
    await until(() => workspace.verifications.get(entryId)?.status === 'verified', 'the result is read anew');
  });
});

describe('a token that is refused in another way than with 401', () => {
  const invalid = JSON.stringify({ error: 'invalid_token', error_description: 'The token expired' });
  const json = { 'content-type': 'application/json' };
  it.each([
    ['403 and invalid_token in the body', answering(403, json, invalid), {}],
    ['400 and invalid_token in the body', answering(400, json, invalid), {}],
    ['403 and WWW-Authenticate', answering(403, { 'www-authenticate': 'Bearer error="invalid_token"' }), {}],
    ['419, which the workspace names', answering(419), { tokenRefusedStatuses: [401, 419] }],
  ] satisfies [string, Behaviour, object][])(
    '(%s) holds the queue, and refuses no entry',
    async (_name, behaviour, settings) => {
      const { server, workspace } = await open(behaviour);
      workspace.updateSettings(settings);
      workspace.updateSettings({ concurrency: 1 });
      const ids = [
        await enqueueInvite(workspace),
        await enqueueInvite(workspace),
        await enqueueVerification(workspace),
      ];
      await until(() => workspace.dispatcher.status().condition.kind === 'signed_out', 'the queue is held');
      for (const id of ids) expect(getEntryState(workspace, id)).toBe('queued');
      expect(server.posts()).toHaveLength(1);
      server.behave(answeringJson({ id: 'r-1' }));
      await workspace.token.replace('another-token');
      workspace.dispatcher.tokenChanged();
      for (const id of ids) await untilState(workspace, id, 'accepted');
    },
  );

  it.each([
    ['403 and invalid_token', answering(403, json, invalid)],
    ['400 and invalid_token', answering(400, json, invalid)],
  ])('(%s) holds the queue also where a result is asked for', async (_name, reading) => {
    const { workspace, entryId } = await verificationThen('r-1', reading);
    const asked = await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
    expect(asked).toMatchObject({ ok: false, error: { code: 'signed_out' } });
    expect(workspace.dispatcher.status().condition).toMatchObject({ kind: 'signed_out', reason: 'refused' });
  });
});
