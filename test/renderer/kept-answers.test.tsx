import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EntryAnswer, HistoryItem } from '#shared/ipc/outbox.ts';
import { toId, ok, type Handlers } from './fake/core.ts';
import { documentRows } from './fake/documents.ts';
import { inviteRows } from './fake/invites.ts';
import { verificationRows } from './fake/verifications.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, until } from './screen.tsx';

const [invite] = inviteRows;
const [verification] = verificationRows;
const [document_] = documentRows;
const text = () => document.body.textContent ?? '';

afterEach(async () => {
  vi.restoreAllMocks();
  await clear();
});

function invited(answer: EntryAnswer | null, history: HistoryItem[]): Handlers {
  if (invite === undefined) throw new Error('The fake has invites.');
  const { entryId } = invite;
  const sent = { ...invite, state: 'accepted' as const, reason: null, sentAt: invite.queuedAt };
  const links = { idempotencyKey: entryId, replaces: null, replacedBy: null };
  return {
    'invites.get': () => ok({ ...sent, ...links, invitation: {}, sent: {}, answer, result: null, history }),
  };
}

describe('an answer that is no text', () => {
  const answer = {
    at: Date.now(),
    status: 201,
    contentType: 'application/pdf',
    cut: null,
    body: '',
    bytesKept: 2048,
    attempt: 3,
  };

  it('is said to be kept as it came, and is saved on demand', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
    const bridge = await openApp(`#/invites/${toId(1, 8)}`, 'online', invited(answer, []));
    await until(() => find('aside', 'The service’s answer cannot be read as text.'));
    expect(text()).toContain('It is kept as received, 2,048 bytes.');
    expect(text()).not.toContain('said nothing more');
    expect(text()).not.toContain('The answer had no content.');
    await click(find('aside button', 'Save as received'));
    await until(() => expect(saved).toHaveBeenCalledOnce());
    expect(
      bridge.asked.filter(({ name }) => name === 'exports.beginAnswer').map(({ input }) => input),
    ).toEqual([{ answer: { entryId: invite?.entryId, attempt: 3 } }]);
  });

  it('to an attempt is fetched and shown where it is looked at', async () => {
    const facts = { status: 503, contentType: 'text/plain', size: 10 };
    const bridge = await openApp(
      `#/invites/${toId(1, 8)}`,
      'online',
      invited(null, [
        { at: Date.now(), event: 'accepted', attempt: 2, reason: null },
        { at: Date.now(), event: 'postponed', attempt: 1, reason: null, answer: facts },
      ]),
    );
    await click(await until(() => find('aside button', 'What the service answered')));
    await until(() => find('aside pre', 'later-7731'));
    expect(text()).toContain('503 · text/plain · 10 bytes');
    expect(bridge.asked.filter(({ name }) => name === 'answers.get').map(({ input }) => input)).toEqual([
      { answer: { entryId: invite?.entryId, attempt: 1 } },
    ]);
  });
});

describe('an answer that is very long', () => {
  it('is shown in its first part, and says so beside the way to all of it', async () => {
    const line = { id: 7, firstAt: 1000, lastAt: 2000, status: 200, contentType: null, size: 9_000_000 };
    const answer = { at: 2000, status: 200, contentType: null, cut: null, bytesKept: null };
    await openApp('#/vendors/nobody', 'online', {
      'answers.ofReading': () => ok([line]),
      'answers.get': () => ok({ ...answer, body: '{"a":[1,2', left: 8_999_991 }),
    });
    await click(await until(() => find('button', 'Other answers of the service')));
    await click(await until(() => find('button', 'What it answered')));
    await until(() => find('pre', '"a": ['));
    expect(text()).toContain('The answer has 9,000,000 characters, and the first 9 can be shown here.');
    expect(find('button', 'Save as received')).toBeDefined();
  });
});

describe('answers that brought no result', () => {
  it.each([
    ['a verification', `#/verifications/${verification?.entryId}`, 'verification'],
    ['a vendor who was never found', '#/vendors/nobody', 'vendor'],
    ['a document', `#/documents/${document_?.jobId}`, 'document'],
  ])('stand with %s', async (_name, address, kind) => {
    const line = { id: 7, firstAt: 1000, lastAt: 2000, status: 500, contentType: null, size: 12 };
    const bridge = await openApp(address, 'online', { 'answers.ofReading': () => ok([line]) });
    await click(await until(() => find('button', 'Other answers of the service')));
    await click(await until(() => find('button', 'What it answered')));
    await until(() => find('pre', 'later-7731'));
    expect(bridge.asked.filter(({ name }) => name === 'answers.get').at(-1)?.input).toEqual({
      answer: { readAnswer: 7 },
    });
    expect(bridge.asked.find(({ name }) => name === 'answers.ofReading')?.input).toMatchObject({
      question: { kind },
    });
  });
});
