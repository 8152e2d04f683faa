import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { useStart } from '../stores/session.ts';
import { TimeText } from './time-text.tsx';

/** Who decided, to be said after the word for the decision: the account's name, where it is not the one that looks at it now. */
export function byWhom(by: string | null, account: string | null): string {
  if (by === null) return ', not noted by whom';
  return by === account ? ' by you' : ` by ${by}`;
}

/**
 * Who decided and when, after the word for the decision. A workspace that came from another computer, or that is used under
 * another account, holds decisions of others: those are told with the account's name. Older ones were kept without a name.
 */
export function DecidedBy({ decision }: { decision: NonNullable<VerificationRow['decision']> }) {
  const { account } = useStart();
  return (
    <>
      {byWhom(decision.by, account)}, <TimeText at={decision.at} form="detail" />
    </>
  );
}
