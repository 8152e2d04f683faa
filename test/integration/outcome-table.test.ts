import { describe, expect, it } from 'vitest';
import type { EntryKind, EntryState } from '#shared/outbox.ts';
import { serviceLimits } from '#main/service-client/transport.ts';
import {
  answering,
  answeringJson,
  hangingUp,
  silence,
  startWireServer,
  type Behaviour,
} from './wire-server.ts';
import {
  handOverInvite,
  handOverVerification,
  openTestWorkspace,
  progressOf,
  until,
} from './workspace-harness.ts';

// The outcome table of the outbox, row by row, on a real socket and a real database. The first answer is the row's; every
// further request is accepted, so that a row that sends again by itself shows.

interface Row {
  name: string;
  behaviour: Behaviour;
  invite: EntryState;
  verification: EntryState;
}

const accepted = answeringJson({ success: true, id: '6f1f0f4e-43c4-4c02-9d0e-0d1d8f3f8a01' });

const resetting: Behaviour = (_request, socket) => {
  socket.resetAndDestroy();
};

const rows: Row[] = [
  {
    name: 'reset after bytes may have left',
    behaviour: resetting,
    invite: 'in_doubt',
    verification: 'waiting',
  },
  {
    name: 'close after bytes may have left',
    behaviour: hangingUp,
    invite: 'in_doubt',
    verification: 'waiting',
  },
  {
    name: 'time-out after bytes may have left',
    behaviour: silence,
    invite: 'in_doubt',
    verification: 'waiting',
  },
  { name: '500', behaviour: answering(500), invite: 'in_doubt', verification: 'waiting' },
  { name: '502', behaviour: answering(502), invite: 'in_doubt', verification: 'waiting' },
  { name: '504', behaviour: answering(504), invite: 'in_doubt', verification: 'waiting' },
  { name: '2xx', behaviour: accepted, invite: 'accepted', verification: 'accepted' },
  {
    name: '2xx without an id',
    behaviour: answeringJson({ success: true }),
    invite: 'accepted',
    verification: 'in_doubt',
  },
  { name: '401', behaviour: answering(401), invite: 'queued', verification: 'queued' },
  { name: '408', behaviour: answering(408), invite: 'waiting', verification: 'waiting' },
  { name: '425', behaviour: answering(425), invite: 'waiting', verification: 'waiting' },
  { name: '429', behaviour: answering(429), invite: 'waiting', verification: 'waiting' },
  { name: '503', behaviour: answering(503), invite: 'waiting', verification: 'waiting' },
  { name: '400', behaviour: answering(400), invite: 'rejected', verification: 'rejected' },
  { name: '403', behaviour: answering(403), invite: 'rejected', verification: 'rejected' },
  { name: '409', behaviour: answering(409), invite: 'rejected', verification: 'rejected' },
  { name: '422', behaviour: answering(422), invite: 'rejected', verification: 'rejected' },
  { name: '302', behaviour: answering(302), invite: 'waiting', verification: 'waiting' },
  { name: '307', behaviour: answering(307), invite: 'waiting', verification: 'waiting' },
];

const quick = { ...serviceLimits, connectMs: 500, headersMs: 300, wholeMs: 2000 };

async function after(
  kind: EntryKind,
  behaviour: Behaviour,
): Promise<{ state: EntryState; requests: number }> {
  let requests = 0;
  const server = await startWireServer((request, socket) => {
    requests += 1;
    (requests === 1 ? behaviour : accepted)(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits: quick });
  const id = kind === 'invite' ? await handOverInvite(workspace) : await handOverVerification(workspace);
  await until(() => {
    const { state, attempts } = progressOf(workspace, id);
    return attempts >= 1 && state !== 'sending';
  }, 'the first attempt has ended');
  return { state: progressOf(workspace, id).state, requests };
}

describe.each(rows)('$name', ({ behaviour, invite, verification }) => {
  it(`leaves an invite ${invite}`, async () => {
    expect(await after('invite', behaviour)).toEqual({ state: invite, requests: 1 });
  });

  it(`leaves a verification ${verification}`, async () => {
    expect(await after('verification', behaviour)).toEqual({ state: verification, requests: 1 });
  });
});

describe('refused, before a byte was written', () => {
  it.each(['invite', 'verification'] as const)('leaves an entry of kind %s waiting', async (kind) => {
    const server = await startWireServer(accepted);
    await server.close();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits: quick });
    const id = kind === 'invite' ? await handOverInvite(workspace) : await handOverVerification(workspace);
    await until(() => workspace.dispatcher.status().condition.kind === 'offline', 'the refusal is noticed');
    await until(() => progressOf(workspace, id).state !== 'sending', 'the attempt has ended');
    expect(['queued', 'waiting']).toContain(progressOf(workspace, id).state);
    expect(progressOf(workspace, id).reason?.code ?? 'unreachable').toBe('unreachable');
  });
});
