import { momentText } from '#shared/base/dates.ts';
import type { RestoredCopy } from '../store/restored-copy.ts';
import type { MovedWorkspace } from '../store/moved-file.ts';
import type { OlderCopy } from '../store/progress-mark.ts';

/** The notice on a workspace from another computer; null where nothing has to be decided. */
export function movedSentence(moved: MovedWorkspace | null): string | null {
  if (moved === null || moved.unsent === 0) return null;
  const items = moved.unsent === 1 ? '1 unsent item' : `${moved.unsent} unsent items`;
  return `This workspace came from another computer, which can still send ${items}. Here, decide under “May have been sent”.`;
}

/** The notice where it is unknown whether sending was paused. */
export function pausedSentence(unread: boolean): string | null {
  if (!unread) return null;
  return 'Gangway couldn’t tell whether sending was paused or offline, so the outbox is paused. Resume it when you want to send.';
}

/** The notice on a restored copy: which one, what is missing, what waits for a decision. */
export function olderCopySentence(
  restored: RestoredCopy | null,
  older: OlderCopy | null,
  doubted: number,
): string {
  if (restored !== null && restored.backupAt === null) {
    return `This workspace’s data was damaged, and there was no copy yet. Gangway started a new file and kept the damaged one.${lostMessage(older)}`;
  }
  return `${beginning(restored, older)}${missingMessage(older)}${doubtedMessage(doubted)}`;
}

function beginning(restored: RestoredCopy | null, older: OlderCopy | null): string {
  if (restored !== null && restored.backupAt !== null) {
    return `This workspace’s data was damaged. Gangway restored the copy of ${momentText(restored.backupAt)}.`;
  }
  const copyAt = older?.copyAt ?? null;
  return copyAt === null
    ? 'This workspace’s data is older than Gangway’s last save: it was replaced with an older copy, or the disk lost part of it.'
    : `This workspace’s data was replaced with the copy of ${momentText(copyAt)}.`;
}

function lostMessage(older: OlderCopy | null): string {
  const missing = older?.missing ?? 0;
  if (missing === 0) return '';
  return missing === 1 ? ' 1 queued item is missing.' : ` ${missing} queued items are missing.`;
}

function missingMessage(older: OlderCopy | null): string {
  const missing = older?.missing ?? null;
  if (missing === null) return ' Items queued since may be missing.';
  if (missing === 0) return ' Every queued item is there, but some later changes may be missing.';
  return missing === 1 ? ' 1 item queued since is missing.' : ` ${missing} items queued since are missing.`;
}

function doubtedMessage(doubted: number): string {
  if (doubted === 0) return '';
  const items = doubted === 1 ? '1 unsent item waits' : `${doubted} unsent items wait`;
  return ` ${items} for you under “May have been sent”, because ${doubted === 1 ? 'it' : 'they'} may have been sent since.`;
}
