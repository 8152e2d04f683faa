import { z } from 'zod';
import { call, nothing, loadPage, pageRequest } from './call.ts';
import { verificationRow } from './verifications.ts';

/** A month as 2027-03. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** A period in which licenses expire: overdue, one of twelve months, or later. `two_ways`: ambiguous dates. */
export const expiryPart = z.union([z.literal('overdue'), z.literal('later'), z.literal('two_ways'), month]);
export type ExpiryPart = z.infer<typeof expiryPart>;

export const expiryCalls = {
  /** How many accepted, uncorrected licenses expire when, by the found date, else the submitted one. Starts this month. */
  'expiry.months': call(
    nothing,
    z.object({
      overdue: z.number(),
      months: z.array(z.object({ month, count: z.number() })),
      later: z.number(),
      /** Accepted licenses without an expiration date that can be read. */
      leftOut: z.number(),
      /** Accepted licenses with an ambiguous expiration date, which are under no day. */
      unclear: z.number(),
    }),
  ),
  /** The licenses of one part, or all with a readable expiration date; the first to expire first. */
  'expiry.page': call(
    pageRequest.extend({ part: expiryPart.nullable().default(null) }),
    loadPage(verificationRow),
  ),
};
