import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { withFolder } from './bench-folder.ts';
import { inSlices, openBenchWorkspace } from './bench-workspace.ts';
import { fillWithVendors } from './large-workspace.ts';
import { percentile, report } from './report.ts';
import { makeTenRequirements } from './ten-requirements.ts';

/** Every third vendor has a document, and every second of these was accepted. */
function fillWithDocuments(workspace: Workspace, size: number): void {
  inSlices(workspace, size, (number) => {
    if (number % 3 !== 0) return;
    const jobId = randomUUID();
    workspace.documents.add(jobId, String(number), Date.now());
    const summary = {
      title: null,
      documentType: number % 2 === 0 ? 'W-9' : 'COI',
      status: 'completed',
      processingStep: null,
      overallScore: 90,
      score: 90,
      ready: true,
      createdAt: Date.now(),
      evidence: { doubts: [], named: true },
    };
    workspace.documents.noteResult(jobId, summary, Date.now());
    if (number % 2 === 0) workspace.decisions.add('document', jobId, 'accept', '', Date.now());
  });
}

export async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * How vendors stand by ten requirements: judging all anew, the list's first page and a change of its filter, and from a commit
 * to the cell, against plain queries of the same database.
 */
export async function onboarding(): Promise<void> {
  await judgeAndList(10_000, '10k');
  await judgeAndList(100_000, '100k');
}

function judgeAndList(size: number, called: string): Promise<void> {
  return withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(join(folder, 'onboarding'), 'http://127.0.0.1:9');
    workspace.dispatcher.setWorkOffline(true);
    fillWithVendors(workspace, size);
    fillWithDocuments(workspace, size);
    // The search rows of what was just filled in are not part of judging.
    while (workspace.search.flush(2000) > 0);
    await until(() => workspace.onboarding.coming() === 0);
    const calls = onboardingHandlers(workspace);
    const sets = makeTenRequirements();

    const bareFrom = performance.now();
    const bodies = workspace.db
      .prepare<unknown[], { body: string }>(
        'SELECT f.body FROM vendor v JOIN vendor_fetch f ON f.id = v.profile',
      )
      .iterate();
    let read = 0;
    for (const { body } of bodies) {
      const parsed: unknown = JSON.parse(body);
      if (typeof parsed === 'object') read += 1;
    }
    if (read === 0) throw new Error('There are profiles.');
    const bareReading = performance.now() - bareFrom;

    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const from = performance.now();
    await unwrap(calls['onboarding.save']({ sets }));
    await until(() => workspace.onboarding.coming() === 0);
    const all = performance.now() - from;
    delay.disable();
    const reading = { name: 'reading and parsing all profiles', value: bareReading };
    report({
      bench: `judge_all_at_${called}`,
      value: all,
      unit: 'ms',
      baseline: reading,
      durability: 'FULL',
      met: null,
    });
    const longest = delay.max / 1e6;
    report({
      bench: `judge_all_longest_block_at_${called}`,
      value: longest,
      unit: 'ms',
      baseline: reading,
      bar: 50,
      durability: 'FULL',
      met: longest < 50,
    });

    const filters = [
      {},
      { status: 'in_progress' },
      { status: 'ready' },
      { search: 'company 77' },
      { set: sets[1]?.id },
      { requirement: { id: sets[0]?.requirements[3]?.id, state: 'missing' } },
      { requirement: { id: sets[1]?.requirements[0]?.id, state: null }, status: 'in_progress' },
    ].map((filter) => onboardingFilter.parse(filter));
    const plain = workspace.db.prepare(
      "SELECT o.* FROM onboarding_standing s INDEXED BY onboarding_by_urgency JOIN onboarding o ON o.number = s.number WHERE s.site = '' ORDER BY s.urgency LIMIT 50",
    );
    const pages: number[] = [];
    const changes: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      for (const [index, filter] of filters.entries()) {
        // A write, so that nothing that was kept of the reading before counts.
        workspace.stored.write('bench', run);
        const began = performance.now();
        await unwrap(calls['onboarding.page']({ ...filter, sort: 'urgency', after: null, limit: 50 }));
        await unwrap(calls['onboarding.counts'](filter));
        (index === 0 ? pages : changes).push(performance.now() - began);
        const bareBegan = performance.now();
        plain.all();
        bare.push(performance.now() - bareBegan);
      }
    }
    const first = { name: 'bare better-sqlite3', value: percentile(bare, 0.95) };
    for (const [what, samples] of Object.entries({ first_page: pages, change_of_filter: changes })) {
      const value = percentile(samples, 0.95);
      report({
        bench: `onboarding_${what}_p95_at_${called}`,
        value,
        unit: 'ms',
        baseline: first,
        bar: 100,
        durability: 'FULL',
        met: value < 100,
      });
    }

    const arrivals: number[] = [];
    for (let number = 0; number < 50; number += 1) {
      const began = performance.now();
      await unwrap(
        calls['onboarding.waive']({
          subjects: [String(number)],
          requirementId: sets[0]?.requirements[3]?.id ?? '',
          reason: 'Bench',
          until: '2099-12-31',
        }),
      );
      await until(() => workspace.onboarding.coming() === 0);
      arrivals.push(performance.now() - began);
    }
    report({
      bench: `onboarding_commit_to_cell_p95_at_${called}`,
      value: percentile(arrivals, 0.95),
      unit: 'ms',
      baseline: first,
      durability: 'FULL',
      met: null,
    });
    await workspace.close();
  });
}
