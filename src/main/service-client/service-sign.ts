import { z } from 'zod';

export const serviceSign = z.discriminatedUnion('kind', [
  /** `ofPage`: a page for people said so, which may come from the network; it shows nothing of the token. */
  z.object({ kind: z.literal('healthy'), ofPage: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('unreachable'), detail: z.string() }),
  /** A connection was there, but nothing came back: no evidence that the service can be reached. */
  z.object({ kind: z.literal('no_answer') }),
  z.object({ kind: z.literal('trouble') }),
  /** It answers by pointing to another address, which is not followed. */
  z.object({ kind: z.literal('redirected'), location: z.string().nullable() }),
  z.object({ kind: z.literal('busy'), waitMs: z.number() }),
  z.object({ kind: z.literal('token_refused') }),
  /** Something else than the service answered: nothing is sent until the service itself does. */
  z.object({ kind: z.literal('unexpected_responder'), detail: z.string() }),
]);
export type ServiceSign = z.infer<typeof serviceSign>;

/** Whether a wait that comes with a status is meant for all requests: 408 and 425 speak of the one that they answer. */
export function asksAllToWait(status: number): boolean {
  return status === 429 || status === 503;
}
