import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { TeamSharing } from '#shared/ipc/team.ts';
import type { Act } from '#shared/team/acts.ts';
import type { TeamProblem } from '#shared/team/connection.ts';
import { maxLogPages, withRelaxedDurability } from '../store/checkpointer.ts';
import type { Touched } from '../store/settle-acts.ts';
import type { Answer, Pulled, TeamDatabase } from '../team/team-database.ts';
import type { WorkspaceBase } from './base.ts';

export const cursorSetting = 'team.cursor';

/** How long records are taken in at a stretch, some at a time, before everything else has its turn. */
const turnMs = 12;
const step = 20;
/** The shortest time between two events while more records are to come. */
const tellMs = 500;

/** The team's database answered with a problem. */
export class ProblemMet extends Error {
  readonly problem: TeamProblem;

  constructor(problem: TeamProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new ProblemMet(answer.problem);
}

interface Listeners {
  isStopped: () => boolean;
  onPage: () => void;
  onProgress: () => void;
}

/** Brings what colleagues did into effect and tells screens, also a million records at once while people go on working. */
export function createTeamPull(
  { db, stores, events, emit, pace }: WorkspaceBase,
  { isStopped, onPage, onProgress }: Listeners,
) {
  const { teamLog: log, teamActs, stored } = stores;
  let keptOut = 0;
  let progress: TeamSharing['progress'] = null;
  let untold: Touched[] = [];
  let toldAt = -Infinity;

  function tellNews(): void {
    if (untold.length === 0) return;
    const list = (kind: keyof Touched) => [...new Set(untold.flatMap((touched) => touched[kind]))];
    const [vendors, documents, entries, rules] = [
      list('vendors'),
      list('documents'),
      list('entries'),
      list('rules'),
    ];
    untold = [];
    events.emit('vendorFacts');
    if (rules.length > 0) {
      events.emit('sharedRules');
      emit('templates.changed', { ids: rules });
      emit('onboarding.changed', { ids: [] });
    }
    if (entries.length > 0) emit('entries.changed', { ids: entries });
    if (vendors.length > 0) emit('onboarding.changed', { ids: vendors });
    if (documents.length > 0) emit('documents.changed', { ids: documents });
    // Results of those that became known are due.
    if (entries.length > 0 || documents.length > 0) events.emit('watches');
  }

  /**
   * Writes a page down in several commits, the cursor with the last: a record that comes again changes nothing. None waits for the
   * disk, since what a power cut takes back is pulled again.
   */
  async function writePage({ records, cursor }: Pulled): Promise<void> {
    let taken = 0;
    do {
      const until = performance.now() + turnMs;
      withRelaxedDurability(
        db,
        () => {
          do {
            const some = records.slice(taken, taken + step);
            const acts = some.flatMap((record) => log.take(record, record.receivedAt));
            if (acts.length > 0) untold.push(teamActs.settleTaken(acts));
            taken += some.length;
          } while (taken < records.length && performance.now() < until);
          if (taken < records.length) return;
          if (cursor === null) stored.remove(cursorSetting);
          else stored.write(cursorSetting, cursor);
        },
        maxLogPages,
      );
      if (taken < records.length) await nextTurn();
    } while (taken < records.length && !isStopped());
  }

  /** Takes in page after page, and asks for the next one meanwhile. Returns whether more is there that cannot be read yet. */
  async function pullAll(from: TeamDatabase): Promise<boolean> {
    let cursor = stored.read(cursorSetting, z.string());
    let taken = cursor === null ? 0 : (progress?.taken ?? 0);
    let total: number | null = null;
    for (let asked = from.pull(cursor); ;) {
      const page = unwrap(await asked);
      taken += page.records.length + page.keptOut.length;
      if (page.more) {
        total ??= taken + unwrap(await from.countAfter(page.cursor));
        asked = from.pull(page.cursor);
        // Reading the page took a turn of its own.
        await nextTurn();
      }
      // An answer without anything new is no reason to write.
      if (page.records.length > 0 || page.cursor !== cursor) await writePage(page);
      if (isStopped()) return false;
      ({ cursor } = page);
      keptOut += page.keptOut.length;
      if (page.records.length + page.keptOut.length > 0) onPage();
      if (!page.more) return page.waiting;
      progress = { taken, total: Math.max(total ?? 0, taken) };
      pace.noteRound();
      if (performance.now() - toldAt < tellMs) continue;
      toldAt = performance.now();
      tellNews();
      onProgress();
    }
  }

  return {
    keptOut: (): number => keptOut,
    /** How far it is with many records; null where few or none are to come. Goes on from there after a connection was cut. */
    progress: () => progress,
    settle(acts: readonly Act[]): void {
      if (acts.length > 0) untold.push(teamActs.settle(acts));
      tellNews();
    },
    async pull(from: TeamDatabase): Promise<boolean> {
      try {
        const isWaiting = await pullAll(from);
        const wasLong = progress !== null;
        progress = null;
        if (wasLong) onProgress();
        return isWaiting;
      } finally {
        tellNews();
      }
    },
  };
}
