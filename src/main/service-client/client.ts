import type { EntryKind } from '#shared/outbox.ts';
import { documentResult, type DocumentResult } from '#shared/service/document-result.ts';
import { routes, type OperationRoute } from '#shared/service/operations.ts';
import { vendorProfile, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult, type VerificationResult } from '#shared/service/verification.ts';
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

export interface AnswerTimeouts {
  sendTimeoutS: number;
  readTimeoutS: number;
}

/** Whether the address answers at all shows soon; a service that is slow to is asked a real question next. */
const maxProbeMs = 10_000;

/** @param timeouts how long answers are waited for now; asked anew for each request */
export function createServiceClient(
  transport: Transport,
  clock: Clock,
  timeouts: () => AnswerTimeouts,
): ServiceClient {
  const readMs = () => timeouts().readTimeoutS * 1000;
  const get = (route: OperationRoute, token: string | null) =>
    transport.exchange({ ...route, token, body: null, headers: {}, waitMs: readMs() });
  return {
    getVendorProfile: async (id, token) =>
      readAnswer(vendorProfile, await get(routes.getVendorProfile(id), token), clock.wall()),
    getVerificationResult: async (id, token) =>
      readAnswer(verificationResult, await get(routes.getVerificationResult(id), token), clock.wall()),
    getDocumentResult: async (id, token) =>
      readAnswer(documentResult, await get(routes.getDocumentResult(id), token), clock.wall()),
    send(kind, body, idempotencyKey, token) {
      const route = kind === 'invite' ? routes.inviteVendor() : routes.queueVerification();
      // A structured-field string, as draft-ietf-httpapi-idempotency-key-header has it.
      return transport.exchange({
        ...route,
        token,
        body,
        headers: { 'idempotency-key': `"${idempotencyKey}"` },
        waitMs: timeouts().sendTimeoutS * 1000,
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
    askItself: (token) => get(routes.getVerificationResult(nilId), token),
  };
}
