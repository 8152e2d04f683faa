import { Agent, request } from 'undici';
import { withFolder } from './bench-folder.ts';
import { fillWithInvites, openBenchWorkspace } from './bench-workspace.ts';
import { startEchoServer, startPracticeServer, type BenchServer } from './bench-servers.ts';
import { report } from './report.ts';

export const atOnce = 16;

/**
 * Invites a second over loopback HTTP, 16 at once, against a bare undici loop to the same server: the practice service,
 * which does with an invite what a service does, and a server that only answers, where nothing hides our own work and no bar
 * is held (docs/decisions/benchmarks.md).
 */
export async function dispatchHttp(): Promise<void> {
  for (const { name, start, entries, barred } of [
    { name: 'dispatch_http_practice_service', start: startPracticeServer, entries: 2000, barred: true },
    { name: 'dispatch_http_instant_server', start: startEchoServer, entries: 6000, barred: false },
  ]) {
    const server = await start();
    await bareLoop(server, 300, 'warm');
    await withFolder(async (folder) => {
      const baseline = { name: 'bare undici', value: await bareLoop(server, entries, 'bare') };
      const value = await gangway(folder, server, entries);
      const met = barred ? value >= 0.8 * baseline.value : null;
      report({ bench: name, value, unit: 'per_s', baseline, durability: 'FULL', met });
    });
    server.stop();
  }
}

/** POSTs a second that undici alone makes of a server, so many at once. */
export async function bareLoop(
  { baseUrl, token }: BenchServer,
  count: number,
  prefix: string,
): Promise<number> {
  const agent = new Agent({ connections: atOnce, pipelining: 1, allowH2: false });
  const from = performance.now();
  let next = 0;
  async function sendNext(): Promise<void> {
    while (next < count) {
      next += 1;
      const answer = await request(`${baseUrl}/vendors`, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: `{"vendor":{"email":"${prefix}${next}@bench.example.com"}}`,
      });
      await answer.body.text();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  const perSecond = count / ((performance.now() - from) / 1000);
  await agent.destroy();
  return perSecond;
}

async function gangway(folder: string, server: BenchServer, entries: number): Promise<number> {
  const workspace = await openBenchWorkspace(folder, server.baseUrl);
  workspace.updateSettings({ concurrency: atOnce });
  workspace.dispatcher.setPaused(true);
  workspace.token.holdForSession(server.token);
  fillWithInvites(workspace, entries, 'http');
  const from = performance.now();
  workspace.dispatcher.setPaused(false);
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (workspace.entries.counts().accepted < entries) return;
      clearInterval(look);
      resolve();
    }, 5);
  });
  const perSecond = entries / ((performance.now() - from) / 1000);
  await workspace.close();
  return perSecond;
}
