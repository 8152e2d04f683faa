import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { readWeek } from '../workspace/week.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What changed in a week. */
export function weekHandlers(workspace: Workspace): Handlers<CallsOf<'week'>> {
  return {
    'week.get': (question) => {
      workspace.onboarding.catchUp();
      return done(readWeek(workspace, question));
    },
  };
}
