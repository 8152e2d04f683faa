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
  markFile: string;
  restored: SoundDatabase['restored'];
  keychain: Keychain;
  /** It could not be read whether the outbox was paused. */
  pausedUnread: boolean;
  entries: EntryStore;
  dispatcher: Dispatcher;
}

/** A workspace waits this long for the keychain; a later mark is judged when it comes. */
const keychainPatienceMs = 1000;

/** Detects that a workspace's data is an older copy or comes from another computer, and holds its unsent entries. */
export function createRecovery(
  { db, file, stores, clock, log, events, emit, fault, reportAs }: WorkspaceBase,
  { summary, restored, entries, dispatcher, ...parts }: RecoveryParts,
) {
  const { stored, keptFiles } = stores;
  const moved = stored.read(movedSetting, movedWorkspace);
  let notice = movedSentence(moved) ?? pausedSentence(parts.pausedUnread);
  let judged = false;
  const mark = createProgressMark(db, parts.markFile, reportAs('progress_not_noted'));
  // The practice workspace sends to nobody, so it needs no keychain.
  const markElsewhere = summary.practice
    ? null
    : createMarkElsewhere(summary.id, parts.keychain, clock, (outcome) => {
        log.write('progress_not_in_keychain', { outcome });
      });

  /** Holds the unsent entries of an older copy: they may have been sent since. */
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

  /** Judges by a late mark from the keychain. If entries cannot be held, nothing may be sent. */
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
    notice: (): string | null => notice,
    /** Holds what may have been sent already, before anything is sent. */
    async judge(loadToken: () => Promise<void>): Promise<void> {
      const reading = Promise.all([markElsewhere?.read() ?? null, loadToken()]).then(([found]) => found);
      const markKept = await Promise.race([reading, afterPatience(keychainPatienceMs)]);
      judged = markElsewhere === null || markKept !== 'unknown';
      if (moved !== null) {
        // The other computer has the same queue and goes on sending.
        moveAllStaged(db);
        const held = db.transaction(() => {
          const ids = entries.holdMoved(clock.wall());
          // Pictures do not move along.
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
    /** Stores the mark in the keychain too, and judges by a late one. */
    start: (): void => markElsewhere?.start(mark, judged ? null : judgeLate),
    /** Stores the mark before the database is closed. */
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
