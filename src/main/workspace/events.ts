import type { EventEmitter } from 'node:events';
import type { QueueNews } from '#shared/outbox/news.ts';
import type { ServiceObservations } from '#shared/settings/observations.ts';
import type { SyncStatus } from '#shared/outbox/outbox.ts';
import type { ArrivedResult } from '../watcher/news-gathering.ts';

/**
 * Events between the parts of an open workspace. Listeners run at once, inside the reporting part's transaction if there is
 * one. Screens get theirs through `emit`.
 */
export interface PartEvents {
  /** The outbox committed something that an older copy of the database would lack. */
  committed: [];
  /** Results may be due at other times than before. */
  watches: [];
  status: [status: SyncStatus];
  /** A token became usable, or the reason why it is unavailable changed. */
  tokenCame: [];
  /** The description of the workspace changed without a call from a screen. */
  described: [];
  /** Entries, vendors or documents changed, so a vendor's status may change. */
  vendorFacts: [];
  settings: [];
  /** Because of settings or the calendar, stored results may mean something else. */
  resultRules: [];
  /** Results showed that scores or dates have to be read by other rules. */
  observedRules: [];
  observed: [observations: ServiceObservations];
  /** A new result came in that nobody requested just now. */
  arrived: [result: ArrivedResult];
  queueEmptied: [news: QueueNews];
  /** The wall clock was set. */
  clockSet: [byMs: number];
  /** Stored data is damaged; nothing may be sent any more. */
  damageMet: [];
  /** The damaged file is marked as suspect: the workspace has to be closed. */
  damaged: [];
}

export type WorkspaceEvents = EventEmitter<PartEvents>;
