import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { defaultAppSettings } from '#shared/settings/app-settings.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { startTestCore } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { enqueueInvite, openTestWorkspace, temporaryFolder, untilState } from './workspace-harness.ts';

/** Alters every setting, or the one of a name, in the way that one flipped bit alters JSON. Returns how many there were. */
function breakSettings(file: string, name: string | null = null): number {
  const db = new SqliteDatabase(file);
  const { changes } = db
    .prepare("UPDATE setting SET value = 'x' || value WHERE name = COALESCE(?, name)")
    .run(name);
  db.close();
  return changes;
}

describe('settings that cannot be read', () => {
  it('are their defaults, each with a line in the log that does not tell the value', async () => {
    const server = await startWireServer(answeringJson({ id: 'a-request' }));
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    first.updateSettings({
      concurrency: 3,
      statusWords: { 'a-secret-word': { category: 'good', final: true } },
    });
    await first.close();
    expect(breakSettings(first.databaseFile)).toBeGreaterThan(2);

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(next.settings().concurrency).toBe(defaultWorkspaceSettings.concurrency);
    const id = await enqueueInvite(next);
    await untilState(next, id, 'accepted');
    const lines = next.log
      .filter(({ event }) => event === 'setting_unreadable')
      .map(({ detail }) => detail['name']);
    expect(lines).toContain('workspace.settings');
    expect(new Set(lines).size).toBe(lines.length);
    expect(JSON.stringify(next.log)).not.toContain('a-secret-word');
  });

  it.each([
    ['the pause', 'queue.paused', false],
    ['a pause that was on', 'queue.paused', true],
    ['working offline', 'queue.work_offline', true],
  ])(
    'hold the outbox where they say whether anything is sent, until the person resumes it: %s',
    async (_what, name, on) => {
      const server = await startWireServer(answeringJson({ id: 'a-request' }));
      const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
      if (name === 'queue.paused') first.dispatcher.setPaused(on);
      else first.dispatcher.setWorkOffline(on);
      const id = await enqueueInvite(first);
      await first.close();
      expect(breakSettings(first.databaseFile, name)).toBe(1);

      const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
      expect(next.dispatcher.status().condition.kind).toBe('paused');
      expect(next.describe().notice).toContain('is paused');
      expect(server.posts()).toEqual([]);
      next.dispatcher.setPaused(false);
      await untilState(next, id, 'accepted');
      await next.close();
      const last = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
      expect(last.dispatcher.status().condition.kind).not.toBe('paused');
      expect(last.describe().notice).toBeNull();
    },
  );

  it('of the app do not keep it from starting', async () => {
    const dataDir = temporaryFolder();
    const first = await startTestCore({ dataDir });
    await first.call('app.updateSettings', { theme: 'dark' });
    await first.stop();
    expect(breakSettings(join(dataDir, 'gangway.db'))).toBeGreaterThan(0);
    const next = await startTestCore({ dataDir });
    expect(next.core.appSettings().theme).toBe(defaultAppSettings.theme);
    expect(next.core.log.recent().filter(({ event }) => event === 'setting_unreadable')).not.toEqual([]);
  });
});
