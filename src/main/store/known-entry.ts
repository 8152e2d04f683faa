import { z } from 'zod';
import { entryState } from '#shared/outbox/outbox.ts';
import { isAltered } from './altered-entries.ts';
import { yesNo } from './shown-row.ts';

/** An entry `e` that is known already, with the list `b` that it was imported with. */
export const knownEntry = z.object({
  entryId: z.string(),
  state: entryState,
  altered: yesNo,
  queuedAt: z.number(),
  sentAt: z.number().nullable(),
  fileName: z.string().nullable(),
});

/** Columns that {@link knownEntry} reads. */
export const knownEntryColumns = `e.id AS entryId, e.state, ${isAltered} AS altered, e.queued_at AS queuedAt,
  e.sent_at AS sentAt, b.file_name AS fileName`;
