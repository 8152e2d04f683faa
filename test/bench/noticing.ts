import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workspace } from '#main/workspace/workspace.ts';
import { syncLabels } from '#shared/words/sync-labels.ts';
import { startNetwork, type NetworkState } from '#test/truth/network.ts';
import { fillWithInvites, openBenchWorkspace } from './bench-workspace.ts';
import { withFolder } from './bench-folder.ts';
import { percentile, report } from './report.ts';

const trials = 6;
/** Fewer, as each ends only with the deadline of an answer. */
const sendTrials = 2;
const lookEveryMs = 25;
/** As often as the page tells that somebody uses it. */
const useToldEveryMs = 10_000;
const changes: readonly NetworkState[] = [
  'refuse',
  'black_hole',
  'portal',
  'unauthorized',
  'too_many',
  'unavailable',
];

/** How soon the sync block says what became of the network while nothing is sent and somebody uses the window. */
export async function noticing(): Promise<void> {
  const service = createServer((request, response) => {
    request.resume();
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":"There is no such result."}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  const network = await startNetwork(address.port);
  await withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(folder, `http://127.0.0.1:${network.port}`);
    await workspace.token.replace('bench');
    workspace.dispatcher.tokenChanged();
    const use = setInterval(() => {
      workspace.dispatcher.attend(true);
    }, useToldEveryMs);
    workspace.dispatcher.attend(true);
    const back: number[] = [];
    for (const change of changes) {
      const told: number[] = [];
      const named: number[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        await until(workspace, (title) => title === 'Online');
        await wait(((trial + 0.5) / trials) * 4000);
        const from = performance.now();
        await network.become(change);
        await until(workspace, (title) => title !== 'Online');
        told.push(performance.now() - from);
        await until(workspace, (title) => !title.startsWith('Online'));
        named.push(performance.now() - from);
        const open = performance.now();
        await network.become('open');
        if (change === 'unauthorized') workspace.dispatcher.tokenChanged();
        await until(workspace, (title) => title.startsWith('Online'));
        // A token stays refused until somebody signs in, and a pause that was asked for is kept.
        if (change !== 'unauthorized' && change !== 'too_many' && change !== 'unavailable')
          back.push(performance.now() - open);
      }
      const figure = { unit: 'ms', durability: 'none' } as const;
      const p95 = percentile(told, 0.95);
      report({
        ...figure,
        bench: `noticing ${change}: no longer "Online" of this moment, p95`,
        value: p95,
        baseline: { name: 'median', value: percentile(told, 0.5) },
        bar: 5000,
        met: p95 <= 5000,
      });
      report({
        ...figure,
        bench: `noticing ${change}: said by its name, p95`,
        value: percentile(named, 0.95),
        baseline: { name: 'median', value: percentile(named, 0.5) },
        met: null,
      });
    }
    const p95 = percentile(back, 0.95);
    report({
      bench: 'noticing that the service is back, p95',
      value: p95,
      unit: 'ms',
      durability: 'none',
      baseline: { name: 'median', value: percentile(back, 0.5) },
      bar: 3000,
      met: p95 <= 3000,
    });
    const sending: number[] = [];
    for (let trial = 0; trial < sendTrials; trial += 1) {
      await until(workspace, (title) => title === 'Online' || title.startsWith('Online ·'));
      await network.become('black_hole');
      const from = performance.now();
      fillWithInvites(workspace, 1, `swallowed${trial}-`);
      workspace.dispatcher.enqueued();
      await until(workspace, (title, line) => /No answer|No network|Offline/.test(`${title} ${line}`));
      sending.push(performance.now() - from);
      await network.become('open');
    }
    const said = percentile(sending, 0.95);
    report({
      bench: 'noticing that what is being sent gets no answer, p95',
      value: said,
      unit: 'ms',
      durability: 'none',
      baseline: { name: 'median', value: percentile(sending, 0.5) },
      bar: 10_000,
      met: said <= 10_000,
    });
    clearInterval(use);
    await workspace.close();
  });
  await network.close();
  service.closeAllConnections();
  service.close();
}

async function until(workspace: Workspace, holds: (title: string, line: string) => boolean): Promise<void> {
  for (;;) {
    const { title, line } = wordsNow(workspace);
    if (holds(title, line)) return;
    await wait(lookEveryMs);
  }
}

/** What the sync block says now, as the page works it out. */
function wordsNow({ dispatcher }: Workspace): { title: string; line: string } {
  const status = dispatcher.status();
  const now = Date.now();
  const since = (at: number | null) => (at === null ? null : now - at);
  const writer = { time: () => '', stretch: (ms: number) => `${Math.floor(ms / 1000)} s` };
  const age = {
    due: false,
    well: since(status.wellAt),
    unanswered: since(status.unansweredSince),
    found: null,
  };
  return syncLabels(status, writer, age);
}
