import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { templateLimits } from '#shared/ipc/invites.ts';
import { messageTemplate } from '#shared/outbox/message-template.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { importing, unwrap } from './import-harness.ts';
import { openTestWorkspace, temporaryFolder } from './workspace-harness.ts';

const unreachable = 'http://127.0.0.1:9';

async function list(app: TestCore) {
  const result = await app.call('templates.list');
  if (!result.ok) throw new Error(result.error.message);
  return z.array(messageTemplate).parse(result.value);
}

async function connected(dataDir = temporaryFolder()) {
  const app = await startTestCore({ dataDir });
  expect(await app.connect(unreachable, 'token-of-the-test')).toMatchObject({ ok: true });
  return app;
}

describe('message templates', () => {
  it('begin with one that can be used at once', async () => {
    const [first, ...others] = await list(await connected());
    expect(first?.name).toBe('Standard invite');
    expect(first?.text).toContain('{first name}');
    expect(first?.text).not.toContain('email');
    expect(others).toEqual([]);
  });

  it('are kept by name over a restart, also as they were changed and deleted', async () => {
    const dataDir = temporaryFolder();
    const app = await connected(dataDir);
    const [standard] = await list(app);
    const id = randomUUID();
    await app.call('templates.save', { id, name: '  renewal ', text: 'Dear {contact}' });
    await app.call('templates.save', { id, name: 'Renewal', text: 'Dear {contact},\nhello' });
    await app.call('templates.delete', { id: standard?.id });
    await app.stop();
    const again = await startTestCore({ dataDir });
    expect(await list(again)).toMatchObject([{ id, name: 'Renewal', text: 'Dear {contact},\nhello' }]);
  });

  it('come back as they were when a deletion is taken back', async () => {
    const app = await connected();
    const [standard] = await list(app);
    if (standard === undefined) throw new Error('There is no first template.');
    const { id, name, text } = standard;
    expect(await app.call('templates.delete', { id })).toMatchObject({ ok: true });
    expect(await list(app)).toEqual([]);
    expect(await app.call('templates.save', { id, name, text })).toMatchObject({ ok: true });
    expect(await list(app)).toMatchObject([{ id, name, text }]);
    expect(app.events.filter((event) => event.name === 'templates.changed')).toHaveLength(2);
  });

  it('have names of their own, whatever the capitals', async () => {
    const app = await connected();
    const taken = { id: randomUUID(), name: 'STANDARD  invite', text: 'Hello' };
    expect(await app.call('templates.save', taken)).toEqual({
      ok: false,
      error: {
        code: 'bad_input',
        message: 'A template named “Standard invite” already exists. Choose another name.',
      },
    });
    const [standard] = await list(app);
    expect(await app.call('templates.save', { ...taken, id: standard?.id })).toMatchObject({ ok: true });
  });

  it('are neither empty nor endless nor without number', async () => {
    const app = await connected();
    const save = (name: string, text: string) => app.call('templates.save', { id: randomUUID(), name, text });
    expect(await save('  ', 'Hello')).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(await save('Empty', ' \n ')).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(await save('Long', 'x'.repeat(templateLimits.text + 1))).toMatchObject({ ok: false });
    for (let number = 1; number < templateLimits.number; number += 1) {
      expect(await save(`Template ${number}`, 'Hello')).toMatchObject({ ok: true });
    }
    expect(await save('One more', 'Hello')).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  });
});

describe('the message for all rows of a list', () => {
  it('is shown on the first row it goes to, with how many rows lack something', async () => {
    const workspace = await openTestWorkspace({ baseUrl: unreachable, token: null });
    const imported = importing(workspace);
    const { importId } = await imported.open(
      [
        'Email,First,Company,Message',
        'own@x.example.com,Ada,Ada & Co,Mine',
        'lena@x.example.com,Lena,Brickyard,',
        'tom@x.example.com,Tom,,',
        'nobody,Jo,Jo & Co,',
      ].join('\n'),
    );
    const message = 'Hello {first name} of {company}, {services}';
    const preview = await imported.calls['imports.previewMessage']({ importId, message });
    expect(unwrap(preview)).toEqual({
      rows: 2,
      lacking: 1,
      lacks: ['company'],
      unknown: ['services'],
      example: { row: 3, who: 'Brickyard', text: 'Hello Lena of Brickyard, {services}' },
    });
    expect((await imported.status()).message).toBe('');
  });

  it('goes out filled with what each row has', async () => {
    const workspace = await openTestWorkspace({ baseUrl: unreachable, token: null });
    const imported = importing(workspace);
    const { importId, columns } = await imported.open(
      'Email,First,Message\nlena@x.example.com,Lena,\ntom@x.example.com,Tom,Own {first name}\n',
    );
    unwrap(
      await imported.calls['imports.setMapping']({
        importId,
        headingsRow: 1,
        skipKnown: true,
        fields: columns.map(({ field }) => field),
        message: 'Hello {first name} of {company}!',
      }),
    );
    await imported.checked();
    unwrap(await imported.queue());
    await workspace.imports.settled();
    const bodies = workspace.db.prepare('SELECT body FROM entry ORDER BY seq').pluck().all();
    expect(
      bodies.map((body) => z.object({ inviteMessage: z.string() }).parse(JSON.parse(String(body)))),
    ).toEqual([{ inviteMessage: 'Hello Lena of!' }, { inviteMessage: 'Own {first name}' }]);
  });
});
