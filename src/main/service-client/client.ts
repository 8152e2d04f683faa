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
import type { Transport, TransportRequest } from './transport.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

type AskedFor = ReadQuestion['kind'];

export type KeepAnswer = (kind: AskedFor, askedId: string, answer: AnsweredExchange, at: number) => void;

/** No result has this id (RFC 9562, 5.9). */
const nilId = '00000000-0000-0000-0000-000000000000';

/** A service that is slower than this is asked a real question next. */
const maxProbeMs = 10_000;

const resultEndpoints: Record<AskedFor, (id: string) => Endpoint> = {
  vendor: endpoints.getVendorProfile,
  verification: endpoints.getVerificationResult,
  document: endpoints.getDocumentResult,
};

/** @param settings read for each request @param keep takes answers that could not be read whole; null to keep nothing */
export function createServiceClient(
  transport: Transport,
  clock: Clock,
  settings: () => ServiceInterface,
  answers: AnswerJudge,
  keep: KeepAnswer | null = null,
) {
  const readMs = () => settings().readTimeoutS * 1000;
  const probeMs = () => Math.min(readMs(), maxProbeMs);
  const ask = (
    endpoint: Pick<TransportRequest, 'method' | 'path'>,
    token: string | null,
    waitMs = readMs(),
  ) => transport.exchange({ ...endpoint, token, body: null, headers: {}, waitMs });
  async function get<T extends z.ZodObject>(kind: AskedFor, id: string, resource: T, token: string) {
    const exchange = await ask(resultEndpoints[kind](id), token);
    const read = await answers.answer(kind, resource, exchange, settings(), clock.wall());
    const answer = kind === 'vendor' ? ofAnother(id, read) : read;
    // The text of an answer that was read is kept with the reading.
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
    probe: (): Promise<Exchange> => ask({ method: 'HEAD', path: '/' }, null, probeMs()),
    /** Asks for a result that cannot exist; only the service itself answers that as a service does. */
    probeService: (token: string | null): Promise<Exchange> =>
      ask(endpoints.getVerificationResult(nilId), token),
    /** The same with the wait of a probe, and read. */
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

/** A key as a structured-field string (RFC 9651, 3.3.3); its hash where a header cannot hold it. */
function idempotencyHeader(key: string): string {
  const fits = /^[\x20-\x7e]{1,200}$/.test(key);
  const sent = fits ? key : createHash('sha256').update(key).digest('hex');
  return `"${sent.replaceAll(/["\\]/g, '\\$&')}"`;
}
