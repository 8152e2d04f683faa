import type { z } from 'zod';
import type { EntryKind } from '#shared/outbox.ts';
import { documentResult, type DocumentResult } from '#shared/service/document-result.ts';
import { routes, type OperationRoute } from '#shared/service/operations.ts';
import { vendorProfile, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult, type VerificationResult } from '#shared/service/verification.ts';
import type { ServiceInterface } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import { readAnswer, type ReadAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Transport } from './transport.ts';

/** The five operations of the service, plus the question whether its address answers at all. */
export interface ServiceClient {
  getVendorProfile(id: string, token: string): Promise<ReadAnswer<VendorProfile>>;
  getVerificationResult(id: string, token: string): Promise<ReadAnswer<VerificationResult>>;
  getDocumentResult(id: string, token: string): Promise<ReadAnswer<DocumentResult>>;
  /** POST /vendors or POST /api/verification/queue, once, under the entry's key. */
  send(kind: EntryKind, body: string, idempotencyKey: string, token: string): Promise<Exchange>;
  /** Asks the base address for any answer, without a token. */
  probe(): Promise<Exchange>;
  /** Asks for a result that cannot be there; only the service itself answers that as a service does. */
  askItself(token: string | null): Promise<Exchange>;
}

/** No result has this id (RFC 9562, 5.9). */
const nilId = '00000000-0000-0000-0000-000000000000';

/** What the workspace says of the service, as far as its client has to know it. */
export type ClientSettings = Pick<
  ServiceInterface,
  'sendTimeoutS' | 'readTimeoutS' | 'tokenRefusedStatuses' | 'envelope'
>;

/** Whether the address answers at all shows soon; a service that is slow to is asked a real question next. */
const maxProbeMs = 10_000;

/** @param settings as they are now; asked anew for each request */
export function createServiceClient(
  transport: Transport,
  clock: Clock,
  settings: () => ClientSettings,
): ServiceClient {
  const readMs = () => settings().readTimeoutS * 1000;
  const ask = (route: OperationRoute, token: string | null) =>
    transport.exchange({ ...route, token, body: null, headers: {}, waitMs: readMs() });
  async function get<T extends z.ZodObject>(resource: T, route: OperationRoute, token: string) {
    return readAnswer(resource, await ask(route, token), settings(), clock.wall());
  }
  return {
    getVendorProfile: (id, token) => get(vendorProfile, routes.getVendorProfile(id), token),
    getVerificationResult: (id, token) => get(verificationResult, routes.getVerificationResult(id), token),
    getDocumentResult: (id, token) => get(documentResult, routes.getDocumentResult(id), token),
    send(kind, body, idempotencyKey, token) {
      const route = kind === 'invite' ? routes.inviteVendor() : routes.queueVerification();
      // A structured-field string, as draft-ietf-httpapi-idempotency-key-header has it.
      return transport.exchange({
        ...route,
        token,
        body,
        headers: { 'idempotency-key': `"${idempotencyKey}"` },
        waitMs: settings().sendTimeoutS * 1000,
      });
    },
    probe: () =>
      transport.exchange({
        method: 'HEAD',
        path: '/',
        token: null,
        body: null,
        headers: {},
        waitMs: Math.min(readMs(), maxProbeMs),
      }),
    askItself: (token) => ask(routes.getVerificationResult(nilId), token),
  };
}
