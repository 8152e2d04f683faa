import type { Timer } from '../clock.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { backUpDaily } from '../store/backup.ts';
import { noteChecked } from '../store/check-note.ts';
import { startCheckpointer } from '../store/checkpointer.ts';
import { toProblem } from '../store/database.ts';
import type { WorkspaceBase } from './base.ts';
import { startDataCheck, type DataCheckAssets } from './data-check.ts';

export type Upkeep = ReturnType<typeof startUpkeep>;

const backupCheckMs = 60 * 60 * 1000;

/** Keeps an open workspace's database in order: daily copies, the log file, and reading through what was not left in order. */
export function startUpkeep(
  { db, file, clock, log, faults, fault }: WorkspaceBase,
  assets: DataCheckAssets,
  dispatcher: Dispatcher,
) {
  let dataCheck: { stop(): Promise<void> } | null = null;
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
      // What was altered in an entry is noticed where it is sent, and the next start reads all of it again.
      onUnknown: (error) => {
        log.write('data_not_checked', { error });
        dispatcher.holdUnchecked(false);
        backUp();
      },
    });
  }

  const checkpointer = startCheckpointer(db, file, clock, (error) => {
    fault('log_not_brought_in', error);
  });
  let backupTimer: Timer | null = null;
  let backingUp = Promise.resolve();
  function backUp(): void {
    backingUp = backUpDaily(db, file, clock.wall()).catch((error: unknown) => {
      fault('backup_not_made', error);
    });
    backupTimer = clock.after(backupCheckMs, backUp);
  }

  /** Brings the log file into the database; what does not fit on the disk stays in the log file and is read from there. */
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
    /** Reads what was not left in order through. Until that is over, nothing is sent. */
    checkData,
    /** Makes a copy where today has none, and from then on every day. */
    backUp,
    stop(): void {
      backupTimer?.cancel();
      checkpointer.stop();
    },
    /** Fulfilled once no thread reads the data any more. */
    checkStopped: async (): Promise<void> => dataCheck?.stop(),
    /** Fulfilled once no copy is being made, which reads from the database. */
    backedUp: (): Promise<void> => backingUp,
    /** Brings the log file into the database; what does not fit on the disk stays in the log file and is read from there. */
    tidyUp,
  };
}
