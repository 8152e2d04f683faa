import { z } from 'zod';
import { inviteColumn, outboxColumn, vendorColumn, verificationColumn } from '../settings/lists.ts';
import { call } from './call.ts';

export const listColumnRef = z.discriminatedUnion('list', [
  z.object({ list: z.literal('vendors'), column: vendorColumn }),
  z.object({ list: z.literal('invites'), column: inviteColumn }),
  z.object({ list: z.literal('verifications'), column: verificationColumn }),
  z.object({ list: z.literal('outbox'), column: outboxColumn }),
]);

export const listCalls = {
  /** The values that a column has, most frequent first, up to 200 of them; `value` is what it is narrowed by. */
  'lists.values': call(
    listColumnRef,
    z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })),
  ),
};
