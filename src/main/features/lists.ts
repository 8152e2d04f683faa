import { createListFilters } from '../store/list-filters.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';

export function listHandlers({ db }: Workspace): Handlers<CallsOf<'lists'>> {
  const filters = createListFilters(db);
  return {
    'lists.values': ({ list, column }) => done(filters.values(list, column)),
  };
}
