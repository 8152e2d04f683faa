import { cpSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { sampleVendors } from '#practice/sample-data.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { bareInsertOfTheSameRows, type BareInserts } from './bare-enqueue.ts';
import { withFolder } from './bench-folder.ts';
import { openBareQueries, type BareQueries, type VendorPlace } from './bare-queries.ts';
import { fillWithInvites, inSlices, openBenchWorkspace } from './bench-workspace.ts';
import { startEchoServer } from './bench-servers.ts';
import { atOnce, bareLoop } from './dispatch-http.ts';
import { percentile, report, timed } from './report.ts';

const size = 100_000;
const nowhere = 'http://127.0.0.1:9';

/** A workspace with 100,000 vendors and as many entries: opening it, paging and searching in it, and draining it. */
export function largeWorkspace(): Promise<void> {
  return withFolder(async (folder) => {
    const first = await openBenchWorkspace(join(folder, 'large'), nowhere);
    first.dispatcher.setPaused(true);
    fillWithVendors(first);
    fillWithInvites(first, size, 'large');
    while (first.search.flush(2000) > 0);
    while (first.onboarding.coming() > 0) await setTimeout(50);
    const crashed = ['crash-1', 'crash-2', 'crash-3'].map((name) => join(folder, name));
    for (const copy of crashed) cpSync(join(folder, 'large'), copy, { recursive: true });
    await first.close();
    await openCrashed(crashed);

    const file = join(folder, 'large', 'workspace.db');
    const opening: number[] = [];
    const bareOpening: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const from = performance.now();
      const workspace = await openBenchWorkspace(join(folder, 'large'), nowhere);
      pageOfVendors(workspace);
      workspace.invites.page({ tab: 'all', search: '', after: null, limit: 100 });
      opening.push(performance.now() - from);
      await workspace.close();
      const bareFrom = performance.now();
      const bare = openBareQueries(file);
      bare.vendorPage(null);
      bare.invitePage(null);
      bareOpening.push(performance.now() - bareFrom);
      bare.close();
    }
    bar('open_and_first_page_at_100k', percentile(opening, 0.5), 200, percentile(bareOpening, 0.5));

    const workspace = await openBenchWorkspace(join(folder, 'large'), nowhere);
    const bare = openBareQueries(file);
    pages(workspace, bare);
    bare.close();
    workspace.dispatcher.setWorkOffline(true);
    enqueueing(workspace, bareInsertOfTheSameRows(join(folder, 'bare.db')));
    workspace.dispatcher.setWorkOffline(false);
    await workspace.close();
    await drain(join(folder, 'large'));
  });
}

/** Opening what a crash left, which is read through beside the work, against reading it through first. */
async function openCrashed(folders: readonly string[]): Promise<void> {
  const opening: number[] = [];
  const readThrough: number[] = [];
  for (const folder of folders) {
    const from = performance.now();
    const workspace = await openBenchWorkspace(folder, nowhere);
    pageOfVendors(workspace);
    workspace.invites.page({ tab: 'all', search: '', after: null, limit: 100 });
    opening.push(performance.now() - from);
    if (workspace.dispatcher.status().counts.queued !== size)
      throw new Error('The crash took entries along.');
    await workspace.close();
    const db = new SqliteDatabase(join(folder, 'workspace.db'), { readonly: true });
    readThrough.push(...timed(1, () => db.pragma('integrity_check')));
    db.close();
  }
  const value = percentile(opening, 0.5);
  report({
    bench: 'open_and_first_page_after_a_crash_at_100k',
    value,
    unit: 'ms',
    baseline: { name: 'integrity_check alone', value: percentile(readThrough, 0.5) },
    bar: 1000,
    durability: 'FULL',
    met: value < 1000,
  });
}

/** A bar of the design, beside what plain queries of better-sqlite3 take for the same on the same file. */
function bar(bench: string, value: number, limit: number, bare: number): void {
  const baseline = { name: 'bare better-sqlite3', value: bare };
  report({ bench, value, unit: 'ms', baseline, bar: limit, durability: 'FULL', met: value < limit });
}

/** Keeps 100,000 vendors that differ in name and number. */
export function fillWithVendors(workspace: Workspace, count = size): void {
  const samples = sampleVendors();
  inSlices(workspace, count, (number) => {
    const sample = samples[number % samples.length];
    if (sample === undefined) throw new Error('There are sample profiles.');
    const profile = { ...sample, id: String(number), companyName: `Company ${number} ${sample.companyName}` };
    const reading = readResource(vendorProfile, profile);
    if (reading === null) throw new Error('A sample profile can be read.');
    workspace.vendors.put(String(number), reading, JSON.stringify(profile), Date.now());
  });
}

function pages(workspace: Workspace, bare: BareQueries): void {
  let after: string | null = null;
  const vendorPages = timed(300, () => {
    const page = pageOfVendors(workspace, { after });
    after = page.next;
  });
  let vendorAfter: VendorPlace | null = null;
  const bareVendorPages = timed(300, () => {
    vendorAfter = bare.vendorPage(vendorAfter);
  });
  bar('vendor_page_p99_at_100k', percentile(vendorPages, 0.99), 10, percentile(bareVendorPages, 0.99));
  after = null;
  const invitePages = timed(300, () => {
    const page = workspace.invites.page({ tab: 'all', search: '', after, limit: 100 });
    after = page.next;
  });
  let inviteAfter: number | null = null;
  const bareInvitePages = timed(300, () => {
    inviteAfter = bare.invitePage(inviteAfter);
  });
  bar('invite_page_p99_at_100k', percentile(invitePages, 0.99), 10, percentile(bareInvitePages, 0.99));
  for (const sort of ['company', 'compliance', 'state'] as const) {
    after = null;
    const sorted = timed(300, () => {
      const page = workspace.invites.page({ tab: 'all', search: '', sort, after, limit: 100 });
      after = page.next;
    });
    const name = `invite_page_by_${sort}_p99_at_100k`;
    bar(name, percentile(sorted, 0.99), 10, percentile(bareInvitePages, 0.99));
  }
  after = null;
  const narrowed = timed(300, () => {
    const where = { city: { kind: 'is', value: 'oakland' } } as const;
    const page = pageOfVendors(workspace, { where, after });
    after = page.next;
  });
  bar('narrowed_vendor_page_p99_at_100k', percentile(narrowed, 0.99), 10, percentile(bareVendorPages, 0.99));
  const words = ['brightwater', 'kestrel roof', 'oakland', 'plumb', 'company 77', '238220', 'hydro', 'ro'];
  const searches = timed(200, (run) => {
    pageOfVendors(workspace, { search: words[run % words.length] ?? '' });
  });
  // These take as long each time; more of them would only take longer.
  const bareSearches = timed(words.length * 2, (run) => {
    bare.vendorSearch(words[run % words.length] ?? '');
  });
  const indexedSearches = timed(200, (run) => {
    bare.vendorSearchAsIndexed(words[run % words.length] ?? '');
  });
  bothEnds('vendor_search', searches, bareSearches, indexedSearches);
  const finds = timed(200, (run) => {
    workspace.search.find(words[run % words.length] ?? '', 20);
  });
  const bareFinds = timed(words.length * 2, (run) => {
    bare.find(words[run % words.length] ?? '');
  });
  const indexedFinds = timed(200, (run) => {
    bare.findAsIndexed(words[run % words.length] ?? '');
  });
  bothEnds('find', finds, bareFinds, indexedFinds);
}

/** The usual case and the slowest: against the same search by hand, and against the least that any search can do. */
function bothEnds(bench: string, ours: number[], same: number[], asIndexed: number[]): void {
  for (const [share, name] of [
    [0.5, 'p50'],
    [0.99, 'p99'],
  ] as const) {
    const value = percentile(ours, share);
    bar(`${bench}_${name}_at_100k`, value, 10, percentile(same, share));
    report({
      bench: `${bench}_${name}_at_100k`,
      value,
      unit: 'ms',
      baseline: { name: 'FTS in index order, not sorted', value: percentile(asIndexed, share) },
      durability: 'FULL',
      met: null,
    });
  }
}

/** Enqueueing beside 100,000 vendors and as many invites, as {@link enqueue} does it beside none. */
function enqueueing(workspace: Workspace, bare: BareInserts): void {
  const { 'invites.enqueue': invite } = inviteHandlers(workspace);
  const getInvitation = (run: number) => ({
    inviteMessage: 'Please join our vendor list.',
    vendor: {
      email: `late${run}@bench.example.com`,
      firstName: 'Vera',
      lastName: 'Bench',
      companyName: `Late ${run}`,
    },
  });
  const ours = timed(2000, (run) => void invite({ invitation: getInvitation(run), replaces: null }));
  const same = timed(2000, (run) => {
    bare.insert(getInvitation(run));
  });
  bare.close();
  const value = percentile(ours, 0.99);
  report({
    bench: 'enqueue_p99_at_100k',
    value,
    unit: 'ms',
    baseline: { name: 'bare insert of the same rows', value: percentile(same, 0.99) },
    bar: 5,
    durability: 'FULL',
    met: value < 5,
  });
}

/** How late the main process is for its other work while 100,000 entries go out. */
async function drain(folder: string): Promise<void> {
  const server = await startEchoServer();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await bareLoop(server, 300, 'warm');
  delay.enable();
  const bare = await bareLoop(server, 20_000, 'bare');
  delay.disable();
  const bareDelay = delay.percentile(99) / 1e6;
  delay.reset();
  const workspace = await openBenchWorkspace(folder, server.baseUrl);
  workspace.updateSettings({ concurrency: atOnce });
  workspace.token.holdForSession('bench');
  const before = workspace.entries.counts().accepted;
  const from = performance.now();
  delay.enable();
  workspace.dispatcher.setPaused(false);
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      const { queued, sending, waiting } = workspace.dispatcher.status().counts;
      if (queued + sending + waiting > 0) return;
      clearInterval(look);
      resolve();
    }, 1000);
  });
  delay.disable();
  const sent = workspace.entries.counts().accepted - before;
  report({
    bench: 'drain_at_100k',
    value: sent / ((performance.now() - from) / 1000),
    unit: 'per_s',
    baseline: { name: 'bare undici', value: bare },
    durability: 'FULL',
    met: null,
  });
  const value = delay.percentile(99) / 1e6;
  report({
    bench: 'event_loop_delay_p99_while_draining_100k',
    value,
    unit: 'ms',
    baseline: { name: 'bare undici', value: bareDelay },
    bar: 16,
    durability: 'FULL',
    met: value < 16,
  });
  await workspace.close();
  server.stop();
}
