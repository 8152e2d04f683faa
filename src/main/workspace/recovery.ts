import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import type { QueueFlags } from '../outbox/queue-flags.ts';
import type { SoundDatabase } from '../store/database.ts';
import { moveAllStaged } from '../store/import-rows.ts';
import { movedSetting, movedWorkspace, type MovedWorkspace } from '../store/moved-file.ts';
import { createProgressMark, type Mark, type OlderCopy } from '../store/progress-mark.ts';
import { restoreNoted, type RestoredCopy } from '../store/restored-copy.ts';
import type { WorkspaceBase, WorkspaceDeps } from './base.ts';
import { createMarkElsewhere } from './mark-elsewhere.ts';
import type { createSending } from './sending.ts';
import { momentText } from '#shared/base/dates.ts';

/** A workspace waits this long for the keychain; a later mark is judged when it comes. */
const keychainPatienceMs = 1000;

/** Detects that a workspace's data is an older copy or comes from another computer, and holds its unsent entries. */
export function createRecovery(
  { db, file, stores, clock, log, events, emit, fault, reportAs }: WorkspaceBase,
  summary: WorkspaceSummary,
  { markFile, keychain }: WorkspaceDeps,
  restored: SoundDatabase['restored'],
  { pausedUnread }: QueueFlags,
  { entries, dispatcher }: Pick<ReturnType<typeof createSending>, 'entries' | 'dispatcher'>,
) {
  const { stored, keptFiles } = stores;
  const moved = stored.read(movedSetting, movedWorkspace);
  let notice = movedSentence(moved) ?? pausedSentence(pausedUnread);
  let judged = false;
  const mark = createProgressMark(db, markFile, reportAs('progress_not_noted'));
  // The practice workspace sends to nobody, so it needs no keychain.
  const markElsewhere = summary.practice
    ? null
    : createMarkElsewhere(summary.id, keychain, clock, (outcome) => {
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
      dispatcher.setSuspended('damaged', true);
      fault('older_copy_not_held', error);
    }
  }

  events.on('committed', () => mark.note());
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
    start: (): void => markElsewhere?.start(mark, judged ? null : judgeLate),
    settle: (): void => mark.settle(),
    stop: (): Promise<void> | undefined => markElsewhere?.stop(),
    close: (): void => mark.close(),
  };
}

const afterPatience = (ms: number): Promise<'unknown'> =>
  new Promise((resolve) => setTimeout(resolve, ms, 'unknown').unref());

function movedSentence(moved: MovedWorkspace | null): string | null {
  if (moved === null || moved.unsent === 0) return null;
  const items = moved.unsent === 1 ? '1 unsent item' : `${moved.unsent} unsent items`;
  return `This workspace came from another computer, which can still send ${items}. Here, decide under “May have been sent”.`;
}

function pausedSentence(unread: boolean): string | null {
  if (!unread) return null;
  return 'Gangway couldn’t tell whether sending was paused or offline, so the outbox is paused. Resume it when you want to send.';
}

/** The notice on a restored copy: which one, what is missing, what waits for a decision. */
function olderCopySentence(restored: RestoredCopy | null, older: OlderCopy | null, doubted: number): string {
  const missing = older?.missing ?? null;
  if (restored !== null && restored.backupAt === null) {
    const lost = `${missing} queued ${missing === 1 ? 'item is' : 'items are'} missing.`;
    return `This workspace’s data was damaged, and there was no copy yet. Gangway started a new file and kept the damaged one.${(missing ?? 0) === 0 ? '' : ` ${lost}`}`;
  }
  const copyAt = restored?.backupAt ?? older?.copyAt ?? null;
  const copy = copyAt === null ? '' : `the copy of ${momentText(copyAt)}`;
  const beginning =
    restored !== null
      ? `This workspace’s data was damaged. Gangway restored ${copy}.`
      : copyAt !== null
        ? `This workspace’s data was replaced with ${copy}.`
        : 'This workspace’s data is older than Gangway’s last save: it was replaced with an older copy, or the disk lost part of it.';
  const gap =
    missing === null
      ? 'Items queued since may be missing.'
      : missing === 0
        ? 'Every queued item is there, but some later changes may be missing.'
        : `${missing} ${missing === 1 ? 'item queued since is' : 'items queued since are'} missing.`;
  const [wait, they] = doubted === 1 ? ['item waits', 'it'] : ['items wait', 'they'];
  const waiting = `${doubted} unsent ${wait} for you under “May have been sent”, because ${they} may have been sent since.`;
  return [beginning, gap, ...(doubted === 0 ? [] : [waiting])].join(' ');
}
