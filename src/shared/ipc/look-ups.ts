import { z } from 'zod';
import { queueCondition } from '../outbox/outbox.ts';
import { call, instant, nothing, loadPage, pageRequest } from './call.ts';

export const maxLookUpTries = 5;

/** `gave_up`: the service had a problem with it each time. */
export const lookUpOutcome = z.enum([
  'waiting',
  'found',
  'unknown',
  'not_an_id',
  'refused',
  'unreadable',
  'gave_up',
  'cancelled',
]);
export type LookUpOutcome = z.infer<typeof lookUpOutcome>;

export const lookUpJob = z.object({
  id: z.number(),
  kind: z.enum(['ids', 'refresh']),
  startedAt: instant,
  endedAt: instant.nullable(),
  cancelled: z.boolean(),
  total: z.number(),
  counts: z.record(lookUpOutcome, z.number()),
  /** Why nothing is requested now; null while it goes on or has ended. */
  waitsFor: queueCondition.nullable(),
  /** How many unknown IDs are retried automatically, and until when; null for none. */
  askedAgain: z.object({ count: z.number(), until: instant }).nullable(),
});
export type LookUpJob = z.infer<typeof lookUpJob>;

export const lookUpRow = z.object({
  id: z.string(),
  vendorId: z.string(),
  outcome: lookUpOutcome,
  detail: z.string().nullable(),
  at: instant.nullable(),
  /** The next automatic retry; null if it waits its turn, or is not retried. */
  nextAt: instant.nullable(),
  tries: z.number(),
});
export type LookUpRow = z.infer<typeof lookUpRow>;

export const maxLookedUp = 20_000;

export const lookUpId = z.number().int().min(1);

export const lookUpCalls = {
  /** Requests the IDs one after the other. One look-up runs at a time. */
  'lookups.begin': call(z.object({ ids: z.array(z.string().max(300)).min(1).max(maxLookedUp) }), lookUpJob),
  /** Looks up vendors fetched longer ago than that; null where there are none. */
  'lookups.refresh': call(
    z.object({ olderThanDays: z.number().int().min(1).max(3650) }),
    lookUpJob.nullable(),
  ),
  'lookups.latest': call(nothing, lookUpJob.nullable()),
  'lookups.page': call(
    pageRequest.extend({ id: lookUpId, outcome: lookUpOutcome.nullable().default(null) }),
    loadPage(lookUpRow),
  ),
  /** Retries failed rows (all if `rows` is null) and waiting ones at once; null if there are none. */
  'lookups.tryAgain': call(
    z.object({
      id: lookUpId,
      rows: z
        .array(z.string().regex(/^\d+:\d+$/))
        .min(1)
        .max(maxLookedUp)
        .nullable(),
    }),
    lookUpJob.nullable(),
  ),
  /** Finishes running requests; the rest is not requested, and unknown IDs not retried. */
  'lookups.cancel': call(z.object({ id: lookUpId }), lookUpJob),
};
