import type { Database } from 'better-sqlite3';
import {
  needsPersonCount,
  unsentCount,
  type QueueCondition,
  type SyncStatus,
} from '#shared/outbox/outbox.ts';
import type { QueueNews } from '#shared/outbox/news.ts';
import type { Clock } from '../clock.ts';
import { createQueries } from '../store/query.ts';

/** A service that is busy for less than this sets the pace; the queue does not wait for it. In milliseconds. */
const noticeableWaitMs = 60_000;

/** Reports once when a waiting queue has emptied (docs/decisions/status-messages.md). */
export function createQueueEmptied(
  db: Database,
  clock: Pick<Clock, 'wall'>,
  tell: (news: QueueNews) => void,
) {
  const { prepareNumber } = createQueries(db);
  const lastEvent = prepareNumber('SELECT COALESCE(MAX(id), 0) FROM history');
  // What a person marked as sent is another event, so it does not count as sent; nor does what a colleague sent, which had no
  // attempt here.
  const sentSince = prepareNumber(
    "SELECT COUNT(*) FROM history WHERE id > ? AND event = 'accepted' AND began_at IS NOT NULL",
  );
  /** The last event before the queue had to wait; null while it does not. */
  let waitsSince: number | null = null;

  function startWaiting(): void {
    waitsSince ??= lastEvent.one();
  }

  return {
    /** Takes the status as the workspace opens: what is unsent then waited while Gangway was closed. */
    begin(status: SyncStatus): void {
      if (unsentCount(status) > 0) startWaiting();
    },
    /** Takes every later status. */
    look(status: SyncStatus): void {
      if (unsentCount(status) > 0) {
        if (isHeldUp(status.condition, clock.wall())) startWaiting();
        return;
      }
      if (waitsSince === null) return;
      const sent = sentSince.one(waitsSince);
      waitsSince = null;
      if (sent > 0) tell({ sent, needYou: needsPersonCount(status) });
    },
  };
}

function isHeldUp(condition: QueueCondition, now: number): boolean {
  switch (condition.kind) {
    case 'connecting':
    case 'online':
      return false;
    case 'busy':
      return condition.until - now >= noticeableWaitMs;
    case 'offline':
    case 'server_trouble':
    case 'redirected':
    case 'signed_out':
    case 'paused':
    case 'working_offline':
    case 'cannot_save':
    case 'checking_data':
      return true;
  }
}
