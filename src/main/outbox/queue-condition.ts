import type { TokenUnavailableReason } from '#shared/ipc/app.ts';
import type { QueueCondition } from '#shared/outbox/outbox.ts';
import type { TroubleCondition } from './service-trouble.ts';

/** The facts that decide whether anything is sent now. */
export interface QueueFacts {
  readonly workOffline: boolean;
  readonly paused: boolean;
  readonly hasToken: boolean;
  readonly tokenUnavailableReason: TokenUnavailableReason | null;
  readonly tokenRefused: boolean;
  /** Since when, and why, the service cannot be reached; null while it can or nothing is known. */
  readonly lost: { since: number; detail: string } | null;
  readonly trouble: TroubleCondition | null;
  /** Whether anything has answered since the start. */
  readonly hasAnswered: boolean;
  /** Something went out and nothing came back; until it is known whether anything does, no more is put at risk. */
  readonly inSuspense: boolean;
  /** It is not known whether the stored data is sound. */
  readonly isDataUnchecked: boolean;
  /** Why nothing can be written down; null where it can. */
  readonly cannotSave: string | null;
}

export function toQueueCondition(facts: QueueFacts): QueueCondition {
  if (facts.cannotSave !== null) return { kind: 'cannot_save', detail: facts.cannotSave };
  const current = toSendingCondition(facts);
  const free = current.kind === 'online' || current.kind === 'connecting';
  return free && facts.isDataUnchecked ? { kind: 'checking_data' } : current;
}

/** The condition of sending, apart from whether outcomes can be saved. */
function toSendingCondition(facts: QueueFacts): QueueCondition {
  if (facts.workOffline) return { kind: 'working_offline' };
  if (facts.paused) return { kind: 'paused' };
  if (!facts.hasToken) return { kind: 'signed_out', reason: getReason(facts.tokenUnavailableReason) };
  if (facts.tokenRefused) return { kind: 'signed_out', reason: 'refused' };
  const { lost } = facts;
  if (lost !== null) return { kind: 'offline', since: lost.since, detail: lost.detail };
  return facts.trouble ?? { kind: facts.hasAnswered && !facts.inSuspense ? 'online' : 'connecting' };
}

/** A token that was removed or is in another keychain does not come back automatically. */
const getReason = (away: TokenUnavailableReason | null): 'no_token' | 'keychain' =>
  away === null || away === 'changed' || away === 'removed' ? 'no_token' : 'keychain';

/** Whether work goes on although the service points elsewhere: it may do so for one thing alone. */
export const isPassable = (condition: QueueCondition): boolean =>
  condition.kind === 'redirected' && condition.until === null;

/** Whether reading from the service makes sense now. */
export function isReadable(facts: QueueFacts): boolean {
  if (facts.cannotSave !== null) return false;
  const current = toSendingCondition(facts);
  return current.kind === 'online' || current.kind === 'connecting' || isPassable(current);
}

export interface ClaimFacts {
  /** How many requests may be under way at once by what the service said so far. */
  allowed(): number;
  /** One entry may go although nothing is known to answer: its outcome shows whether anything does. */
  trial: boolean;
  inFlight: number;
  finished: number;
  /** How many of these are written down along with the claims. */
  settling: number;
}

/** How many entries may be claimed now. */
export function roomForClaims(facts: QueueFacts, claims: ClaimFacts): number {
  if (facts.inSuspense || facts.isDataUnchecked) return 0;
  const allowed = allowedNow(facts, claims);
  if (allowed <= 0) return 0;
  const room = allowed - claims.inFlight + claims.settling;
  if (facts.cannotSave === null) return room;
  // Settling first shows whether saving works again; a claim, which is sent only once it is committed, shows it too.
  return claims.finished > 0 ? 0 : Math.min(room, 1);
}

function allowedNow(facts: QueueFacts, claims: ClaimFacts): number {
  const { kind } = toSendingCondition(facts);
  switch (kind) {
    case 'online':
    case 'connecting':
    case 'redirected':
    case 'busy':
    case 'server_trouble':
      return claims.allowed();
    case 'offline':
      return claims.trial ? Math.min(claims.allowed(), 1) : 0;
    case 'cannot_save':
    case 'checking_data':
    case 'signed_out':
    case 'paused':
    case 'working_offline':
      return 0;
  }
}
