import type { EventEmitter } from 'node:events';
import type { QueueNews } from '#shared/outbox/news.ts';
import type { ServiceObservations } from '#shared/settings/observations.ts';
import type { SyncStatus } from '#shared/outbox/outbox.ts';
import type { ArrivedResult } from '../watcher/news-gathering.ts';

/**
 * What one part of an open workspace reports and others act on. Listeners run at once, inside the transaction of the part
 * that reports, if it has one. What screens show goes to them through `emit`.
 */
export interface PartEvents {
  /** The outbox committed something that an older copy of the database would not know of. */
  committed: [];
  /** Results may be due at other times than before. */
  watches: [];
  /** The status of sending changed. */
  status: [status: SyncStatus];
  /** A token can be used that could not before, or it became known why it cannot. */
  tokenCame: [];
  /** The description of the workspace changed without a call from a screen. */
  described: [];
  /** Entries, vendors or documents changed, so a vendor may be judged otherwise. */
  vendorFacts: [];
  settings: [];
  /** By the settings or the calendar, stored results may mean something else. */
  resultRules: [];
  /** By what results showed, scores or dates are read by other rules. */
  observedRules: [];
  /** Results showed more of the service's ways. */
  observed: [observations: ServiceObservations];
  /** A result came in that was not there before, and that nobody asked for just now. */
  arrived: [result: ArrivedResult];
  queueEmptied: [news: QueueNews];
  /** The wall clock was set. */
  clockSet: [byMs: number];
  /** Stored data is damaged; nothing may be sent any more. */
  damageMet: [];
  /** The same, after the file was noted as suspect: the workspace has to be closed. */
  damaged: [];
}

export type WorkspaceEvents = EventEmitter<PartEvents>;
