import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callNames, calls, events as eventSchemas } from '#shared/ipc/contract.ts';
import { eventNames } from '../event-names.ts';
import { startTestCore, tryStartCore } from './core-harness.ts';
import { mountSmallDisk } from './full-disk.ts';
import { answeringJson, silence, startWireServer } from './wire-server.ts';
import { memoryKeychain, temporaryFolder, until } from './workspace-harness.ts';

const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
const unknownEntry = '9b2b1c9e-3b44-4b53-a2fb-51ee52c1a7f5';

/** An input that fits each call that takes one; the others take none. */
const unsealable = { sender: { kty: 'EC', crv: 'P-256', x: '', y: '' }, iv: '', ciphertext: '' } as const;
const fittingInputs: Record<string, unknown> = {
  'app.updateSettings': { theme: 'dark' },
  'app.openOutside': { url: 'https://example.invalid' },
  'desktop.networkChanged': { online: true },
  'desktop.inSight': { place: null },
  'network.status': { address: null },
  'network.forgetSignIn': { kind: 'http', proxy: 'proxy.example:8080' },
  'workspaces.checkAddress': { address: 'ftp://example.invalid' },
  'workspaces.open': { id: 'unknown' },
  'workspaces.rename': { name: 'Another' },
  'workspaces.changeAddress': { from: 'https://other.example', to: 'https://new.example', sameService: true },
  'workspaces.updateSettings': { concurrency: 2 },
  'vendors.lookUp': { vendorId: 'v-1' },
  'onboarding.save': { sets: [] },
  'team.signIn': { password: unsealable },
  'team.join': {
    address: { host: '127.0.0.1', database: 'team', user: 'dana' },
    password: unsealable,
  },
  'practice.giveDocument': {
    picture: 'AAAA',
    page: { kind: 'unreadable', sentence: 'This page could not be read.' },
  },
  'onboarding.page': {},
  'onboarding.counts': {},
  'onboarding.scope': { appliesTo: { services: [], states: [], jobSites: [], tags: [] } },
  'onboarding.vendor': { subject: 'v-1' },
  'onboarding.waive': {
    subjects: ['v-1'],
    requirementId: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11',
    reason: 'Agreed',
    until: '2030-01-31',
  },
  'onboarding.attest': {
    subjects: ['v-1'],
    requirementId: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11',
    day: '2026-01-31',
    until: null,
    note: '',
  },
  'onboarding.takeBack': { records: [{ id: 'unknown', subject: 'v-1' }] },
  'onboarding.putBack': { records: [{ id: 'unknown', subject: 'v-1' }] },
  'week.get': { through: null, site: null },
  'exports.beginWeek': { through: null },
  'history.page': { subject: 'v-1' },
  'gate.get': { site: null },
  'filing.begin': { name: 'w9.pdf', bytes: 10 },
  'filing.append': { fileId: unknownEntry, offset: 0, data: '' },
  'filing.finish': { fileId: unknownEntry },
  'filing.saveReading': { id: unknownEntry, pages: [], pageCount: 1, problem: null },
  'filing.split': { id: unknownEntry, page: 2 },
  'filing.join': { id: unknownEntry },
  'filing.choose': { id: unknownEntry, choice: { kind: 'W-9' } },
  'filing.file': { ids: [unknownEntry], recognizedOnly: false },
  'filing.undoFile': { ids: [unknownEntry] },
  'filing.remove': { ids: [unknownEntry] },
  'filing.restoreRemoved': { ids: [unknownEntry] },
  'filing.list': { subject: 'v-1' },
  'filing.change': { id: unknownEntry, kind: 'W-9', signedOn: null, validUntil: '2030-01-31' },
  'gate.page': { site: 'Harbor Point', day: null },
  'exports.beginGateSheet': { site: 'Harbor Point', day: null },
  'notes.get': { subject: 'v-1' },
  'notes.add': { subject: 'v-1', kind: 'call', text: 'Calls back', asked: [], followUp: '2028-01-31' },
  'notes.addEach': { subjects: ['v-1'], kind: 'letter', text: 'Closed on Friday', asked: [], followUp: null },
  'notes.remove': { notes: [{ subject: 'v-1', id: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11', moved: null }] },
  'letters.get': { subject: 'v-1', kind: null, site: null },
  'onboarding.assign': { changes: [{ subject: 'v-1', member: 'Sam' }] },
  'letters.setLanguage': { subject: 'v-1', language: 'es' },
  'letters.save': { kind: 'missing', language: 'en', template: null },
  'notes.endFollowUp': { subject: 'v-1', id: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11' },
  'notes.reopenFollowUp': { subject: 'v-1', id: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11' },
  'notes.moveFollowUp': {
    subject: 'v-1',
    id: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11',
    day: '2028-01-31',
  },
  'onboarding.noteSeen': { subjects: ['v-1'] },
  'onboarding.tag': { vendorIds: ['v-1'], tag: 'Night shift', on: true },
  'onboarding.setValidUntil': { jobId: '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11', day: '2030-01-31' },
  'vendors.get': { vendorId: 'v-1' },
  'vendors.related': { subject: 'v-1' },
  'vendors.changes': { vendorId: 'v-1' },
  'answers.get': { answer: { entryId: unknownEntry, attempt: 1 } },
  'answers.ofReading': { question: { kind: 'vendor', vendorId: 'v-1' } },
  'exports.beginAnswer': { answer: { readAnswer: 1 } },
  'exports.begin': { source: { list: 'vendors' }, format: 'xlsx' },
  'exports.beginVendorReport': { vendorId: 'v-1' },
  'exports.beginLetter': {
    name: 'Harbor Pipe',
    to: 'ana@harbor.example.com',
    subject: 'Hello',
    body: 'Hello',
  },
  'exports.beginCalendar': { part: null },
  'exports.next': { exportId: unknownEntry },
  'exports.drop': { exportId: unknownEntry },
  'workspaces.importBegin': { bytes: 10 },
  'workspaces.importAppend': { importId: unknownEntry, offset: 0, data: '' },
  'workspaces.inspectImport': { importId: unknownEntry },
  'workspaces.importDrop': { importId: unknownEntry },
  'lists.values': { list: 'vendors', column: 'compliance' },
  'lookups.begin': { ids: ['v-1'] },
  'lookups.refresh': { olderThanDays: 3 },
  'lookups.page': { id: 1 },
  'lookups.tryAgain': { id: 1, rows: null },
  'lookups.cancel': { id: 1 },
  'invites.enqueue': { invitation: { vendor: { email: 'a@example.invalid' } }, replaces: null },
  'invites.page': {},
  'invites.get': { entryId: unknownEntry },
  'invites.remindable': { entryIds: [unknownEntry] },
  'invites.remind': { entryIds: [unknownEntry] },
  'invites.queueAgain': { entryIds: [unknownEntry] },
  'invites.archive': { entryIds: [unknownEntry], archived: true },
  'templates.save': { id: unknownEntry, name: 'Short', text: 'Hello' },
  'templates.delete': { id: unknownEntry },
  'imports.begin': { fileName: 'list.csv', size: 10 },
  'imports.append': { importId: unknownEntry, offset: 0, data: '' },
  'imports.finish': { importId: unknownEntry },
  'imports.chooseSheet': { importId: unknownEntry, sheet: 0 },
  'imports.setTextForm': { importId: unknownEntry, form: { encoding: 'utf-8', delimiter: ';' } },
  'imports.setMapping': {
    importId: unknownEntry,
    fields: [],
    headingsRow: 1,
    skipKnown: true,
    message: '',
  },
  'imports.previewMessage': { importId: unknownEntry, message: 'Hello' },
  'imports.page': { importId: unknownEntry },
  'imports.editCell': { importId: unknownEntry, row: 1, column: 0, text: '' },
  'imports.include': { importId: unknownEntry, row: 1, choice: 'in' },
  'imports.savePreset': { importId: unknownEntry, id: null, name: 'Riverside' },
  'imports.takePreset': { importId: unknownEntry, id: unknownEntry },
  'imports.renamePreset': { importId: unknownEntry, id: unknownEntry, name: 'Riverside' },
  'imports.deletePreset': { importId: unknownEntry, id: unknownEntry },
  'imports.fixAll': { importId: unknownEntry },
  'imports.chooseAll': { importId: unknownEntry, group: 'invite', choice: 'in' },
  'imports.undoBulk': { importId: unknownEntry },
  'imports.queue': { importId: unknownEntry, expected: 1 },
  'imports.lists': { batch: 1 },
  'imports.undo': { batch: 1 },
  'imports.problems': { importId: unknownEntry },
  'imports.cancel': { importId: unknownEntry },
  'invites.duplicates': { email: 'a@example.invalid', vendorId: null },
  'drafts.list': { kind: 'invite' },
  'drafts.get': { kind: 'invite', key: 'new' },
  'drafts.save': { kind: 'invite', key: 'new', title: 'Acme', fields: { companyName: 'Acme' } },
  'drafts.discard': { kind: 'invite', key: 'new' },
  'verifications.enqueue': { type: 'license', data: { licenseNumber: '1' }, vendorId: null, replaces: null },
  'verifications.duplicates': { licenseNumber: '1', state: 'CA' },
  'verifications.page': {},
  'verifications.get': { entryId: unknownEntry },
  'verifications.checkNow': { entryId: unknownEntry },
  'checks.begin': { what: 'verification_tab', tab: 'all' },
  'verifications.decide': { entryId: unknownEntry, choice: 'undo', note: '' },
  'documents.add': { ids: [job], vendorId: null },
  'documents.page': {},
  'documents.counts': {},
  'documents.get': { jobId: job },
  'documents.checkNow': { jobId: job },
  'documents.fetchFile': { jobId: job },
  'documents.localCopyBegin': { jobId: job, name: 'copy.pdf', bytes: 10 },
  'documents.localCopyAppend': { copyId: unknownEntry, offset: 0, data: '' },
  'documents.localCopyFinish': { copyId: unknownEntry },
  'documents.removeLocalCopy': { jobId: job },
  'documents.restoreLocalCopy': { jobId: job },
  'documents.good': { jobIds: [job] },
  'documents.acceptGood': { jobIds: [job] },
  'documents.undoAcceptance': { jobIds: [job] },
  'documents.decide': { jobId: job, choice: 'accept', note: '' },
  'documents.assignVendor': { jobId: job, vendorId: null },
  'documents.assignVendors': { jobIds: [job], vendorId: null },
  'documents.restoreVendors': { assigned: null, before: [] },
  'documents.undoDecision': { jobId: job },
  'outbox.page': { group: 'sent' },
  'outbox.sendAgain': { entryId: unknownEntry },
  'outbox.markAsSent': { entryId: unknownEntry },
  'outbox.retryNow': { entryId: unknownEntry },
  'outbox.cancel': { entryId: unknownEntry },
  'outbox.decideMany': { entryIds: [unknownEntry], decision: 'cancelled' },
  'outbox.undo': { entryIds: [unknownEntry], what: 'enqueued' },
  'outbox.undoDelayed': { until: 1 },
  'outbox.sendDelayed': { until: 1 },
  'outbox.pause': { paused: true },
  'outbox.workOffline': { on: true },
  'outbox.export': { format: 'json' },
  'expiry.page': {},
  'updates.setFeed': { address: null },
  'search.find': { text: 'a' },
  'desktop.showMenu': { x: 0, y: 0 },
};

describe('the settings of the app', () => {
  it('keep the keys that shortcuts were given, and refuse those that cannot be', async () => {
    const dataDir = temporaryFolder();
    const app = await startTestCore({ dataDir });
    const shortcuts = { accept: 'q', documents: 'g q' };
    expect(await app.call('app.updateSettings', { shortcuts })).toMatchObject({ ok: true });
    for (const wrong of [{ accept: 'mod+q' }, { close: 'q' }, { documents: 'q' }]) {
      expect(await app.call('app.updateSettings', { shortcuts: wrong })).toMatchObject({
        ok: false,
        error: { code: 'bad_input' },
      });
    }
    await app.stop();
    const again = await startTestCore({ dataDir });
    expect(await again.call('app.start')).toMatchObject({ value: { settings: { shortcuts } } });
  });
});

describe('the contract', () => {
  it('has a handler for every call, and every answer and event is as the contract says', async () => {
    const server = await startWireServer(answeringJson({ id: 'v-1', status: 'pending' }));
    const app = await startTestCore({ dataDir: temporaryFolder() });
    expect(await app.connect(server.baseUrl, 'a-token')).toMatchObject({ ok: true });
    const skipped = new Set([
      'workspaces.connect',
      'workspaces.replaceToken',
      'workspaces.openPractice',
      'workspaces.importFinish',
      'network.signIn',
      'team.join',
      'team.signIn',
    ]);
    const validationIssues: string[] = [];
    for (const name of callNames) {
      if (skipped.has(name)) continue;
      // Opening something unknown closes what is open, so what comes after has nothing to work on.
      if (name === 'workspaces.open' || name === 'workspaces.forgetToken') continue;
      const result = await app.call(name, fittingInputs[name] ?? null);
      if (!result.ok) {
        expect(
          ['not_found', 'too_late', 'unreachable', 'refused', 'not_allowed', 'signed_out'],
          name,
        ).toContain(result.error.code);
        continue;
      }
      if (!calls[name].output.safeParse(result.value).success) validationIssues.push(name);
    }
    expect(validationIssues).toEqual([]);
    await app.replaceToken('another');
    expect(await app.call('workspaces.forgetToken')).toMatchObject({ ok: true });
    await until(() => app.events.some(({ name }) => name === 'sync.changed'), 'the status was told');
    for (const { name, payload } of app.events) {
      const known = eventNames.find((one) => one === name);
      if (known === undefined) throw new Error(`There is no event ${name}.`);
      expect(eventSchemas[known].safeParse(payload).success).toBe(true);
    }
    expect(await app.call('workspaces.open', { id: 'unknown' })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('refuses calls that need a workspace while none is open', async () => {
    const app = await startTestCore({ dataDir: temporaryFolder() });
    for (const name of callNames.filter((one) => !/^(app|desktop|network|updates|workspaces)\./.test(one))) {
      expect(await app.call(name, fittingInputs[name] ?? null)).toMatchObject({
        ok: false,
        error: { code: 'no_workspace' },
      });
    }
  });
});

describe('the workspaces of this computer', () => {
  it('come back with what was enqueued, the token from the keychain, and nobody signed in anew', async () => {
    const dataDir = temporaryFolder();
    const keychain = await memoryKeychain();
    const server = await startWireServer(silence);
    const first = await startTestCore({ dataDir, keychain });
    await first.connect(server.baseUrl, 'a-token');
    await first.call('outbox.pause', { paused: true });
    await first.call('invites.enqueue', {
      invitation: { vendor: { email: 'kept@example.invalid' } },
      replaces: null,
    });
    await first.stop();
    const next = await startTestCore({ dataDir, keychain });
    expect(await next.call('app.start')).toMatchObject({
      value: { workspace: { name: 'Test', token: { kept: 'keychain' } }, problem: null },
    });
    expect(await next.call('invites.page', {})).toMatchObject({
      value: { total: 1, rows: [{ email: 'kept@example.invalid', state: 'queued' }] },
    });
  });

  it('are still listed after the list was damaged', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const first = await startTestCore({ dataDir });
    await first.connect(server.baseUrl, 'a-token');
    await first.stop();
    writeFileSync(join(dataDir, 'gangway.db'), 'no database '.repeat(1000));
    const next = await startTestCore({ dataDir });
    const start = await next.call('app.start');
    expect(start).toMatchObject({ value: { workspaces: [{ name: 'Test', baseUrl: server.baseUrl }] } });
    expect(readdirSync(dataDir).some((name) => name.startsWith('gangway.db.damaged-'))).toBe(true);
  });

  it('that cannot be opened at the start are named with the reason, and the app starts', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const first = await startTestCore({ dataDir });
    await first.connect(server.baseUrl, 'a-token');
    const { started } = await tryStartCore({ dataDir });
    if (!started.ok) throw new Error('It does not start.');
    expect(started.core.startProblem()).toMatchObject({ code: 'in_use' });
    expect(started.core.workspace()).toBeNull();
    await started.core.stop();
  });

  it('open on a full disk as far as they can, and never stay locked behind a failure', async ({ skip }) => {
    const disk = mountSmallDisk() ?? skip('mounting a tmpfs is not allowed here (it takes root)');
    const dataDir = join(disk.folder, 'data');
    mkdirSync(dataDir);
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir });
    const connected = await app.connect(server.baseUrl, 'a-token');
    const { id } = z
      .object({ workspace: z.object({ id: z.string() }) })
      .parse(connected.ok ? connected.value : null).workspace;
    disk.fill();
    const result = await app.call('workspaces.open', { id });
    if (!result.ok) expect(result.error.code).toBe('storage');
    disk.free();
    expect(await app.call('workspaces.open', { id })).toMatchObject({ ok: true, value: { id } });
  });
});
