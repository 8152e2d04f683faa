import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startPracticeServer, type BenchServer } from './bench-servers.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { report } from './report.ts';

const minute = 60_000;
/** As often as the page tells that somebody uses it. */
const useToldEveryMs = 10_000;
/** As often as the service is asked while somebody does. */
const askedEveryMs = 4000;

/** What the main process takes of the processor in a minute in which nothing is to be done. */
export async function idle(): Promise<void> {
  const server = await startPracticeServer();
  try {
    await withFolder(async (folder) => {
      const workspace = await openBenchWorkspace(folder, server.baseUrl);
      workspace.token.holdForSession(server.token);
      workspace.dispatcher.tokenChanged();
      workspace.dispatcher.attend(true);
      // What follows a start is over by then.
      await pause(minute / 4);
      const use = setInterval(() => {
        workspace.dispatcher.attend(true);
      }, useToldEveryMs);
      const used = await cpuMsOfAMinute();
      clearInterval(use);
      workspace.dispatcher.attend(false);
      const away = await cpuMsOfAMinute();
      await workspace.close();
      tell('idle_cpu_a_minute_window_in_use', used, 'a bare request every 4 s', await asking(server));
      tell('idle_cpu_a_minute_window_away', away, 'nothing at all', await cpuMsOfAMinute());
    });
  } finally {
    server.stop();
  }
}

async function cpuMsOfAMinute(): Promise<number> {
  const before = process.cpuUsage();
  await pause(minute);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A minute in which undici asks alone, as often as the app does. */
async function asking({ baseUrl, token }: BenchServer): Promise<number> {
  const agent = new Agent({ connections: 1 });
  async function ask(): Promise<void> {
    const answer = await request(`${baseUrl}/api/verification/${crypto.randomUUID()}`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.body.text();
  }
  const timer = setInterval(() => void ask(), askedEveryMs);
  const took = await cpuMsOfAMinute();
  clearInterval(timer);
  await agent.close();
  return took;
}

function tell(bench: string, value: number, name: string, baseline: number): void {
  report({ bench, value, unit: 'ms', baseline: { name, value: baseline }, durability: 'none', met: null });
}
