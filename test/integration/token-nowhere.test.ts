import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sealToken } from '#shared/base/sealed-token.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { answerBytes, startWireServer, type SeenRequest } from './wire-server.ts';
import { canary, memoryKeychain, temporaryFolder, until } from './workspace-harness.ts';

const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
const needle = 'canary-7f3c19d2';

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** Files that hold the token as it is, or as UTF-16 or Base64 would hold it. */
function filesWithToken(folder: string): string[] {
  const forms = [
    Buffer.from(needle),
    Buffer.from(needle, 'utf16le'),
    Buffer.from(Buffer.from(canary).toString('base64').slice(0, 24)),
  ];
  return filesUnder(folder).filter((file) => {
    const content = readFileSync(file);
    return forms.some((form) => content.includes(form));
  });
}

/** A server that sends the token back in every place of its answer, as badly written ones do. */
function echoing(request: SeenRequest): string {
  const said = request.headers['authorization'] ?? 'nothing';
  const headers = { 'content-type': `application/json; by="${said}"`, 'x-token': said };
  const text = JSON.stringify({
    id: 'r-1',
    status: 'pending',
    message: said,
    [said]: said,
    raw: request.head,
  });
  if (request.path === '/vendors' && request.body.includes('refused')) return answerBytes(422, headers, text);
  if (request.path === '/vendors' && request.body.includes('moved')) {
    const location = `https://elsewhere.invalid/?token=${encodeURIComponent(canary)}&again=${said}`;
    return answerBytes(307, { ...headers, location }, text);
  }
  if (request.path === '/vendors' && request.body.includes('failed')) return answerBytes(500, headers, text);
  if (request.path.endsWith('/profile')) {
    return answerBytes(
      200,
      headers,
      JSON.stringify({ id: 'v-1', companyName: said, extra: { [said]: said } }),
    );
  }
  return answerBytes(200, headers, text);
}

const entry = z.object({ entryId: z.string() });

async function unwrap<T extends z.ZodType>(
  app: TestCore,
  schema: T,
  call: string,
  input?: unknown,
): Promise<z.infer<T>> {
  const result = await app.call(call, input);
  if (!result.ok) throw new Error(`${call}: ${result.error.message}`);
  return schema.parse(result.value);
}

/** What the keychain holds, but for its own name and the account that notes in numbers how far a workspace came. */
function tokensIn(secrets: Map<string, string>): string[] {
  return [...secrets]
    .filter(([account]) => !account.endsWith('.progress') && account !== 'this-keychain')
    .map(([, secret]) => secret);
}

describe('the token', () => {
  it('is in no file, no log line, no event and no answer to a screen, though the service echoes it', async () => {
    const dataDir = temporaryFolder();
    const keychain = await memoryKeychain();
    const server = await startWireServer((request, socket) => {
      socket.write(echoing(request));
    });
    const app = await startTestCore({ dataDir, keychain });
    expect(await app.connect(server.baseUrl, canary, 'v-1')).toMatchObject({ ok: true });
    expect(tokensIn(keychain.secrets)).toEqual([canary]);

    const ids: string[] = [];
    for (const company of ['plain', 'refused', 'moved', 'failed']) {
      const invitation = { vendor: { email: `${company}@example.invalid`, companyName: company } };
      ids.push((await unwrap(app, entry, 'invites.enqueue', { invitation, replaces: null })).entryId);
    }
    const check = { type: 'license', data: { licenseNumber: 'L-1' }, vendorId: null, replaces: null };
    const checkId = (await unwrap(app, entry, 'verifications.enqueue', check)).entryId;
    await app.call('documents.add', { ids: [job], vendorId: null });
    await until(() => {
      const now = app.core.workspace()?.dispatcher.status().counts;
      return now !== undefined && now.queued + now.sending === 0;
    }, 'everything came to something');
    await app.call('outbox.status');
    await until(() => server.requests.some((request) => request.path.includes(job)), 'the document was read');

    await app.call('vendors.lookUp', { vendorId: 'v-1' });
    await app.call('onboarding.page', {});
    await app.call('vendors.get', { vendorId: 'v-1' });
    for (const entryId of ids) await app.call('invites.get', { entryId });
    await app.call('verifications.checkNow', { entryId: checkId });
    await app.call('verifications.get', { entryId: checkId });
    await app.call('documents.checkNow', { jobId: job });
    await app.call('documents.get', { jobId: job });
    for (const format of ['csv', 'json']) await app.call('outbox.export', { format });
    await app.call('today.summary');
    await app.call('search.find', { text: 'canary' });
    await app.call('workspaces.checkAddress', { address: server.baseUrl });
    await app.replaceToken(`${canary}2`);
    expect(server.requests.some((request) => request.head.includes(`Bearer ${canary}`))).toBe(true);

    expect(filesWithToken(dataDir)).toEqual([]);
    await app.stop();
    expect(filesUnder(dataDir).some((file) => file.endsWith('workspace.db'))).toBe(true);
    expect(filesWithToken(dataDir)).toEqual([]);
    expect(JSON.stringify(app.events)).not.toContain(needle);
    const told = app.results.filter(({ result }) => JSON.stringify(result).includes(needle));
    expect(told.map(({ call }) => call)).toEqual([]);
    const log = readFileSync(join(dataDir, 'logs', 'gangway.log'), 'utf8');
    expect(log).toContain('workspace_opened');
    expect(log).not.toContain(needle);

    const again = await startTestCore({ dataDir, keychain });
    expect(await again.call('app.start')).toMatchObject({
      ok: true,
      value: { workspace: { token: { kept: 'keychain' } } },
    });
    await again.call('workspaces.forgetToken');
    expect(tokensIn(keychain.secrets)).toEqual([]);
    await again.stop();
    expect(filesWithToken(dataDir)).toEqual([]);
    expect(JSON.stringify([again.events, again.results])).not.toContain(needle);
  });

  it.each(['two words', 'line\r\nx-more: yes', '', '   ', 'ümlaut'])(
    'is refused before it is used where a header cannot carry it: %j',
    async (token) => {
      const server = await startWireServer((request, socket) => {
        socket.write(echoing(request));
      });
      const app = await startTestCore({ dataDir: temporaryFolder() });
      const result = await app.connect(server.baseUrl, token, 'v-1');
      expect(result).toMatchObject({ ok: false, error: { code: 'bad_input' } });
      expect(server.requests).toEqual([]);
    },
  );

  it('as short as a syllable is refused in a sentence, so that what a server says of an invite stays legible', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.write(
        answerBytes(
          422,
          { 'content-type': 'application/json' },
          JSON.stringify({ message: 'the title is taken' }),
        ),
      );
    });
    const app = await startTestCore({ dataDir: temporaryFolder() });
    const tooShort = {
      ok: false,
      error: {
        code: 'bad_input',
        message: 'This token is incomplete: it has fewer than 6 characters. Copy it again.',
      },
    };
    for (const token of ['t', ' the ', 'title'])
      expect(await app.connect(server.baseUrl, token)).toEqual(tooShort);
    expect(await app.connect(server.baseUrl, 'tokens')).toMatchObject({ ok: true });
    expect(await app.replaceToken('t')).toEqual(tooShort);
    const invitation = { vendor: { email: 'tom@example.invalid' } };
    const { entryId } = await unwrap(app, entry, 'invites.enqueue', { invitation, replaces: null });
    await expect
      .poll(async () => JSON.stringify(await unwrap(app, z.unknown(), 'invites.get', { entryId })))
      .toContain('the title is taken');
  });

  it('sealed for another run of the app is refused', async () => {
    const app = await startTestCore({ dataDir: temporaryFolder() });
    const other = await startTestCore({ dataDir: temporaryFolder() });
    const start = await other.call('app.start');
    const key = z.object({ sealingKey: z.unknown() }).parse(start.ok ? start.value : null).sealingKey;
    expect(key).not.toEqual(app.core.unsealer.publicKey);
    const sealed = await sealToken('a-token', other.core.unsealer.publicKey);
    const input = { address: 'https://service.example.invalid', name: null, token: sealed, vendorId: null };
    expect(await app.call('workspaces.connect', input)).toMatchObject({
      ok: false,
      error: { code: 'bad_input' },
    });
  });
});
