import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerHandlers } from '#main/features/answers.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { AnswerRef, ReadQuestion } from '#shared/ipc/answers.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { reportParts } from './assets.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  canary,
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  until,
  untilState,
} from './workspace-harness.ts';

const page = '<html><body>Sign in to Airport Wi-Fi</body></html>';
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff]);
const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

function sending(status: number, body: Uint8Array, ...headers: string[]): Behaviour {
  return (_request, socket) => {
    const lines = [...headers, `content-length: ${body.length}`].map((line) => `${line}\r\n`);
    socket.write(`HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n`);
    socket.write(body);
  };
}

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The bytes that a person saves. */
async function saved(workspace: Workspace, answer: AnswerRef) {
  const files = exportHandlers(workspace, reportParts);
  const { exportId, fileName } = unwrap(await files['exports.beginAnswer']({ answer }));
  const parts: Buffer[] = [];
  for (;;) {
    const { part, finished } = unwrap(await files['exports.next']({ exportId }));
    parts.push(Buffer.from(part, 'base64'));
    if (finished) return { fileName, bytes: Buffer.concat(parts) };
  }
}

async function looked(workspace: Workspace, answer: AnswerRef) {
  return unwrap(await answerHandlers(workspace)['answers.get']({ answer }));
}

async function getInvite(workspace: Workspace, entryId: string) {
  return unwrap(await inviteHandlers(workspace)['invites.get']({ entryId }));
}

describe('the answer to an invite', () => {
  it('is read where it is coded, since it comes only once', async () => {
    const body = JSON.stringify({ checklist: [{ type: 'W-9', compliant: false }] });
    const coded = sending(201, gzipSync(body), 'content-type: application/json', 'content-encoding: gzip');
    const server = await startWireServer(coded);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const entryId = await enqueueInvite(workspace);
    await untilState(workspace, entryId, 'accepted');
    const { answer, result } = await getInvite(workspace, entryId);
    expect(answer).toMatchObject({ body, bytesKept: null, cut: null, attempt: 1 });
    expect(result?.value.checklist).toEqual([{ type: 'W-9', compliant: false }]);
  });

  it('is kept byte for byte where it is no text, and can be saved', async () => {
    const server = await startWireServer(sending(201, picture, 'content-type: application/pdf'));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const entryId = await enqueueInvite(workspace);
    await untilState(workspace, entryId, 'in_doubt');
    const { answer } = await getInvite(workspace, entryId);
    expect(answer).toMatchObject({ status: 201, body: '', bytesKept: picture.length, attempt: 1 });
    const { bytes, fileName } = await saved(workspace, { entryId, attempt: 1 });
    expect(bytes).toEqual(picture);
    expect(fileName).toMatch(/^gangway-answer-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d[+-]\d{4}\.bin$/);
  });

  it('in another encoding is shown as text and saved as it came', async () => {
    const body = '{"id":"7","vendorStatus":"Åtgärdat"}';
    const bytes = Buffer.from(body, 'latin1');
    const server = await startWireServer(sending(201, bytes, 'content-type: text/html; charset=iso-8859-1'));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const entryId = await enqueueInvite(workspace);
    await untilState(workspace, entryId, 'accepted');
    expect(await getInvite(workspace, entryId)).toMatchObject({
      answer: { body, bytesKept: null },
      result: { value: { vendorStatus: 'Åtgärdat' } },
    });
    expect(await saved(workspace, { entryId, attempt: 1 })).toMatchObject({ bytes });
  });

  it('to a later attempt does not take the place of an earlier one', async () => {
    const server = await startWireServer(answering(200, { 'content-type': 'text/html' }, page));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const entryId = await enqueueInvite(workspace);
    await untilState(workspace, entryId, 'in_doubt');
    server.behave(answeringJson({ vendorStatus: 'INVITED' }, 201));
    await outboxHandlers(workspace)['outbox.sendAgain']({ entryId });
    await untilState(workspace, entryId, 'accepted');
    const { answer, history } = await getInvite(workspace, entryId);
    expect(answer).toMatchObject({ status: 201, attempt: 2 });
    expect(history.map(({ event, answer: said }) => [event, said])).toEqual([
      ['accepted', { status: 201, contentType: 'application/json', size: 26 }],
      ['claimed', undefined],
      ['sent_again', undefined],
      ['outcome_unknown', { status: 200, contentType: 'text/html', size: page.length }],
      ['claimed', undefined],
      ['enqueued', undefined],
    ]);
    expect(await looked(workspace, { entryId, attempt: 1 })).toMatchObject({ status: 200, body: page });
    const file = await saved(workspace, { entryId, attempt: 1 });
    expect(file.fileName).toMatch(/\.html$/);
    expect(file.bytes).toEqual(Buffer.from(page));
  });

  it('is not there where none came', async () => {
    const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9' });
    const entryId = await enqueueInvite(workspace);
    expect(await answerHandlers(workspace)['answers.get']({ answer: { entryId, attempt: 1 } })).toMatchObject(
      {
        ok: false,
        error: { code: 'not_found' },
      },
    );
  });
});

describe.each([
  ['an invite', enqueueInvite],
  ['a verification', enqueueVerification],
] as const)('every answer to an attempt to send %s', (_name, enqueue) => {
  it.each([
    ['a refusal', 422, Buffer.from('{"vendor.email":["is taken"]}')],
    ['a refused token', 401, Buffer.from('who are you?')],
    ['a wait', 429, Buffer.from('slow down')],
    ['trouble', 500, Buffer.from([0xff, 0xfe, 0xfd])],
    ['a move', 307, Buffer.from(page)],
  ] as const)('is kept whole: %s', (_case, status, body) => keepWhole(status, body));

  it('is kept whole: trouble of 9 MB', { tags: ['nightly'] }, () =>
    keepWhole(502, Buffer.alloc(9_000_000, 'x')),
  );

  async function keepWhole(status: number, body: Buffer): Promise<void> {
    const server = await startWireServer(sending(status, body, 'content-type: text/html'));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const entryId = await enqueue(workspace);
    const line = () => workspace.entries.history(entryId).find(({ answer }) => answer !== undefined);
    await until(() => line() !== undefined, 'the answer is kept');
    expect(line()).toMatchObject({
      attempt: 1,
      answer: { status, contentType: 'text/html', size: body.length },
    });
    expect((await saved(workspace, { entryId, attempt: 1 })).bytes.equals(body)).toBe(true);
  }
});

/** Each question that reads, asked by a person. */
const questions: [
  string,
  (workspace: Workspace) => Promise<{ question: ReadQuestion; ask: () => Promise<unknown> }>,
][] = [
  [
    'a vendor’s profile',
    (workspace) =>
      Promise.resolve({
        question: { kind: 'vendor', vendorId: 'v-1' },
        ask: async () => vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' }),
      }),
  ],
  [
    'a document’s result',
    async (workspace) => {
      await documentHandlers(workspace)['documents.add']({ ids: [jobId], vendorId: null });
      return {
        question: { kind: 'document', jobId },
        ask: async () => documentHandlers(workspace)['documents.checkNow']({ jobId }),
      };
    },
  ],
  [
    'a verification’s result',
    async (workspace) => {
      const entryId = await enqueueVerification(workspace);
      await untilState(workspace, entryId, 'accepted');
      return {
        question: { kind: 'verification', entryId },
        ask: async () => verificationHandlers(workspace)['verifications.checkNow']({ entryId }),
      };
    },
  ],
];

describe.each(questions)('answers to questions for %s', (_name, begin) => {
  it.each([
    ['a refusal', 403, Buffer.from('{"reason":"not yours"}'), 'application/json'],
    ['an unknown ID', 404, Buffer.from('{"reason":"nobody"}'), 'application/json'],
    ['a page', 200, Buffer.from(page), 'text/html'],
    ['trouble', 500, Buffer.from('<h1>Oops</h1>'), 'text/html'],
    ['a wait', 503, Buffer.from('later'), 'text/plain'],
    ['a move', 302, Buffer.from('over there'), 'text/plain'],
    ['what is no text', 200, picture, 'image/png'],
  ])('keep %s whole, once', (_case, status, body, contentType) => keepWhole(status, body, contentType));

  it('keep trouble of 9 MB whole, once', { tags: ['nightly'] }, () =>
    keepWhole(502, Buffer.alloc(9_000_000, 'x'), 'text/plain'),
  );

  async function keepWhole(status: number, body: Buffer, contentType: string): Promise<void> {
    const server = await startWireServer((request, socket) => {
      const taking = answeringJson({ success: true, id: requestId });
      const reading = sending(status, body, `content-type: ${contentType}`);
      (request.method === 'POST' ? taking : reading)(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const { question, ask } = await begin(workspace);
    const lines = async () => unwrap(await answerHandlers(workspace)['answers.ofReading']({ question }));
    await ask();
    await until(() => server.requests.some((request) => request.method === 'GET'), 'it was asked');
    await ask();
    const kept = await lines();
    expect(kept).toMatchObject([{ status, contentType, size: body.length }]);
    const ref = { readAnswer: kept[0]?.id ?? 0 };
    expect((await saved(workspace, ref)).bytes.equals(body)).toBe(true);
    expect((await looked(workspace, ref)).bytesKept).toBe(body === picture ? picture.length : null);
  }
});

it('different answers to the same question are kept each, the latest first, without the token', async () => {
  const server = await startWireServer(answering(404, {}, 'none'));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: canary });
  const ask = () => vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' });
  await ask();
  server.behave(sending(403, Buffer.from([...Buffer.from(`no ${canary}`), 0xff])));
  await ask();
  server.behave(answering(404, {}, 'none'));
  await ask();
  const question = { kind: 'vendor', vendorId: 'v-1' } as const;
  const lines = unwrap(await answerHandlers(workspace)['answers.ofReading']({ question }));
  expect(lines.map(({ status }) => status)).toEqual([404, 403]);
  const { bytes } = await saved(workspace, { readAnswer: lines[1]?.id ?? 0 });
  expect(bytes.toString('latin1')).toBe('no [token removed]\u00ff');
});

it('a profile that was read is kept once, with its fetch', async () => {
  const server = await startWireServer(answeringJson({ id: 'v-1', companyName: 'Kestrel' }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' });
  expect(workspace.vendors.get('v-1')?.profile.value.companyName).toBe('Kestrel');
  expect(workspace.readAnswers.of('vendor', 'v-1')).toEqual([]);
});
