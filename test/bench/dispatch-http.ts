import { Agent, request } from 'undici';
import { withFolder } from './bench-folder.ts';
import { fillWithInvites, openBenchWorkspace } from './bench-workspace.ts';
import { startEchoServer } from './echo-process.ts';
import { report } from './report.ts';

const entries = 6000;
const atOnce = 16;

/** Invites a second over loopback HTTP, 16 at once, against a bare undici loop to the same server. */
export async function dispatchHttp(): Promise<void> {
  const server = await startEchoServer();
  const { baseUrl } = server;
  await bareLoop(baseUrl, 500);
  await withFolder(async (folder) => {
    const baseline = { name: 'bare undici', value: await bareLoop(baseUrl, entries) };
    const value = await gangway(folder, baseUrl);
    const met = value >= 0.8 * baseline.value;
    report({ bench: 'dispatch_http', value, unit: 'per_s', baseline, durability: 'FULL', met });
  });
  server.stop();
}

async function bareLoop(baseUrl: string, count: number): Promise<number> {
  const agent = new Agent({ connections: atOnce, pipelining: 1, allowH2: false });
  const from = performance.now();
  let next = 0;
  async function lane(): Promise<void> {
    while (next < count) {
      next += 1;
      const answer = await request(`${baseUrl}/vendors`, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
        body: `{"vendor":{"email":"v${next}@bench.example.com"}}`,
      });
      await answer.body.text();
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  const perSecond = count / ((performance.now() - from) / 1000);
  await agent.destroy();
  return perSecond;
}

async function gangway(folder: string, baseUrl: string): Promise<number> {
  const workspace = await openBenchWorkspace(folder, baseUrl);
  workspace.updateSettings({ concurrency: atOnce });
  workspace.dispatcher.setPaused(true);
  workspace.token.holdForSession('bench');
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
