import type { Workspace } from '../workspace/workspace.ts';
import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';

export function listHandlers({ listFilters }: Workspace): Handlers<CallsOf<'lists'>> {
  return {
    'lists.values': ({ list, column }) => done(listFilters.values(list, column)),
  };
}
