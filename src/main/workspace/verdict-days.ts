import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoDay, localDay } from '#shared/base/dates.ts';
import { z } from 'zod';
import type { Timer } from '../clock.ts';
import type { WorkspaceBase } from './base.ts';
import type { ResultNoting } from './result-noting.ts';

/** How many verifications are judged in one commit. */
const slice = 100;
/** A computer that slept through midnight, or a changed clock, is noticed within this time. */
const lookAgainMs = 10 * 60_000;
const judgedOn = 'verdicts.judged_on';

/** Judges verifications again when a day passes that changes their verdict: an expiration, or the age of an answer. */
export function createVerdictDays(
  { clock, stores, events, emit, reportAs }: WorkspaceBase,
  noting: ResultNoting,
) {
  const { stored, verifications } = stores;
  let timer: Timer | null = null;
  let stopped = false;

  async function judgeOutlived(today: string): Promise<void> {
    for (;;) {
      if (stopped) return;
      const rows = verifications.outlived(today, slice);
      if (rows.length === 0) return;
      noting.transaction(() => {
        rows.forEach(noting.judgeAnew);
      });
      emit('entries.changed', { ids: rows.map(({ entryId }) => entryId) });
      await nextTurn();
    }
  }

  function look(): void {
    const today = isoDay(localDay(new Date(clock.wall())));
    const before = stored.read(judgedOn, z.string());
    if (before !== today) {
      stored.write(judgedOn, today);
      // The calendar was set back, so every verdict is due again.
      if (before !== null && before > today) events.emit('resultRules');
    }
    judgeOutlived(today).catch(reportAs('verdicts_not_renewed'));
    if (stopped) return;
    const now = clock.wall();
    const { year, month, day } = localDay(new Date(now));
    const midnight = new Date(year, month - 1, day + 1).getTime();
    timer = clock.after(Math.min(midnight - now, lookAgainMs), look);
  }

  return {
    start: look,
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}
