import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { appStart } from '#shared/ipc/app.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { bootForTest } from '#test/boot/boot-folder.ts';
import { bootApp, type BootedApp } from '#test/boot/booted-app.ts';
import { z } from 'zod';
import { silence, startWireServer } from './wire-server.ts';

const patient = { timeout: 60_000, interval: 25 };
const value = z.object({ ok: z.literal(true), value: z.unknown() });
const counts = z.object({ counts: z.record(z.string(), z.number()) });

function call(app: BootedApp, name: string, input: unknown = null) {
  return app.ask('call', { channel: `gangway:${name}`, input, from: 'own page' });
}

async function counted(app: BootedApp) {
  return counts.parse(value.parse(await call(app, 'outbox.status')).value).counts;
}

/** An app that sends an invite to a server that never answers. */
async function sendingApp() {
  const server = await startWireServer(silence);
  const booted = await bootForTest();
  const { app } = booted;
  await app.openWindow();
  const { sealingKey } = appStart.parse(value.parse(await call(app, 'app.start')).value);
  value.parse(
    await call(app, 'workspaces.connect', {
      address: server.baseUrl,
      name: 'Test',
      token: await sealToken('a-token', sealingKey),
      vendorId: null,
    }),
  );
  const invitation = { vendor: { email: 'tom@example.invalid' } };
  value.parse(await call(app, 'invites.enqueue', { invitation, replaces: null }));
  await vi.waitFor(async () => expect(await counted(app)).toMatchObject({ sending: 1 }), patient);
  return booted;
}

function questions(app: BootedApp, times: number) {
  return vi.waitFor(() => expect(app.details('dialog.showMessageBox')).toHaveLength(times), patient);
}

describe('quitting the built app while an invite is being sent', () => {
  it('asks, goes on where the person stays, and at the next start the invite is with a person', async () => {
    const { app, folder } = await sendingApp();
    await app.ask('quit', 1);
    await questions(app, 1);
    expect(app.details('dialog.showMessageBox')).toMatchObject([
      { message: '1 item is being sent.', buttons: ['Wait for the answer', 'Quit now', 'Cancel'] },
    ]);
    await app.ask('answer', 'Cancel');
    await vi.waitFor(() => expect(app.details('window.focus')).toHaveLength(1), patient);
    expect(await counted(app)).toMatchObject({ sending: 1 });

    await app.ask('quit', 1);
    await questions(app, 2);
    await app.ask('answer', 'Quit now');
    expect(await app.ended).toEqual({ code: 0, stderr: '' });

    const again = bootApp(folder);
    onTestFinished(() => {
      again.kill();
    });
    await again.openWindow();
    await again.start();
    expect(await counted(again)).toMatchObject({ sending: 0, in_doubt: 1 });
  });

  it('asks nobody when the system shuts down', { tags: ['nightly'] }, async () => {
    const { app } = await sendingApp();
    await app.ask('machineSays', 'shutdown');
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
    expect(app.details('dialog.showMessageBox')).toEqual([]);
  });
});
