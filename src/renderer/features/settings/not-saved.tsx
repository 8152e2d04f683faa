import type { CallError } from '#shared/ipc/call.ts';
import { Problem } from '../../components/problem.tsx';

/** What could not be saved, where it was set. Nothing is drawn where all is well. */
export function NotSaved({ error }: { error: CallError | null }) {
  return <Problem title="This was not saved." error={error} />;
}
