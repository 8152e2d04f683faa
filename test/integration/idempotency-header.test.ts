import { describe, expect, it } from 'vitest';
import { answering, answeringJson, startWireServer } from './wire-server.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { handOverInvite, openTestWorkspace, passUntil, stateOf } from './workspace-harness.ts';

/** Sends one invite under a key, which is refused for the moment at the first attempt; the keys as they came. */
async function sentUnder(key: string): Promise<(string | undefined)[]> {
  const clock = createFakeClock();
  const server = await startWireServer(answering(503));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, clock });
  workspace.dispatcher.setPaused(true);
  const entryId = await handOverInvite(workspace);
  workspace.db.prepare('UPDATE entry SET idempotency_key = ? WHERE id = ?').run(key, entryId);
  workspace.dispatcher.setPaused(false);
  await passUntil(clock, () => server.posts().length === 1, 60_000);
  server.behave(answeringJson({ vendorStatus: 'Invited' }));
  await passUntil(clock, () => stateOf(workspace, entryId) === 'accepted', 60 * 60_000);
  expect(workspace.dispatcher.status().condition.kind).toBe('online');
  return server.posts().map(({ headers }) => headers['idempotency-key']);
}

describe('the Idempotency-Key of an entry', () => {
  it('is its key, as a structured-field string', async () => {
    expect(await sentUnder('3f0c-7')).toEqual(['"3f0c-7"', '"3f0c-7"']);
    expect(await sentUnder('a"b\\c')).toEqual(['"a\\"b\\\\c"', '"a\\"b\\\\c"']);
  });

  it.each([
    ['letters that no header has', 'ключ'],
    ['a line break', 'a\r\nx: y'],
    ['nothing', ''],
    ['10,000 characters', 'k'.repeat(10_000)],
  ])(
    'is a hash of it where it has %s, the same at each attempt, and the entry is sent',
    async (_what, key) => {
      const [first, second] = await sentUnder(key);
      expect(first).toMatch(/^"[0-9a-f]{64}"$/);
      expect(second).toBe(first);
    },
  );
});
