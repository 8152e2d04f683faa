import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { filingHandlers } from '#main/features/filing.ts';
import { gateHandlers } from '#main/features/gate.ts';
import { noteHandlers } from '#main/features/notes.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { todayHandlers } from '#main/features/today.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { PageReading } from '#shared/filing/page-reading.ts';
import { dropFiles, type StoryFile } from '#test/e2e/story-papers.ts';
import { withFolder } from './bench-folder.ts';
import { inSlices, openBenchWorkspace } from './bench-workspace.ts';
import { fillWithVendors } from './large-workspace.ts';
import { maxTurn, type Turn } from './longest-turn.ts';
import { unwrap } from './onboarding.ts';
import { makeForm } from './paper/forms.ts';
import { percentile, report } from './report.ts';
import { makeTenRequirements } from './ten-requirements.ts';
import { settle, withApp } from './vendor-app.ts';

const vendors = 10_000;
const documents = 50_000;
const notes = 80_000;
const waivers = 20_000;
const pile = 40;
const runs = 40;
const site = 'Riverside Lofts';

/** The first page of each screen with many vendors, documents and notes, and the window while 40 files are read. */
export async function chasing(): Promise<void> {
  await withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(join(folder, 'chasing'), 'http://127.0.0.1:9');
    workspace.dispatcher.setWorkOffline(true);
    await fill(workspace);
    fillPile(workspace);
    await measurePages(workspace);
    await workspace.close();
  });
  await withApp(fill, measureWindow);
}

const toHash = (number: number) => number.toString(16).padStart(64, '0');

function addPaper({ filed }: Workspace, number: number): string {
  const file = { fileName: 'w9.pdf', contentType: 'application/pdf', bytes: 9, sha256: toHash(number) };
  return filed.add(file, Date.now() + number);
}

async function fill(workspace: Workspace): Promise<void> {
  fillWithVendors(workspace, vendors);
  const sets = makeTenRequirements();
  const onboarding = onboardingHandlers(workspace);
  await unwrap(onboarding['onboarding.save']({ sets }));
  const [first, second] = sets.flatMap(({ requirements }) =>
    requirements.filter(({ kind }) => kind === 'document'),
  );
  if (first === undefined || second === undefined) throw new Error('The requirements ask for documents.');
  inSlices(workspace, documents, (number) => {
    const filing = { kind: first.name, signedOn: null, validUntil: null, number: String(number) };
    const subject = String(number % vendors);
    workspace.filed.file(addPaper(workspace, number), { ...filing, subject }, Date.now() - number);
  });
  inSlices(workspace, notes, (number) => {
    const kind = (['note', 'letter', 'call'] as const)[number % 3] ?? 'note';
    const asked = kind === 'letter' ? [second.id] : [];
    const followUp = kind === 'letter' && number % 5 === 0 ? '2026-01-15' : null;
    const note = {
      subject: String(number % vendors),
      kind,
      text: `Asked for papers, ${number}.`,
      asked,
      followUp,
    };
    workspace.notes.add(note, Date.now() - number);
  });
  // Given now, so that the judging that follows is a week's changes.
  await settle(workspace);
  const words = {
    requirementId: second.id,
    requirement: second.name,
    reason: 'On its way',
    until: '2099-12-31',
  };
  inSlices(workspace, waivers, (number) => {
    workspace.onboardingRecords.waive({ subject: String(number % (vendors / 2)), ...words }, Date.now());
  });
  workspace.onboarding.wake();
  await settle(workspace);
}

function fillPile(workspace: Workspace): void {
  const name = z
    .string()
    .parse(workspace.db.prepare('SELECT name FROM onboarding WHERE number = 77').pluck().get());
  const place = { x: 0, y: 0, width: 0.1, height: 0.1 };
  const fields = [{ field: 'nameOfEntityIndividual' as const, value: name, sure: true, place }];
  const page = {
    kind: 'w9',
    fields,
    headings: [],
    mentions: [],
    opens: 'yes',
    isText: true,
    problem: null,
  } as const;
  const { 'filing.saveReading': save } = filingHandlers(workspace);
  for (let number = 0; number < pile; number += 1) {
    const id = addPaper(workspace, documents + number);
    const pages: PageReading[] = [{ ...page, headings: [], mentions: [] }];
    void save({ id, pages, pageCount: 1, problem: null });
  }
}

interface Screen {
  name: string;
  /** What the window calls for. */
  ask: (run: number) => Promise<unknown>;
  /** The same rows by plain queries. */
  bare: (run: number) => unknown;
}

function listScreens(workspace: Workspace): Screen[] {
  const { db } = workspace;
  const today = todayHandlers(workspace);
  const onboarding = onboardingHandlers(workspace);
  const vendor = vendorHandlers(workspace);
  const note = noteHandlers(workspace);
  const filing = filingHandlers(workspace);
  const gate = gateHandlers(workspace);
  const due = db.prepare(
    'SELECT * FROM vendor_note WHERE follow_up IS NOT NULL AND ended_at IS NULL ORDER BY follow_up LIMIT 50',
  );
  const profile = db
    .prepare<[string], string>(
      'SELECT f.body FROM vendor v JOIN vendor_fetch f ON f.id = v.profile WHERE v.vendor_id = ?',
    )
    .pluck();
  const lines = ['vendor_note', 'waiver', 'filed_document'].map((table) =>
    db.prepare(`SELECT * FROM ${table} WHERE subject = ? LIMIT 50`),
  );
  const atSite = db.prepare(
    'SELECT o.* FROM onboarding_standing s JOIN onboarding o ON o.number = s.number WHERE s.written = ? LIMIT 100',
  );
  const changes = db.prepare('SELECT site, COUNT(*) FROM standing_change WHERE at >= ? GROUP BY site');
  const inPile = db.prepare('SELECT * FROM filed_document WHERE filed_at IS NULL AND removed_at IS NULL');
  const lastWeek = Date.now() - 7 * 86_400_000;
  const place = { after: null, limit: 100 };
  return [
    {
      name: 'today',
      ask: () => Promise.all([unwrap(today['today.summary'](null)), unwrap(today['today.counts'](null))]),
      bare: () => due.all(),
    },
    {
      name: 'vendor',
      ask: (run) => {
        const subject = String(run * 7);
        return Promise.all([
          unwrap(vendor['vendors.get']({ vendorId: subject })),
          unwrap(vendor['vendors.related']({ subject })),
          unwrap(onboarding['onboarding.vendor']({ subject, site: null })),
          unwrap(note['notes.get']({ subject })),
          unwrap(filing['filing.list']({ subject })),
          unwrap(vendor['history.page']({ subject, kind: null, after: null, limit: 20 })),
        ]);
      },
      bare: (run): unknown => JSON.parse(profile.get(String(run * 7)) ?? ''),
    },
    {
      name: 'history',
      ask: (run) => unwrap(vendor['history.page']({ ...place, subject: String(run * 7), kind: null })),
      bare: (run) => lines.map((line) => line.all(String(run * 7))),
    },
    {
      name: 'gate_sheet',
      ask: () =>
        Promise.all([
          unwrap(gate['gate.get']({ site })),
          unwrap(gate['gate.page']({ ...place, site, day: null, search: '' })),
        ]),
      bare: () => atSite.all(site),
    },
    {
      name: 'gate_sheet_of_another_day',
      ask: () => unwrap(gate['gate.page']({ ...place, site, day: '2099-03-31', search: '' })),
      bare: () => atSite.all(site),
    },
    {
      name: 'week',
      ask: () => unwrap(gate['week.get']({ through: null, site: null })),
      bare: () => changes.all(lastWeek),
    },
    { name: 'pile_of_40', ask: () => unwrap(filing['filing.pile'](null)), bare: () => inPile.all() },
  ];
}

async function measurePages(workspace: Workspace): Promise<void> {
  for (const { name, ask, bare } of listScreens(workspace)) {
    const times: number[] = [];
    const bareTimes: number[] = [];
    const { wall } = await maxTurn(async () => {
      for (let run = 0; run < runs; run += 1) {
        // A write, so that nothing that was kept of the reading before counts.
        workspace.stored.write('bench', run);
        const from = performance.now();
        await ask(run);
        times.push(performance.now() - from);
        const bareFrom = performance.now();
        bare(run);
        bareTimes.push(performance.now() - bareFrom);
        await nextTurn();
      }
    });
    const plain = { unit: 'ms', durability: 'FULL' } as const;
    for (const [share, called] of [
      [0.5, 'p50'],
      [0.95, 'p95'],
    ] as const) {
      const value = percentile(times, share);
      const baseline = { name: 'bare better-sqlite3', value: percentile(bareTimes, share) };
      const bar = called === 'p95' ? { bar: 100, met: value <= 100 } : { met: null };
      report({ ...plain, bench: `chasing.${name}_${called}`, value, baseline, ...bar });
    }
    report({ ...plain, bench: `chasing.${name}_longest_block`, value: wall, baseline: null, met: null });
  }
}

const traced = z.looseObject({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** In microseconds: by the clock, and what the thread was busy. */
  dur: z.number().default(0),
  tdur: z.number().default(0),
  args: z.looseObject({ name: z.unknown().optional() }).default({}),
});

/** The window's longest task while some work goes on: the time in which it answers nothing, in milliseconds. */
async function findLongestTask(page: Page, work: () => Promise<void>): Promise<Turn> {
  const session = await page.context().newCDPSession(page);
  const found: z.infer<typeof traced>[] = [];
  session.on('Tracing.dataCollected', ({ value }) => found.push(...z.array(traced).parse(value)));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  });
  await work();
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const windows = found.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isWindow = ({ pid, tid }: z.infer<typeof traced>) =>
    windows.some((one) => one.pid === pid && one.tid === tid);
  const tasks = found.filter((one) => one.name === 'RunTask' && isWindow(one));
  if (tasks.length === 0) throw new Error('The window did nothing.');
  const longest = (key: 'dur' | 'tdur') => Math.max(...tasks.map((task) => task[key])) / 1000;
  return { wall: longest('dur'), busy: longest('tdur') };
}

async function measureWindow(page: Page): Promise<void> {
  const files = await makeFiles(page);
  await page.evaluate(`location.hash = '#/documents/file'`);
  await page.getByText('Drop', { exact: false }).first().waitFor();
  // The least that drawing a page takes: its paper, at the size at which pages are read.
  const blank = await findLongestTask(page, async () => {
    for (let run = 0; run < pile; run += 1)
      await page.evaluate(`new Promise((resolve) => setTimeout(() => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [2009, 2600];
        const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
        context.fillStyle = 'white';
        context.fillRect(0, 0, 2009, 2600);
        resolve();
      }))`);
  });
  await dropFiles(page, files);
  const from = performance.now();
  const isReading = `/Reading page|Waiting to be read/.test(document.body.textContent)`;
  const cards = page.getByRole('list', { name: 'Documents to file' }).getByRole('button');
  const longest = await findLongestTask(page, async () => {
    await cards.nth(files.length - 1).waitFor({ timeout: 600_000 });
    while (await page.evaluate(isReading)) await pause(500);
  });
  const took = performance.now() - from;
  const plain = { unit: 'ms', durability: 'FULL' } as const;
  const against = (value: number) => ({ name: 'an empty page drawn', value });
  const { wall, busy } = longest;
  report({
    ...plain,
    bench: 'chasing.window_longest_block',
    value: wall,
    baseline: against(blank.wall),
    met: null,
  });
  const own = { baseline: against(blank.busy), bar: 50, met: busy <= 50 };
  report({ ...plain, bench: 'chasing.window_longest_block_busy', value: busy, ...own });
  report({ ...plain, bench: 'chasing.forty_files_read', value: took, baseline: null, met: null });
}

/** Pictures and texts of forms, half and half. */
async function makeFiles(page: Page): Promise<StoryFile[]> {
  const maker = await page.context().browser()?.newPage();
  if (maker === undefined) throw new Error('The page has a browser.');
  const files: StoryFile[] = [];
  for (let number = 0; number < pile; number += 1) {
    const kind = (['w9', 'certificate', 'license'] as const)[number % 3] ?? 'w9';
    await maker.setContent(makeForm(kind, 4000 + number, `Company ${number}`).html);
    files.push(
      number % 2 === 0
        ? { name: `${number}.pdf`, mimeType: 'application/pdf', buffer: await maker.pdf(), papers: [] }
        : {
            name: `${number}.jpg`,
            mimeType: 'image/jpeg',
            buffer: await maker.screenshot({ type: 'jpeg', quality: 80, fullPage: true }),
            papers: [],
          },
    );
  }
  await maker.close();
  return files;
}
