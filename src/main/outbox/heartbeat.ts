import { toServiceSign, type ReadAnswer } from '../service-client/answer.ts';
import type { ServiceSign } from '../service-client/service-sign.ts';

/** The finding of a request that only checks whether the service is well. */
export type Heartbeat =
  | { kind: 'well' }
  /** `waitMs`: for how long it wants to be asked nothing; 0 where it does not say. */
  | { kind: 'trouble'; status: number; waitMs: number }
  | { kind: 'unanswered' }
  | Extract<ServiceSign, { kind: 'unreachable' | 'unexpected_responder' | 'redirected' | 'token_refused' }>;

/** 500 and 501 are the service's own; other errors are its gateway's, or ask for patience. */
export function toHeartbeat(answer: ReadAnswer<unknown>): Heartbeat {
  if (answer.kind === 'busy') return { ...answer, kind: 'trouble', waitMs: answer.waitMs ?? 0 };
  if (answer.kind === 'trouble' && answer.status > 501) return { ...answer, waitMs: 0 };
  const sign = toServiceSign(answer);
  switch (sign.kind) {
    case 'healthy':
    case 'trouble':
    case 'busy':
      return { kind: 'well' };
    case 'no_answer':
      return { kind: 'unanswered' };
    case 'unreachable':
    case 'unexpected_responder':
    case 'redirected':
    case 'token_refused':
      return sign;
  }
}
