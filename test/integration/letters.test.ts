import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { exportHandlers } from '#main/features/exports.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { letterHandlers } from '#main/features/letters.ts';
import { noteHandlers } from '#main/features/notes.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { todayHandlers } from '#main/features/today.ts';
import { dayMs, fromDayNumber } from '#shared/base/dates.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { LetterKind } from '#shared/letters/letter-templates.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import { reportParts } from './assets.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace, untilState } from './workspace-harness.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const w9: Requirement = {
  kind: 'document',
  id: id(1),
  name: 'W-9',
  documentType: 'W-9',
  minScore: null,
  maxAgeDays: null,
  needsEndDate: false,
  soonDays: 0,
};
const briefing: Requirement = {
  kind: 'attestation',
  id: id(2),
  name: 'Briefing',
  maxDays: null,
  soonDays: 0,
};
const atPier = {
  ...setForEveryone(briefing),
  id: id(11),
  name: 'Pier 40',
  appliesTo: { services: [], states: [], jobSites: ['Pier 40 Lofts'], tags: [] },
};

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A workspace with Harbor Pipe, at two sites, which needs a W-9, and a briefing at one of them. */
async function withLetters() {
  const server = await startWireServer((request, socket) => {
    const document = { documentType: 'W-9', status: 'completed', createdAt: '2026-01-01' };
    const answer = request.path.startsWith('/api/vision/') ? document : { metadata: { vendorId: 'v-9' } };
    answeringJson(answer)(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: 'a-token' });
  const calls = {
    ...documentHandlers(workspace),
    ...exportHandlers(workspace, reportParts),
    ...vendorHandlers(workspace),
    ...inviteHandlers(workspace),
    ...letterHandlers(workspace),
    ...noteHandlers(workspace),
    ...onboardingHandlers(workspace),
    ...todayHandlers(workspace),
  };
  await unwrap(calls['onboarding.save']({ sets: [setForEveryone(w9), atPier] }));
  const fetched = (vendorId: string, profile: Record<string, unknown> = {}) => {
    const sites = { jobSites: ['Cedar Terrace', 'Pier 40 Lofts'] };
    const named = { companyName: 'Harbor Pipe', email: 'dana@harbor.example.com', firstName: 'Dana' };
    const body = JSON.stringify({ id: vendorId, ...named, ...sites, ...profile });
    const reading = readResource(vendorProfile, JSON.parse(body));
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(vendorId, reading, body, workspace.clock.wall());
    workspace.emit('vendors.changed', { ids: [vendorId] });
  };
  fetched('v-1');
  const day = (ahead: number) => fromDayNumber(workspace.onboarding.today() + ahead);
  const get = (subject = 'v-1', kind: LetterKind | null = null, site: string | null = null) =>
    unwrap(calls['letters.get']({ subject, kind, site }));
  const write = async (subject = 'v-1', kind: LetterKind | null = null) => {
    const letter = await get(subject, kind);
    if (letter === null) throw new Error('There is no such vendor.');
    const asked = letter.asked.map((one) => one.id);
    return unwrap(
      calls['notes.add']({ subject, kind: 'letter', text: letter.text.body, asked, followUp: day(3) }),
    );
  };
  /** Accepts a W-9 of a vendor that is valid for so many days. */
  const hasW9 = async (jobId: string, vendorId: string, days: number) => {
    await unwrap(calls['documents.add']({ ids: [jobId], vendorId }));
    await unwrap(calls['documents.checkNow']({ jobId }));
    await unwrap(calls['documents.decide']({ jobId, choice: 'accept', note: '' }));
    await unwrap(calls['onboarding.setValidUntil']({ jobId, day: day(days) }));
  };
  const today = () => unwrap(calls['today.summary'](null));
  const count = async () => (await unwrap(calls['today.counts'](null))).today;
  return { workspace, calls, fetched, day, get, write, hasW9, today, count };
}

describe('a letter to a vendor', () => {
  it('asks for what is missing at each of its sites, or at one', async () => {
    const { workspace, get } = await withLetters();
    const letter = await get();
    expect(letter).toMatchObject({ to: 'dana@harbor.example.com', kind: 'missing', language: 'en' });
    expect(letter?.text.body).toContain(
      'For Cedar Terrace and Pier 40 Lofts:\n- Your W-9.\n\nFor Pier 40 Lofts:\n- Briefing: please arrange it with us.',
    );
    expect(letter?.text.body).toContain(`\n${workspace.describe().name}`);
    expect(letter?.asked.map(({ name }) => name)).toEqual(['W-9', 'Briefing']);
    const one = await get('v-1', null, 'Cedar Terrace');
    expect(one?.asked.map(({ name }) => name)).toEqual(['W-9']);
    expect(one?.text.body).toContain('For Cedar Terrace:\n- Your W-9.\n\nPlease');
  });

  it('is not signed with the name of the computer’s account', async () => {
    const { workspace, get } = await withLetters();
    expect((await get())?.empty).toEqual(['your name']);
    expect((await get())?.text.body).not.toContain(String(workspace.decisions.person()));
  });

  it('is in the language that is kept for the vendor, which moves to its ID', async () => {
    const { workspace, calls, get } = await withLetters();
    const rosa = '@rosa@shore.example.com';
    const invitation = { vendor: { email: rosa.slice(1), firstName: 'Rosa' } };
    const { entryId } = await unwrap(calls['invites.enqueue']({ invitation, replaces: null }));
    expect(await unwrap(calls['letters.setLanguage']({ subject: rosa, language: 'es' }))).toEqual({
      before: 'en',
    });
    expect(await get(rosa)).toMatchObject({ to: 'rosa@shore.example.com', language: 'es' });
    expect((await get(rosa))?.text.body).toMatch(/^Estimado\(a\) Rosa:\n/);
    await untilState(workspace, entryId, 'accepted');
    expect(await get('v-9')).toMatchObject({ language: 'es', to: 'rosa@shore.example.com' });
    expect(await get('v-9', 'invite')).toMatchObject({ isNothing: false, asked: [] });
    expect(await get('v-1', 'invite')).toMatchObject({ isNothing: true });
    const vendor = await unwrap(calls['onboarding.vendor']({ subject: 'v-9', site: null }));
    expect(vendor).toMatchObject({ language: 'es', asks: [w9.id] });
  });

  it('says that another vendor has the name, and that a vendor has no address', async () => {
    const { workspace, fetched, get } = await withLetters();
    workspace.onboarding.catchUp();
    expect((await get())?.hasNamesake).toBe(false);
    fetched('v-2', { companyName: 'HARBOR pipe', email: null });
    workspace.onboarding.catchUp();
    expect(await get()).toMatchObject({ hasNamesake: true });
    expect(await get('v-2')).toMatchObject({ hasNamesake: true, to: '' });
    expect(await get('v-3')).toBe(null);
  });

  it('asks for nothing where nothing is missing', async () => {
    const { calls, get, day } = await withLetters();
    for (const requirementId of [w9.id, briefing.id])
      await unwrap(
        calls['onboarding.waive']({ subjects: ['v-1'], requirementId, reason: 'On its way', until: day(9) }),
      );
    expect(await get()).toMatchObject({ kind: 'missing', asked: [], isNothing: true });
    const vendor = await unwrap(calls['onboarding.vendor']({ subject: 'v-1', site: null }));
    expect(vendor?.asks).toEqual([]);
  });
});

describe('a letter’s template', () => {
  it('is there without any set-up, can be changed for one language, and reset', async () => {
    const { calls, get } = await withLetters();
    const list = () => unwrap(calls['letters.list'](null));
    expect((await list()).map(({ kind, language, isDefault }) => [kind, language, isDefault])).toEqual(
      ['missing', 'renewal', 'invite'].flatMap((kind) => [
        [kind, 'en', true],
        [kind, 'es', true],
      ]),
    );
    const own = { subject: 'For {company}', body: '{missing} by {due date}' };
    const save = (template: typeof own | null) =>
      unwrap(calls['letters.save']({ kind: 'missing', language: 'en', template }));
    expect(await save(own)).toEqual({ before: null });
    expect(await get()).toMatchObject({ text: { subject: 'For Harbor Pipe' }, unknown: ['due date'] });
    expect((await list()).filter(({ isDefault }) => !isDefault)).toMatchObject([own]);
    await unwrap(calls['letters.setLanguage']({ subject: 'v-1', language: 'es' }));
    expect((await get())?.unknown).toEqual([]);
    expect(await save(null)).toEqual({ before: own });
    expect((await list()).every(({ isDefault }) => isDefault)).toBe(true);
  });
});

describe('a letter that is saved', () => {
  it('is an email that opens as a draft, with its text unharmed', async () => {
    const { calls } = await withLetters();
    const letter = {
      name: 'Harbor / Pipe',
      to: 'dana@harbor.example.com',
      subject: 'Lo que todavía necesitamos de usted',
      body: `Estimado(a) Dana:\n\n- Su documento «W-9».\n.\n${'muy largo '.repeat(200)}`,
    };
    const begun = await unwrap(calls['exports.beginLetter'](letter));
    expect(begun.fileName).toBe('Letter to Harbor - Pipe.eml');
    const { part, finished } = await unwrap(calls['exports.next']({ exportId: begun.exportId }));
    expect(finished).toBe(true);
    const mail = Buffer.from(part, 'base64').toString('latin1');
    expect(mail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...mail.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
    const [head = '', ...rest] = mail.split('\r\n\r\n');
    expect(head).toMatch(/^X-Unsent: 1$/m);
    expect(head).toMatch(/^To: dana@harbor\.example\.com$/m);
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?Q\?/m);
    const octets = rest
      .join('\r\n\r\n')
      .replaceAll('=\r\n', '')
      .replace(/=([\dA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    expect(Buffer.from(octets, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trimEnd()).toBe(
      letter.body.trimEnd(),
    );
  });
});

describe('an invite reminder that the service sends', () => {
  it('is a letter of the vendor once it was sent, with its message', async () => {
    const { workspace, calls } = await withLetters();
    const invite = async (email: string, inviteMessage: string) => {
      const invitation = { inviteMessage, vendor: { email } };
      const { entryId } = await unwrap(calls['invites.enqueue']({ invitation, replaces: null }));
      await untilState(workspace, entryId, 'accepted');
    };
    const letters = async () =>
      (await unwrap(calls['history.page']({ subject: 'v-9', kind: 'note', after: null, limit: 50 }))).rows;
    await invite('ana@harbor.example.com', 'Welcome');
    expect(await letters()).toEqual([]);
    await invite('ana@harbor.example.com', 'Please sign up');
    expect(await letters()).toMatchObject([
      { title: 'Letter', text: 'Invite reminder, sent by the service.\n\nPlease sign up', isLetter: true },
    ]);
    await invite('bo@harbor.example.com', 'Welcome');
    expect(await letters()).toHaveLength(1);
  });
});

describe('the renewals on Today', () => {
  it('come up as one pile at 60, 30 and 7 days, without those that got a letter since', async () => {
    const { workspace, calls, fetched, write, hasW9, today, count } = await withLetters();
    fetched('v-2', { companyName: 'Alder Roofing' });
    await hasW9(id(21), 'v-1', 61);
    await hasW9(id(22), 'v-2', 30);
    expect((await today()).renewals).toEqual({ subjects: ['v-2'], total: 1, within: 30 });
    const before = await count();
    workspace.fake.sleep(dayMs);
    expect((await today()).renewals).toEqual({ subjects: ['v-2', 'v-1'], total: 2, within: 60 });
    expect(await count()).toBe(before);
    await write('v-2', 'renewal');
    expect((await today()).renewals).toMatchObject({ subjects: ['v-1'] });
    const note = await write('v-1', 'renewal');
    expect((await today()).renewals).toBe(null);
    expect(await count()).toBe(before - 1);
    await unwrap(calls['notes.remove']({ notes: [{ subject: 'v-1', ...note }] }));
    expect((await today()).renewals).toMatchObject({ subjects: ['v-1'] });
    await write('v-1', 'renewal');
    workspace.fake.sleep(22 * dayMs);
    expect((await today()).renewals).toEqual({ subjects: ['v-2'], total: 1, within: 7 });
    workspace.fake.sleep(8 * dayMs);
    expect((await today()).renewals).toMatchObject({ subjects: ['v-1'], within: 30 });
  });

  it('leave a follow-up that ends once the renewal came', async () => {
    const { workspace, calls, get, write, hasW9 } = await withLetters();
    await hasW9(id(21), 'v-1', 50);
    await unwrap(
      calls['onboarding.attest']({
        subjects: ['v-1'],
        requirementId: briefing.id,
        day: fromDayNumber(workspace.onboarding.today()),
        until: null,
        note: '',
      }),
    );
    expect(await get()).toMatchObject({ kind: 'renewal', asked: [{ name: 'W-9' }] });
    await write();
    const open = async () => {
      workspace.onboarding.catchUp();
      return unwrap(calls['notes.get']({ subject: 'v-1' }));
    };
    expect(await open()).toMatchObject({ awaits: ['W-9'] });
    await hasW9(id(22), 'v-1', 400);
    expect(await open()).toBe(null);
  });
});
