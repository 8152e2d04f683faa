import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { lookUpHandlers } from '#main/features/look-ups.ts';
import { answerBytes, startWireServer } from './wire-server.ts';
import { enqueueInvite, openTestWorkspace, turn, until } from './workspace-harness.ts';

const json = { 'content-type': 'application/json' };

/** A service that answers a few milliseconds later, and counts what it has to do at once. */
async function countingService() {
  const busy: { method: string; socket: Socket }[] = [];
  const seen: string[] = [];
  let most = 0;
  const server = await startWireServer(({ method }, socket) => {
    const one = { method, socket };
    busy.push(one);
    seen.push(method);
    most = Math.max(most, busy.length);
    setTimeout(() => {
      busy.splice(busy.indexOf(one), 1);
      socket.write(answerBytes(200, json, method === 'POST' ? '{"id":1}' : '{"status":"completed"}'));
    }, 3);
  });
  return { server, seen, most: () => most };
}

describe('the limit on requests at once', () => {
  it('holds for sending, reading and looking up together, and sending goes first', async () => {
    const { server, seen, most } = await countingService();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await until(() => workspace.dispatcher.status().condition.kind === 'online', 'it is online');
    workspace.updateSettings({ concurrency: 3 });
    for (let number = 0; number < 30; number += 1) await enqueueInvite(workspace);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await documentHandlers(workspace)['documents.add']({ ids, vendorId: null });
    const vendors = Array.from({ length: 20 }, (_none, number) => `v${number}`);
    await lookUpHandlers(workspace)['lookups.begin']({ ids: vendors });
    const all = 30 + 20 + 20;
    for (let turns = 0; seen.length < all && turns < 4000; turns += 1) {
      workspace.fake.advance(50);
      await turn();
    }
    expect(seen).toHaveLength(all);
    expect(most()).toBe(3);
    const lastSent = seen.lastIndexOf('POST');
    // Reading has one place of three meanwhile, and is neither starved nor ahead.
    const readMeanwhile = seen.slice(0, lastSent).filter((method) => method === 'GET').length;
    expect(readMeanwhile).toBeGreaterThan(0);
    expect(readMeanwhile).toBeLessThan(30);
  });
});
