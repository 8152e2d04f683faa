import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { EntryStore } from '../outbox/entry-store.ts';
import type { SoundDatabase } from '../store/database.ts';
import { moveAllStaged } from '../store/import-rows.ts';
import { movedSetting, movedWorkspace } from '../store/moved-file.ts';
import { createProgressMark, type Mark, type OlderCopy } from '../store/progress-mark.ts';
import { restoreNoted } from '../store/restored-copy.ts';
import type { WorkspaceBase } from './base.ts';
import { createMarkElsewhere } from './mark-elsewhere.ts';
import { movedSentence, olderCopySentence, pausedSentence } from './notice-messages.ts';

interface RecoveryParts {
  summary: WorkspaceSummary;
  /** Where it is noted how far the workspace has come. */
  markFile: string;
  restored: SoundDatabase['restored'];
  keychain: Keychain;
  /** Whether the outbox was paused when the app ended. */
  pausedUnread: boolean;
  entries: EntryStore;
  dispatcher: Dispatcher;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** For a keychain that is slow, or waits for somebody, a workspace opens without what is in it and takes that when it comes. */
const keychainPatienceMs = 1000;

/** Notices that a workspace's data is older than what was done with it, or comes from another computer, and holds what is unsent. */
export function createRecovery(
  { db, file, stores, clock, log, events, emit, fault }: WorkspaceBase,
  { summary, restored, entries, dispatcher, ...parts }: RecoveryParts,
) {
  const { stored, keptFiles } = stores;
  const moved = stored.read(movedSetting, movedWorkspace);
  let notice = movedSentence(moved) ?? pausedSentence(parts.pausedUnread);
  let judged = false;
  const mark = createProgressMark(db, parts.markFile, (error) => {
    fault('progress_not_noted', error);
  });
  // What the practice workspace sends reaches nobody, so the keychain is not asked for it.
  const markElsewhere = summary.practice
    ? null
    : createMarkElsewhere(summary.id, parts.keychain, clock, (outcome) => {
        log.write('progress_not_in_keychain', { outcome });
      });

  /** Holds what is unsent in an older copy, which may have been sent since it was made. */
  function holdOlder(older: OlderCopy | null): string[] {
    moveAllStaged(db);
    const copyAt = restored?.backupAt ?? older?.copyAt ?? null;
    const doubted = db.transaction(() => {
      const ids = entries.doubtUnsent(clock.wall(), copyAt);
      mark.beginLine();
      return ids;
    })();
    restoreNoted(file);
    notice = olderCopySentence(restored, older, doubted.length);
    log.write(restored === null ? 'older_copy_opened' : 'restored_from_backup', {
      doubted: doubted.length,
      missing: older?.missing ?? null,
    });
    return doubted;
  }

  /** Judges by a mark that the keychain gave late. What could not be held must not be sent. */
  function judgeLate(kept: Mark | null): void {
    const older = kept === null ? null : mark.olderCopyByLate(kept);
    if (older === null) return;
    try {
      const ids = holdOlder(older);
      mark.take();
      emit('entries.changed', { ids });
      events.emit('described');
    } catch (error) {
      dispatcher.standStill('damaged', true);
      fault('older_copy_not_held', error);
    }
  }

  events.on('committed', () => {
    mark.note();
  });
  return {
    /** What the person has to know of the stored data; null where that is nothing. */
    notice: (): string | null => notice,
    /** Holds what may have been sent, before anything is. Waits for the keychain a moment and no longer. */
    async judge(loadToken: () => Promise<void>): Promise<void> {
      const reading = Promise.all([markElsewhere?.read() ?? null, loadToken()]).then(([found]) => found);
      const markKept = await Promise.race([reading, afterPatience(keychainPatienceMs)]);
      judged = markElsewhere === null || markKept !== 'unknown';
      if (moved !== null) {
        // The computer it comes from holds the same queue and goes on sending.
        moveAllStaged(db);
        const held = db.transaction(() => {
          const ids = entries.holdMoved(clock.wall());
          // No picture came along, and what the file says of files here is not to be believed.
          keptFiles.forgetAll();
          stored.remove(movedSetting);
          mark.beginLine();
          return ids;
        })();
        log.write('moved_in', { held: held.length });
      }
      const older = moved === null ? mark.olderCopy(markKept === 'unknown' ? null : markKept) : null;
      if (restored !== null || older !== null) holdOlder(older);
      if (moved !== null || restored !== null || older !== null) judged = true;
      mark.take();
    },
    /** Keeps the mark in the keychain too, and judges by what that told only later. */
    start: (): void => markElsewhere?.start(mark, judged ? null : judgeLate),
    /** Writes the mark down before the database is closed. */
    settle: (): void => {
      mark.settle();
    },
    stop: (): Promise<void> | undefined => markElsewhere?.stop(),
    close: (): void => {
      mark.close();
    },
  };
}

function afterPatience(ms: number): Promise<'unknown'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'unknown').unref();
  });
}
