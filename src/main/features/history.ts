import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What happened with a vendor. */
export function historyHandlers({ onboarding, vendorHistory }: Workspace): Handlers<CallsOf<'history'>> {
  return {
    'history.page': ({ subject, kind, after, limit }) => {
      const query = { subject: onboarding.resolve(subject), kind };
      return done(vendorHistory.page(query, after, limit, onboarding.nameRequirements));
    },
  };
}
