import type { CallError } from '#shared/ipc/call.ts';
import type { CallInput } from '#shared/ipc/contract.ts';
import { useAction } from '../../stores/action.ts';
import { adoptWorkspace } from '../../stores/session.ts';

/** Changes settings of the open workspace; what could not be saved is handed back for its place. */
export function useChangeSettings(): {
  change: (part: CallInput<'workspaces.updateSettings'>) => Promise<boolean>;
  pending: boolean;
  error: CallError | null;
} {
  const update = useAction('workspaces.updateSettings', adoptWorkspace);
  return {
    pending: update.pending,
    error: update.error,
    async change(part) {
      const { ok } = await update.run(part);
      return ok;
    },
  };
}
