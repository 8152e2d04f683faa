import { z } from 'zod';
import { queueCondition } from '../outbox/outbox.ts';
import { call, instant, nothing, loadPage, pageRequest } from './call.ts';

/** So often the service may have a problem with one id before it is given up. */
export const maxLookUpTries = 5;

/** What became of one id. `gave_up`: the service had a problem with it each time. */
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

/** Many vendors that are looked up in one go; kept over a restart. */
export const lookUpJob = z.object({
  id: z.number(),
  kind: z.enum(['ids', 'refresh']),
  startedAt: instant,
  endedAt: instant.nullable(),
  cancelled: z.boolean(),
  total: z.number(),
  counts: z.record(lookUpOutcome, z.number()),
  /** What keeps Gangway from asking just now; null while it goes on or has ended. */
  waitsFor: queueCondition.nullable(),
  /** How many unknown ids are retried automatically, and until when; null for none. */
  askedAgain: z.object({ count: z.number(), until: instant }).nullable(),
});
export type LookUpJob = z.infer<typeof lookUpJob>;

export const lookUpRow = z.object({
  id: z.string(),
  vendorId: z.string(),
  outcome: lookUpOutcome,
  /** What the service said, or what is wrong with the id; a sentence. */
  detail: z.string().nullable(),
  at: instant.nullable(),
  /** When it is retried automatically; null if it waits its turn, or is not retried. */
  nextAt: instant.nullable(),
  /** While it waits: how often the service had a problem with it, of {@link maxLookUpTries}. */
  tries: z.number(),
});
export type LookUpRow = z.infer<typeof lookUpRow>;

/** How many ids can be looked up in one go. */
export const maxLookedUp = 20_000;

export const lookUpId = z.number().int().min(1);

export const lookUpCalls = {
  /** Notes the ids, and asks for them one after the other as the service can be reached. One look-up runs at a time. */
  'lookups.begin': call(z.object({ ids: z.array(z.string().max(400)).min(1).max(maxLookedUp) }), lookUpJob),
  /** Looks up again whom this computer fetched longer ago than that; null where there is nobody. */
  'lookups.refresh': call(
    z.object({ olderThanDays: z.number().int().min(1).max(3650) }),
    lookUpJob.nullable(),
  ),
  /** The look-up that runs or was made last. */
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
  /** Finishes running requests; the rest is not requested, and unknown ids not retried. */
  'lookups.cancel': call(z.object({ id: lookUpId }), lookUpJob),
};
