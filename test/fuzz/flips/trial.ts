import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import type { Core } from '#main/app/core.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { Random } from '#test/chaos/random.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { fuzzToken } from '../targets/connected-core.ts';
import { everythingShown, startFuzzCore, within, type KilledData } from './killed-data.ts';
import type { Arrived, RecordingService } from './recording-service.ts';

/** What a start with one altered bit came to. What must not be, by name, is in `wrong`. */
export interface TrialResult {
  flipped: string;
  opened: boolean;
  restored: boolean;
  rebuilt: boolean;
  held: number;
  /** Entries that are gone, which has to be told by number. */
  lost: number;
  /** Rows of a list that are gone before they were entries; no number is noted of those. */
  lostRows: number;
  wrong: string[];
}

const idleMs = 20_000;

/** A request and, behind it in its row, what lists show of it. */
const besideRequest = 60;

/** Anywhere, or, since that hits few of them, in one of the requests that are still to be sent. */
function somewhere({ enqueued }: KilledData, content: Buffer, random: Random): number {
  const anywhere = random.between(0, content.length - 1);
  const unsent = [...enqueued.values()].filter(({ sent }) => !sent).map(({ body }) => body);
  const body = unsent[random.between(0, unsent.length - 1)] ?? '';
  const from = random.chance(0.4) ? content.indexOf(body) : -1;
  return from === -1 ? anywhere : from + random.between(0, body.length + besideRequest - 1);
}

function bringLogIn(file: string): void {
  const db = new SqliteDatabase(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function flip(data: KilledData, folder: string, random: Random): string {
  const workspace = join('workspaces', data.workspace, 'workspace.db');
  // Where the app was killed right after the log was brought in, all lies in the database.
  const broughtIn = random.chance(0.5);
  if (broughtIn) bringLogIn(join(folder, workspace));
  const log = broughtIn ? workspace : `${workspace}-wal`;
  const name = random.pick([workspace, workspace, log, log, 'gangway.db']);
  const file = join(folder, name);
  const content = readFileSync(file);
  const at = somewhere(data, content, random);
  const bit = random.between(0, 7);
  content.writeUInt8(content.readUInt8(at) ^ (1 << bit), at);
  writeFileSync(file, content);
  return `${name.split('/').at(-1) ?? name} byte ${at} bit ${bit}`;
}

/** Alters a bit of what a killed app left, starts the app on it, lets it do all it would do, and judges what it did. */
export async function runTrial(
  data: KilledData,
  folder: string,
  service: RecordingService,
  random: Random,
  crashes: () => string[],
): Promise<TrialResult> {
  rmSync(folder, { recursive: true, force: true });
  cpSync(data.folder, folder, { recursive: true });
  const result: TrialResult = {
    flipped: flip(data, folder, random),
    opened: false,
    restored: false,
    rebuilt: false,
    held: 0,
    lost: 0,
    lostRows: 0,
    wrong: [],
  };
  service.arrived();
  const keychain = await memoryKeychain(new Map([data.workspace, data.other].map((id) => [id, fuzzToken])));
  try {
    const started = await startFuzzCore(folder, keychain);
    if (started.ok) await live(data, started.core, service.baseUrl, result);
    else result.wrong.push(`not started: ${started.error.message}`);
  } catch (error) {
    result.wrong.push(`not started: ${String(error)}`);
  }
  result.wrong.push(...crashes(), ...wrongRequests(data, service.arrived()));
  return result;
}

async function live(data: KilledData, core: Core, baseUrl: string, result: TrialResult): Promise<void> {
  try {
    // Where the workspace was closed because of damage, the person asks for the copy, as the screen says.
    for (let opening = 0; opening < 2; opening += 1) {
      if (core.workspace() === null) await core.call('workspaces.open', { id: data.workspace });
      // What was lost may be that a pause was over.
      await core.call('outbox.pause', { paused: false });
      if (!(await within(idleMs, () => isIdle(core)))) result.wrong.push('never idle');
    }
    const events = core.log.recent().map(({ event }) => event);
    result.rebuilt = events.includes('derived_data_rebuilt');
    result.restored = events.includes('restored_from_backup') || events.includes('older_copy_opened');
    const workspace = core.workspace();
    result.opened = workspace?.describe().id === data.workspace;
    if (workspace !== null && result.opened) checkContents(data, workspace, baseUrl, result);
    else if (core.startProblem() === null) result.wrong.push('not opened, and nobody is told');
    const other = await core.call('workspaces.open', { id: data.other });
    if (!other.ok) result.wrong.push(`the other workspace does not open: ${other.error.message}`);
  } finally {
    await core.stop();
  }
}

/** Whether nothing is on its way any more, or the workspace was closed. */
function isIdle(core: Core): boolean {
  const workspace = core.workspace();
  if (workspace === null) return true;
  const { queued, sending, waiting } = workspace.dispatcher.status().counts;
  const staged: unknown = workspace.db.prepare('SELECT COUNT(*) FROM import_row').pluck().get();
  return queued + sending + waiting === 0 && staged === 0;
}

function checkContents(data: KilledData, workspace: Workspace, baseUrl: string, result: TrialResult): void {
  if (workspace.baseUrl !== baseUrl) result.wrong.push('at a wrong address');
  const kept = new Set(
    z
      .array(z.string())
      .parse(workspace.db.prepare('SELECT id FROM entry UNION SELECT id FROM import_row').pluck().all()),
  );
  const counts = workspace.dispatcher.status().counts;
  result.held = counts.rejected;
  const accepted = new Set(
    z
      .array(z.string())
      .parse(workspace.db.prepare("SELECT id FROM entry WHERE state = 'accepted'").pluck().all()),
  );
  for (const [id, shown] of everythingShown(workspace)) {
    const before = data.shown.get(id);
    const sentNow = accepted.has(id) && data.enqueued.get(id)?.sent === false;
    if (sentNow && shown !== before) result.wrong.push(`shown altered: ${shown} instead of ${before}`);
  }
  // What was altered itself, its id too, is not lost: it is held.
  const gone = [...data.enqueued].filter(([id]) => !kept.has(id));
  const strange = [...kept].filter((id) => !data.enqueued.has(id)).length;
  const missing = gone.length - strange;
  result.lostRows = gone.filter(([, { list }]) => list).length;
  if (missing <= 0) return;
  result.lost = missing;
  const notice = workspace.describe().notice ?? '';
  if (!new RegExp(`\\b${missing}\\b`).test(notice))
    result.wrong.push(`${missing} lost, but told: ${notice || 'nothing'}`);
}

function wrongRequests({ enqueued }: KilledData, arrived: readonly Arrived[]): string[] {
  const wrong: string[] = [];
  const asEnqueued = [...enqueued.values()];
  const seen = new Set<string>();
  for (const { path, key, body } of arrived) {
    const entry = asEnqueued.find((one) => one.path === path && one.key === key && one.body === body);
    if (entry === undefined) wrong.push(`sent altered: ${path} ${key} ${body}`);
    else if (entry.sent || seen.has(key)) wrong.push(`sent twice: ${key}`);
    seen.add(key);
  }
  return wrong;
}
