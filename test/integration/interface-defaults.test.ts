import { expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { makePng } from '#test/picture-bytes.ts';
import { importing, unwrap } from './import-harness.ts';
import { answerBytes, answeringJson, silence, startWireServer } from './wire-server.ts';
import { canary, enqueueVerification, openTestWorkspace } from './workspace-harness.ts';

const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

it('rows of a list without a company ID get the one of the settings', async () => {
  const { baseUrl } = await startWireServer(silence);
  const workspace = await openTestWorkspace({ baseUrl });
  workspace.dispatcher.setPaused(true);
  workspace.updateSettings({ defaultCompanyId: 4711 });
  const list = importing(workspace);
  const file = 'Email,Company ID\nkai@example.invalid,\nann@example.invalid,12\n';
  const { importId, headingsRow, skipKnown, message, columns } = await list.open(file);
  // The ID of another program fills nothing before a person says so.
  expect(columns.map(({ field }) => field)).toEqual(['email', 'skip']);
  const fields = ['email', 'companyId'] as const;
  const mapping = { importId, headingsRow, skipKnown, message, fields: [...fields] };
  unwrap(await list.calls['imports.setMapping'](mapping));
  expect((await list.checked()).counts).toMatchObject({ ready: 2 });
  unwrap(await list.queue());
  await workspace.imports.settled();
  const bodies = workspace.db.prepare('SELECT body FROM entry ORDER BY seq').pluck().all();
  expect(bodies.map((body) => JSON.parse(String(body)) as unknown)).toEqual([
    { vendor: { email: 'kai@example.invalid' }, companyId: 4711 },
    { vendor: { email: 'ann@example.invalid' }, companyId: 12 },
  ]);
});

it('the type of the settings is suggested first, and stands for rows without one', async () => {
  const { baseUrl } = await startWireServer(silence);
  const workspace = await openTestWorkspace({ baseUrl });
  workspace.dispatcher.setPaused(true);
  await enqueueVerification(workspace);
  workspace.updateSettings({ defaultVerificationType: 'contractor' });
  const types = await verificationHandlers(workspace)['verifications.types'](null);
  expect(unwrap(types)).toEqual(['contractor', 'license']);
  const status = await importing(workspace, 'verifications').open('License number\nC-10\n');
  expect(status.type).toBe('contractor');
});

/** A service whose answer names the file by a relative address; what it was asked for is noted. */
async function serviceNaming(fileUrl: string) {
  const picture = makePng(8, 8);
  const server = await startWireServer((request, socket) => {
    if (!request.path.endsWith('.png')) {
      answeringJson({ id: job, status: 'completed', fileUrl })(request, socket);
      return;
    }
    socket.write(answerBytes(200, { 'content-length': String(picture.length) }));
    socket.write(picture);
  });
  const files = () => server.requests.filter(({ path }) => path.endsWith('.png'));
  return { server, files };
}

async function withDocument(baseUrl: string) {
  const workspace = await openTestWorkspace({ baseUrl, token: canary });
  const documents = documentHandlers(workspace);
  await documents['documents.add']({ ids: [job], vendorId: null });
  workspace.fake.advance(1000);
  unwrap(await documents['documents.checkNow']({ jobId: job }));
  return { workspace, documents };
}

it.each([
  ['/files/a.png', '/files/a.png'],
  ['files/a.png', '/v2/files/a.png'],
  ['a.png', '/v2/a.png'],
])('a file at %s is fetched from the service’s own address, with the token', async (fileUrl, path) => {
  const { server, files } = await serviceNaming(fileUrl);
  const { documents } = await withDocument(`${server.baseUrl}/v2`);
  expect(unwrap(await documents['documents.get']({ jobId: job })).file.kind).toBe('not_kept');
  expect(unwrap(await documents['documents.fetchFile']({ jobId: job })).file.kind).toBe('kept');
  expect(files().map((one) => one.path)).toEqual([path]);
  expect(files()[0]?.headers['authorization']).toBe(`Bearer ${canary}`);
});

it('a relative address is looked for where the settings say, and by the rules of every address', async () => {
  const { server, files } = await serviceNaming('files/a.png');
  const elsewhere = await serviceNaming('files/a.png');
  const { workspace, documents } = await withDocument(server.baseUrl);
  workspace.updateSettings({ fileBaseUrl: `${elsewhere.server.baseUrl}/bucket` });
  // Another program on this computer is not the service.
  expect(unwrap(await documents['documents.get']({ jobId: job })).file).toMatchObject({
    kind: 'refused_address',
  });
  expect(await documents['documents.fetchFile']({ jobId: job })).toMatchObject({
    error: { code: 'refused' },
  });
  expect([...files(), ...elsewhere.files()]).toEqual([]);
  workspace.updateSettings({ fileBaseUrl: `${server.baseUrl}/bucket` });
  expect(unwrap(await documents['documents.fetchFile']({ jobId: job })).file.kind).toBe('kept');
  expect(files().map(({ path }) => path)).toEqual(['/bucket/files/a.png']);
});
