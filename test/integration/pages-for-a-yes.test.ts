import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { vendorHandlers } from '#main/features/vendors.ts';
import { answerBytes, answering, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  passUntil,
  toProgress,
  getEntryState,
  untilState,
} from './workspace-harness.ts';
import { createFakeClock } from '#test/fake-clock.ts';

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const plain = { 'content-type': 'text/plain' };
const page = '<html><body>Sign in to the guest network</body></html>';
const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 0xff]);

const withBytes =
  (type: string): Behaviour =>
  (_request, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
    socket.write(bytes);
  };

const pages: [string, Behaviour][] = [
  ['after a comment', answering(200, json, `<!-- portal v2 -->${page}`)],
  [
    'after the declaration of XML',
    answering(200, json, `<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n${page}`),
  ],
  ['after another document type', answering(200, plain, `<!DOCTYPE portal>${page}`)],
  ['after a byte order mark and spaces', answering(200, {}, `\uFEFF\n\t ${page}`)],
  ['that begins with its title', answering(201, json, '<title>Sign in</title>')],
  ['that begins with a bracket', answering(200, html, '[Sign in] to the guest network')],
];

const others: [string, Behaviour, 'unexpected_responder' | 'service'][] = [
  ['words', answering(200, plain, 'Accepted'), 'unexpected_responder'],
  [
    'words without a type',
    answering(200, {}, 'Please sign in to the guest network.'),
    'unexpected_responder',
  ],
  ['XML', answering(200, { 'content-type': 'application/xml' }, '<ok/>'), 'unexpected_responder'],
  ['a PDF', withBytes('application/pdf'), 'unexpected_responder'],
  ['a list', answering(200, json, '[]'), 'service'],
  ['a lone text', answering(200, json, '"ok"'), 'service'],
  ['nothing but null', answering(200, json, 'null'), 'service'],
  ['broken JSON', answering(200, json, '{"success":true,"id":"r-1"'), 'service'],
  ['words that are called JSON', answering(200, json, 'OK'), 'service'],
];

describe('a success with a page for people', () => {
  it.each(pages)('%s is no yes: nobody knows, and nothing more is sent', async (_what, behaviour) => {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'in_doubt');
    expect(toProgress(workspace, invite).reason?.code).toBe('web_page');
    expect(workspace.dispatcher.status().condition).toMatchObject({
      kind: 'offline',
      detail: 'FOREIGN_PAGE',
    });
    const check = await enqueueVerification(workspace);
    expect(getEntryState(workspace, check)).toBe('queued');
    expect(server.posts()).toHaveLength(1);
  });
});

describe('a success with something else than the operation’s answer', () => {
  it.each(others)('is no yes, and what was sent is in doubt, once: %s', async (_what, behaviour, by) => {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'in_doubt');
    expect(toProgress(workspace, invite).reason).toMatchObject({ code: 'unreadable_answer' });
    const { condition } = workspace.dispatcher.status();
    if (by === 'unexpected_responder')
      expect(condition).toMatchObject({ kind: 'offline', detail: 'FOREIGN_ANSWER' });
    else expect(condition.kind).toBe('online');
    expect(server.posts()).toHaveLength(1);
  });

  it('holds the queue until the service itself answers, and then goes on with what was not sent', async () => {
    const clock = createFakeClock();
    const server = await startWireServer(answering(200, plain, 'Please sign in.'));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, clock });
    const first = await enqueueInvite(workspace);
    await untilState(workspace, first, 'in_doubt');
    const second = await enqueueInvite(workspace, 'second@example.invalid');
    const asked = server.requests.length;
    await passUntil(clock, () => server.requests.length > asked + 2, 30 * 60_000);
    expect(getEntryState(workspace, second)).toBe('queued');
    server.behave(answering(200, json, '{"vendorStatus":"Invited"}'));
    await passUntil(clock, () => getEntryState(workspace, second) === 'accepted', 30 * 60_000);
    expect(getEntryState(workspace, first)).toBe('in_doubt');
    expect(server.posts()).toHaveLength(2);
  });

  it('is no profile that is not ready yet where it is bytes', async () => {
    const server = await startWireServer(withBytes('application/pdf'));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    expect(await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: '7' })).toMatchObject({
      ok: false,
      error: { code: 'unreadable_answer' },
    });
  });
});

describe('the answer of the operation', () => {
  it.each([
    ['called a page', answering(200, html, '{"vendorStatus":"Invited"}')],
    ['without a type, after a byte order mark', answering(200, {}, '\uFEFF {"vendorStatus":"Invited"}')],
    ['that is empty', answering(200, json, ' \n')],
    [
      'that is coded',
      (_request, socket) => {
        const coded = gzipSync('{"vendorStatus":"Invited"}');
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${coded.length}\r\n\r\n`);
        socket.write(coded);
      },
    ],
  ] satisfies [string, Behaviour][])('is one, %s', async (_what, behaviour) => {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
  });

  it.each([
    ['of no field that is known', 'answer_not_clear', answering(200, json, '{"thanks":1}')],
    ['with nothing in it', 'answer_not_clear', answering(200, json, '{}')],
    [
      'that is cut',
      'unreadable_answer',
      (_request, socket) => socket.end(answerBytes(200, { 'content-length': '500' }, '{"vendorStatus":"INV')),
    ],
    [
      'that is empty and cut',
      'unreadable_answer',
      (_request, socket) => socket.end(answerBytes(200, { 'content-length': '5000', ...html })),
    ],
    [
      'that is empty and says nowhere that nothing follows',
      'unreadable_answer',
      (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'),
    ],
  ] satisfies [string, string, Behaviour][])(
    'is none, %s: the invite is left to a person',
    async (_what, code, behaviour) => {
      const server = await startWireServer(behaviour);
      const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
      const id = await enqueueInvite(workspace);
      await untilState(workspace, id, 'in_doubt');
      expect(toProgress(workspace, id).reason?.code).toBe(code);
      expect(server.posts()).toHaveLength(1);
    },
  );
});
