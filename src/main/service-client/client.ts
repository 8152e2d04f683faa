import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { anotherId } from '#shared/service/request-id.ts';
import type { ReadQuestion } from '#shared/ipc/answers.ts';
import { documentResult, type DocumentResult } from '#shared/service/document-result.ts';
import { endpoints, type Endpoint } from '#shared/service/operations.ts';
import { idOrWord } from '#shared/service/json.ts';
import { vendorProfile, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult, type VerificationResult } from '#shared/service/verification.ts';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import type { Clock } from '../clock.ts';
import type { AnswerJudge, ReadAnswer } from './answer.ts';
import type { AnsweredExchange, Exchange } from './exchange.ts';
import type { Transport } from './transport.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

type AskedFor = ReadQuestion['kind'];

export type KeepAnswer = (kind: AskedFor, askedId: string, answer: AnsweredExchange, at: number) => void;

/** No result has this id (RFC 9562, 5.9). */
const nilId = '00000000-0000-0000-0000-000000000000';

/** Whether the address answers at all shows soon; a service that is slow to is asked a real question next. */
const maxProbeMs = 10_000;

const resultEndpoints: Record<AskedFor, (id: string) => Endpoint> = {
  vendor: endpoints.getVendorProfile,
  verification: endpoints.getVerificationResult,
  document: endpoints.getDocumentResult,
};

/**
 * @param settings as they are now; asked again for each request
 * @param answers judges what was answered
 * @param keep takes what was answered to a question out of which nothing could be read, or not all; null to keep nothing
 */
export function createServiceClient(
  transport: Transport,
  clock: Clock,
  settings: () => ServiceInterface,
  answers: AnswerJudge,
  keep: KeepAnswer | null = null,
) {
  const readMs = () => settings().readTimeoutS * 1000;
  const probeMs = () => Math.min(readMs(), maxProbeMs);
  const ask = (endpoint: Endpoint, token: string | null, waitMs = readMs()) =>
    transport.exchange({ ...endpoint, token, body: null, headers: {}, waitMs });
  async function get<T extends z.ZodObject>(kind: AskedFor, id: string, resource: T, token: string) {
    const exchange = await ask(resultEndpoints[kind](id), token);
    const read = await answers.answer(kind, resource, exchange, settings(), clock.wall());
    const answer = kind === 'vendor' ? ofAnother(id, read) : read;
    // Of one that was read, the text is kept with what was read.
    const keptElsewhere = answer.kind === 'found' && exchange.kind === 'answered' && exchange.bytes === null;
    if (exchange.kind === 'answered' && !keptElsewhere) keep?.(kind, id, exchange, clock.wall());
    return answer;
  }
  return {
    getVendorProfile: (id: string, token: string): Promise<ReadAnswer<VendorProfile>> =>
      get('vendor', id, vendorProfile, token),
    getVerificationResult: (id: string, token: string): Promise<ReadAnswer<VerificationResult>> =>
      get('verification', id, verificationResult, token),
    getDocumentResult: (id: string, token: string): Promise<ReadAnswer<DocumentResult>> =>
      get('document', id, documentResult, token),
    /** Asks for something to be done, once, under a key of its own. */
    send: (endpoint: Endpoint, body: string, idempotencyKey: string, token: string): Promise<Exchange> =>
      transport.exchange({
        ...endpoint,
        token,
        body,
        headers: { 'idempotency-key': idempotencyHeader(idempotencyKey) },
        waitMs: settings().sendTimeoutS * 1000,
      }),
    probe: (): Promise<Exchange> =>
      transport.exchange({
        method: 'HEAD',
        path: '/',
        token: null,
        body: null,
        headers: {},
        waitMs: probeMs(),
      }),
    /** Asks for a result that cannot be there; only the service itself answers that as a service does. */
    probeService: (token: string | null): Promise<Exchange> =>
      ask(endpoints.getVerificationResult(nilId), token),
    /** The same, waited for no longer than for any sign of life, and read. */
    async heartbeat(token: string): Promise<ReadAnswer<VerificationResult>> {
      const exchange = await ask(endpoints.getVerificationResult(nilId), token, probeMs());
      return answers.answer('verification', verificationResult, exchange, settings(), clock.wall());
    },
  };
}

/** A profile with another vendor's ID is not the requested one. */
function ofAnother<T extends Record<string, unknown>>(askedId: string, answer: ReadAnswer<T>): ReadAnswer<T> {
  if (answer.kind !== 'found') return answer;
  const id = anotherId(askedId, idOrWord.nullish().safeParse(answer.reading.value['id']).data);
  if (id === null) return answer;
  return {
    kind: 'unreadable',
    bodyKind: 'json',
    cut: false,
    oversized: false,
    instead: { kind: 'another_id', id },
  };
}

/**
 * A key as a structured-field string (draft-ietf-httpapi-idempotency-key-header; RFC 9651, 3.3.3); one that no header can hold
 * is replaced by its hash.
 */
function idempotencyHeader(key: string): string {
  const isHeld = /^[\x20-\x7e]{1,200}$/.test(key);
  const held = isHeld ? key : createHash('sha256').update(key).digest('hex');
  return `"${held.replaceAll(/["\\]/g, '\\$&')}"`;
}
