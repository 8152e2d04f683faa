import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import type { Answered } from './answering-service.ts';
import type { Customs } from './customs.ts';
import type { Handed } from './ledger.ts';
import type { Meaning } from './meaning.ts';

const unsent: readonly EntryState[] = ['queued', 'waiting'];

/** The states that an entry may be in, by what the service last answered and what the person did since; the rules say no more. */
export function expectedStates(
  { kind, deeds }: Handed,
  answers: readonly Answered[],
  customs: Customs,
): readonly EntryState[] {
  const deed = deeds.at(-1);
  if (deed !== undefined && deed.afterAnswers >= answers.length) {
    switch (deed.what) {
      case 'send_again':
      case 'retry_now':
        return unsent;
      case 'mark_as_sent':
        return ['accepted'];
      case 'cancel':
      case 'correct':
        return ['cancelled'];
    }
  }
  const last = answers.at(-1);
  if (last === undefined) return unsent;
  const mayRepeat = customs.honoursKey || (kind === 'verification' && customs.harmless);
  const { meaning, status: code } = last.way;
  // After a POST these usually lead to what came of it.
  const points = meaning === 'redirect' && code !== 307 && code !== 308;
  const states: readonly EntryState[] = points ? ['in_doubt'] : statesAfter(meaning, kind, mayRepeat);
  const success = last.way.status >= 200 && last.way.status < 300;
  const doubtful = success && last.way.doubtful ? statesAfter('unreadable', kind, mayRepeat) : [];
  // A body that cannot be read tells nobody that the token is invalid.
  const { status, headers } = last.way;
  const inBody = (status === 400 || status === 403) && headers['www-authenticate'] === undefined;
  const unread: readonly EntryState[] = inBody && last.way.doubtful ? ['rejected'] : [];
  // Where the answer may not have arrived, the app may have seen none.
  const missed = last.arrived === 'unsure' ? statesAfter('silence', kind, mayRepeat) : [];
  return [...states, ...doubtful, ...missed, ...unread];
}

function statesAfter(meaning: Meaning, kind: EntryKind, mayRepeat: boolean): readonly EntryState[] {
  const doubt: readonly EntryState[] = mayRepeat ? ['in_doubt', ...unsent] : ['in_doubt'];
  switch (meaning) {
    case 'result':
      return ['accepted'];
    case 'no_id':
      return doubt;
    case 'empty':
      return kind === 'invite' ? ['accepted'] : doubt;
    case 'unclear':
      return ['in_doubt'];
    case 'strange':
    case 'unreadable':
    case 'page':
    case 'trouble':
    case 'silence':
      return doubt;
    case 'failure':
    case 'refused':
    case 'unknown_id':
      return ['rejected'];
    case 'token':
      return ['queued'];
    case 'busy':
    case 'redirect':
    case 'portal':
      return unsent;
  }
}
