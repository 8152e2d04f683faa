import type { RowChip } from '../base/tone.ts';
import { findObstacle, wantsProxySignIn } from './network-messages.ts';
import type { QueueCondition } from '../outbox/outbox.ts';
import type { TimeWriter } from './sentences.ts';

/** The chip of an entry that only this stops, and its sentences. */
export interface QueueHold extends Omit<RowChip, 'sentence'> {
  what: string;
  /** Ends "It will send …". No full stop. */
  until: string;
  /** What the next attempt waits for, in a cell; null for a time. */
  next: string | null;
  /** Nothing is sent before this time; null where it is not known. */
  notBefore: number | null;
}

export const saysNoNetwork = (detail: string): boolean =>
  ['ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(detail);

/** What holds the whole queue; null where entries are sent in turn. */
export function queueHold(condition: QueueCondition, time: TimeWriter): QueueHold | null {
  switch (condition.kind) {
    case 'connecting':
    case 'online':
      return null;
    case 'offline':
      return unreachable(condition.detail);
    case 'working_offline':
      return {
        ...quiet('cloud-off', 'Waiting: working offline', 'When you go online'),
        what: 'You’re working offline.',
        until: 'when you turn off Work offline',
      };
    case 'paused':
      return {
        ...quiet('pause', 'Paused', 'When resumed'),
        what: 'The outbox is paused.',
        until: 'when you resume the outbox',
      };
    case 'signed_out': {
      const look = {
        ...quiet('lock', 'Waiting for sign-in', 'When signed in'),
        tone: 'cau',
        filled: true,
      } as const;
      return { ...look, ...signedOut(condition.reason) };
    }
    case 'cannot_save':
      return {
        ...quiet('octagon-x', 'Waiting: can’t save', 'When it can be saved'),
        what: 'Gangway cannot save its queue now, so it sends nothing. Nothing already queued is lost.',
        until: 'when Gangway can save its queue again',
      };
    case 'checking_data':
      return {
        ...quiet('timer', 'Waiting: checking data', 'When checked'),
        what: 'Gangway did not close properly, so it checks its data before it sends anything.',
        until: 'when Gangway has checked its data',
      };
    case 'busy':
      return {
        ...quiet('timer', 'Service is busy'),
        what: 'The service is busy and asked Gangway to wait.',
        ...from(condition.until, time),
      };
    case 'server_trouble':
      return {
        ...quiet('timer', 'Service has trouble'),
        what: 'The service has trouble, so Gangway waits before it tries again.',
        ...from(condition.until, time),
      };
    case 'redirected': {
      // Without a time, other entries are still sent.
      if (condition.until === null) return null;
      const isSignIn = condition.location === null;
      return {
        ...quiet('timer', isSignIn ? 'Network sign-in' : 'Service points elsewhere'),
        what: isSignIn
          ? 'The network replied instead of the service. Sign in to the Wi-Fi first.'
          : 'The service points to another address, which Gangway does not follow with your token.',
        ...from(condition.until, time),
      };
    }
  }
}

/** The label of a queueing button, the same online and offline. @param label where it is sent in turn */
export function queueButton(condition: QueueCondition, verb: 'Send' | 'Submit', label: string): string {
  const { kind } = condition;
  if (kind === 'offline' || kind === 'working_offline') return `${verb} when online`;
  return kind === 'signed_out' || kind === 'paused' || kind === 'cannot_save' ? `${verb} later` : label;
}

export function savedSentence(condition: QueueCondition, time: TimeWriter): string {
  const hold = queueHold(condition, time);
  return hold === null ? 'Saved. It will send shortly.' : `Saved. It will send ${hold.until}.`;
}

export function queuedLaterSentence(condition: QueueCondition, time: TimeWriter): string | null {
  const hold = queueHold(condition, time);
  return hold === null ? null : `${hold.what} This will send ${hold.until}.`;
}

function quiet(
  icon: RowChip['icon'],
  word: string,
  next: string | null = null,
): Omit<QueueHold, 'what' | 'until'> {
  return { icon, word, next, tone: 'neu', filled: false, notBefore: null };
}

const from = (until: number, time: TimeWriter): Pick<QueueHold, 'until' | 'notBefore'> => ({
  until: `after ${time(until)}, when the service answers`,
  notBefore: until,
});

function unreachable(detail: string): QueueHold {
  if (saysNoNetwork(detail)) {
    return {
      ...quiet('cloud-off', 'Waiting for network', 'When back'),
      what: 'You’re offline.',
      until: 'when you’re back online',
    };
  }
  const obstacle = findObstacle(detail);
  return {
    ...quiet('cloud-off', 'Waiting for service', 'When reached'),
    what: obstacle?.sentence ?? 'The service can’t be reached.',
    until: wantsProxySignIn(obstacle)
      ? 'when you have signed in to the proxy'
      : 'when the service can be reached',
  };
}

type SignedOutReason = Extract<QueueCondition, { kind: 'signed_out' }>['reason'];

const signedOutWords: Record<SignedOutReason, string> = {
  refused: 'The service did not accept the token.',
  no_token: 'You’re signed out.',
  keychain: 'Gangway can’t get the token from the keychain now.',
};

function signedOut(reason: SignedOutReason): Pick<QueueHold, 'what' | 'until'> {
  const inKeychain = reason === 'keychain';
  const until = `when ${inKeychain ? 'the keychain provides it, or when ' : ''}you sign in`;
  return { what: signedOutWords[reason], until };
}
