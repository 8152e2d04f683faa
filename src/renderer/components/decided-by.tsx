import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { useStart } from '../stores/session.ts';
import { TimeText } from './time-text.tsx';

/** What the person who works here is called, or was before Gangway knew the name. */
export function useOwnNames(): readonly (string | null)[] {
  const { account, settings } = useStart();
  return [account, settings.personName];
}

/** Who decided, to be said after the word for the decision: by name, where it is somebody else. */
export function byWhom(by: string | null, own: readonly (string | null)[]): string {
  if (by === null) return ', no name recorded';
  return own.includes(by) ? ' by you' : ` by ${by}`;
}

/** Who decided and when, after the decision. Other people's decisions show their names; early ones have none. */
export function DecidedBy({ decision }: { decision: NonNullable<VerificationRow['decision']> }) {
  const own = useOwnNames();
  return (
    <>
      {byWhom(decision.by, own)}, <TimeText at={decision.at} form="detail" />
    </>
  );
}
