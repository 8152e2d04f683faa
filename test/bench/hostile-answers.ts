import { createServer } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';
import { vendorHandlers } from '#main/features/vendors.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { report } from './report.ts';

/** What an ordinary answer has, and its list of sites is where the hostile ones strike. */
const ordinary = JSON.stringify({
  id: 7,
  firstName: 'Ann',
  lastName: 'Bench',
  companyName: 'Bench',
  jobSites: ['North', 'South'],
});

/** Answers of less than 10 MB that cost most to be read, each for another reason. */
const hostile: Record<string, () => string> = {
  /** 1.2 MB: every second element has another type, and none of them fits. */
  alternating_types: () =>
    JSON.stringify({
      id: 7,
      jobSites: Array.from({ length: 240_000 }, (_, at) => (at % 2 === 0 ? 1 : null)),
    }),
  /** 9.5 MB: nothing but fields that nobody described. */
  many_names: () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 700_000 }, (_, at) => [`n${at}`, at]))),
  deep_nesting: () => `{"id":7,"jobSites":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  /** As much as is read at all: each element of a list that is read counts as one that does not fit. */
  as_much_as_is_read: () =>
    JSON.stringify({
      id: 7,
      jobSites: Array.from({ length: 19_000 }, (_, at) => (at % 20 === 0 ? 1 : `s${at}`)),
    }),
};

/** The longest time in which nothing else could run, in milliseconds, while the work went on. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let going = true;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (going) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  going = false;
  return longest;
}

/**
 * The longest turn of the main process while an answer is fetched, and while what was kept of it is looked at, beside that of an
 * ordinary answer of the same run.
 */
export async function hostileAnswers(): Promise<void> {
  let body = ordinary;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(folder, `http://127.0.0.1:${port}`);
    workspace.token.holdForSession('bench-token-of-some-length');
    const handlers = vendorHandlers(workspace);
    async function measured(vendorId: string) {
      const fetched = await longestTurn(async () => handlers['vendors.lookUp']({ vendorId }));
      const viewed = await longestTurn(async () => {
        await handlers['vendors.get']({ vendorId });
        await handlers['vendors.changes']({ vendorId });
      });
      return { fetched, viewed };
    }
    for (const warm of ['1', '2', '3']) await measured(warm);
    const usual = await measured('4');
    for (const [name, make] of Object.entries(hostile)) {
      body = make();
      const { fetched, viewed } = await measured('5');
      const facts = { unit: 'ms', durability: 'FULL', met: null } as const;
      const baseline = (value: number) => ({ name: 'an ordinary answer', value });
      report({
        bench: `hostile_${name}_fetched`,
        value: fetched,
        baseline: baseline(usual.fetched),
        ...facts,
      });
      report({ bench: `hostile_${name}_viewed`, value: viewed, baseline: baseline(usual.viewed), ...facts });
    }
    await workspace.close();
  });
  server.closeAllConnections();
  server.close();
}
