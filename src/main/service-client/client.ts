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

export function createServiceClient(transport: Transport, clock: Clock): ServiceClient {
  const get = (route: OperationRoute, token: string) =>
    transport.exchange({ ...route, token, body: null, headers: {} });
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
      });
    },
    probe: () => transport.exchange({ method: 'HEAD', path: '/', token: null, body: null, headers: {} }),
    askItself: (token) =>
      transport.exchange({ ...routes.getVerificationResult(nilId), token, body: null, headers: {} }),
  };
}
