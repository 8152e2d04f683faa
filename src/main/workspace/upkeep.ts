import type { Timer } from '../clock.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { backUpDaily } from '../store/backup.ts';
import { noteChecked } from '../store/check-note.ts';
import { startCheckpointer } from '../store/checkpointer.ts';
import { toProblem } from '../store/database.ts';
import type { WorkspaceBase } from './base.ts';
import { startDataCheck, type DataCheckAssets } from './data-check.ts';

const backupCheckMs = 60 * 60 * 1000;

/** Upkeep of an open workspace's database: daily backups, the log file, and a check after a crash. */
export function startUpkeep(
  { db, file, clock, log, faults, reportAs }: WorkspaceBase,
  assets: DataCheckAssets,
  dispatcher: Dispatcher,
) {
  let dataCheck: { stop(): Promise<void> } | null = null;
  /** Checks data that was not closed in order. Nothing is sent meanwhile. */
  function checkData(): void {
    dispatcher.holdUnchecked(true);
    dataCheck = startDataCheck({
      ...assets,
      file,
      onSound: () => {
        noteChecked(file, clock.wall());
        log.write('data_checked');
        dispatcher.holdUnchecked(false);
        backUp();
      },
      onDamage: faults.closeForDamage,
      // An altered entry is noticed when it is sent, and the next start checks again.
      onUnknown: (error) => {
        log.write('data_not_checked', { error });
        dispatcher.holdUnchecked(false);
        backUp();
      },
    });
  }

  const checkpointer = startCheckpointer(db, file, clock, reportAs('log_not_brought_in'));
  let backupTimer: Timer | null = null;
  let backingUp = Promise.resolve();
  /** Makes a copy where today has none, and from then on every day. */
  function backUp(): void {
    backingUp = backUpDaily(db, file, clock.wall()).catch(reportAs('backup_not_made'));
    backupTimer = clock.after(backupCheckMs, backUp);
  }

  /** Moves the log file into the database; what does not fit on the disk stays in the log file. */
  function tidyUp(): void {
    try {
      db.pragma('optimize');
      db.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      const problem = toProblem(error);
      if (problem === null) throw error;
      log.write('not_tidied_up', { problem: problem.kind });
    }
  }

  return {
    checkData,
    backUp,
    stop(): void {
      backupTimer?.cancel();
      checkpointer.stop();
    },
    checkStopped: async (): Promise<void> => dataCheck?.stop(),
    backedUp: (): Promise<void> => backingUp,
    tidyUp,
  };
}
