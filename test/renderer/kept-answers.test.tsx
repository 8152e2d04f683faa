import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp, toEntryId } from './open-app.tsx';
import { toInvitation, toJobId } from './sample-company.ts';
import { click, find, until } from './screen.tsx';
import { sendInvite } from './situations.ts';

const text = () => document.body.textContent ?? '';
const invitation = toInvitation('Mara Quist', 'Lantern Street Electric');
const later = { status: 503, body: 'later-7731', headers: { 'content-type': 'text/plain' } };

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an answer that is no text', () => {
  // A PDF, which no reading turns into text.
  const pdf = Buffer.alloc(2048, 0xff);
  pdf.write('%PDF-1.7');

  it('is said to be kept as it came, and is saved on demand', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
    let entryId = '';
    const bridge = await openApp(async (core) => {
      const headers = { 'content-type': 'application/pdf' };
      core.service.replies.inviteVendor = () => ({ status: 201, body: pdf, headers });
      entryId = await sendInvite(core, invitation);
      return `#/invites/${entryId}`;
    });
    await until(() => find('aside', 'The service’s answer cannot be read as text.'));
    expect(text()).toContain('It is kept as received, 2,048 bytes.');
    expect(text()).not.toContain('sent nothing else');
    expect(text()).not.toContain('The answer had no content.');
    await click(find('aside button', 'Save as received'));
    await until(() => expect(saved).toHaveBeenCalledOnce());
    expect(
      bridge.asked.filter(({ name }) => name === 'exports.beginAnswer').map(({ input }) => input),
    ).toEqual([{ answer: { entryId, attempt: 1 } }]);
  });

  it('to an attempt is fetched and shown where it is looked at', async () => {
    let entryId = '';
    const bridge = await openApp(async (core) => {
      const { ask, service } = core;
      const replies = [
        { ...later, status: 429, headers: { ...later.headers, 'retry-after': '0' } },
        json({}, 201),
      ];
      service.replies.inviteVendor = () => replies.shift() ?? json({}, 201);
      ({ entryId } = await ask('invites.enqueue', { invitation, replaces: null }));
      await until(async () => {
        core.clock.advance(60_000);
        expect((await ask('invites.get', { entryId })).attempts).toBe(2);
      });
      return `#/invites/${entryId}`;
    });
    await until(() => find('aside li button', 'The service’s answer'));
    const oldest = [...document.querySelectorAll<HTMLElement>('aside li button')].at(-1);
    if (oldest === undefined) throw new Error('No attempt has an answer.');
    await click(oldest);
    await until(() => find('aside pre', 'later-7731'));
    expect(text()).toContain('429 · text/plain · 10 bytes');
    expect(bridge.asked.filter(({ name }) => name === 'answers.get').map(({ input }) => input)).toEqual([
      { answer: { entryId, attempt: 1 } },
    ]);
  });
});

describe('a vendor without a profile', () => {
  it('has the name by which the list shows it', async () => {
    await openApp('#/vendors/48213', { answers: { 'vendors.get': () => ok(null) } });
    await until(() => find('h1', 'Brightwater Plumbing & Drain LLC'));
    expect(text()).toContain('No profile on this computer yet.');
  });
});

describe('an answer that is very long', () => {
  it('is shown in its first part, and says so beside the way to all of it', async () => {
    const line = { id: 7, firstAt: 1000, lastAt: 2000, status: 200, contentType: null, size: 9_000_000 };
    const answer = { at: 2000, status: 200, contentType: null, cut: null, bytesKept: null };
    await openApp('#/vendors/nobody', {
      answers: {
        'answers.ofReading': () => ok([line]),
        'answers.get': () => ok({ ...answer, body: '{"a":[1,2', left: 8_999_991 }),
      },
    });
    await click(await until(() => find('button', 'Other answers from the service')));
    await click(await until(() => find('button', 'The answer')));
    await until(() => find('pre', '"a": ['));
    expect(text()).toContain('The answer has 9,000,000 characters, and the first 9 can be shown here.');
    expect(find('button', 'Save as received')).toBeDefined();
  });
});

describe('answers that brought no result', () => {
  it.each([
    ['a verification', () => `#/verifications/${toEntryId('1048827')}`, 'verification'],
    ['a vendor who was never found', () => '#/vendors/nobody', 'vendor'],
    ['a document', () => `#/documents/${toJobId(1)}`, 'document'],
  ])('stand with %s', async (_name, toPlace, kind) => {
    const bridge = await openApp(async ({ core, service }) => {
      const { replies } = service;
      replies.getVendorProfile = replies.getVerificationResult = replies.getDocumentResult = () => later;
      await core.call('vendors.lookUp', { vendorId: 'nobody' });
      await core.call('verifications.checkNow', { entryId: toEntryId('1048827') });
      await core.call('documents.checkNow', { jobId: toJobId(1) });
      return toPlace();
    });
    await click(await until(() => find('button', 'Other answers from the service')));
    await click(await until(() => find('button', 'The answer')));
    await until(() => find('pre', 'later-7731'));
    expect(bridge.asked.filter(({ name }) => name === 'answers.get').at(-1)?.input).toHaveProperty(
      'answer.readAnswer',
    );
    expect(bridge.asked.find(({ name }) => name === 'answers.ofReading')?.input).toMatchObject({
      question: { kind },
    });
  });
});
