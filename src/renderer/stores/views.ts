import { maxViews, type ListName, type SavedView } from '#shared/settings/lists.ts';
import { call } from '../bridge.ts';
import { useAction } from './action.ts';
import { withList } from './columns.ts';
import { navigate, useNavigation } from './navigation.ts';
import { adoptWorkspace, startNow, useWorkspace } from './session.ts';
import { tellDone } from './undo.ts';

export type SavedViews = ReturnType<typeof useViews>;

const none: readonly SavedView[] = [];

function same(one: object, other: object): boolean {
  const sorted = (value: object) =>
    JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** What of a place's query is how a list is shown, and not what of it is open. */
function shownQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  const { kind: _openKind, 'look-up': _lookUp, ...shown } = query;
  return shown;
}

/** Puts a deleted view back in its place among the views that there are by now; says what came of it. */
async function restoreView(list: ListName, view: SavedView, index: number): Promise<string> {
  const kept = startNow()?.workspace?.settings.views;
  if (kept === undefined) return 'Nothing was undone. The workspace is closed.';
  const views = kept[list] ?? none;
  if (views.some(({ name }) => name === view.name))
    return `Nothing was undone. Another view is now named “${view.name}”.`;
  if (views.length >= maxViews) return 'Nothing was undone. You have the maximum number of views.';
  const result = await call('workspaces.updateSettings', {
    views: withList(kept, list, views.toSpliced(index, 0, view)),
  });
  if (!result.ok) return `Nothing was undone. ${result.error.message}`;
  adoptWorkspace(result.value);
  return `View “${view.name}” is back.`;
}

/** The saved views of a list. The list is the one that is on the screen. */
export function useViews(list: ListName) {
  const { settings } = useWorkspace();
  const { views: kept, columns, columnWidths } = settings;
  const query = useNavigation((store) => store.route.query);
  const { run, error } = useAction('workspaces.updateSettings', adoptWorkspace);
  const views = kept[list] ?? none;
  const now = { query: shownQuery(query), columns: columns[list] ?? null, widths: columnWidths[list] ?? {} };

  async function keep(change: Parameters<typeof run>[0]): Promise<string | null> {
    const result = await run(change);
    return result.ok ? null : result.error.message;
  }
  const keepViews = (next: readonly SavedView[]) => keep({ views: withList(kept, list, [...next]) });

  return {
    views,
    /** The view that the list is shown in; null if it differs from each of them. */
    current:
      views.find(
        (view) =>
          same(view.query, now.query) &&
          same(view.widths, now.widths) &&
          JSON.stringify(view.columns) === JSON.stringify(now.columns),
      ) ?? null,
    full: views.length >= maxViews,
    open(view: SavedView) {
      void keep({
        columns: withList(columns, list, view.columns),
        columnWidths: withList(columnWidths, list, view.widths),
      });
      navigate({ screen: list, query: view.query });
    },
    /** Saves the list as it is shown, in place of a view of that name. Returns a problem or null. */
    save(name: string) {
      const before = views.find((view) => view.name === name.trim());
      const view = { ...now, id: before?.id ?? crypto.randomUUID(), name: name.trim() };
      return keepViews(
        before === undefined ? [...views, view] : views.map((one) => (one === before ? view : one)),
      );
    },
    rename: (id: string, name: string) =>
      keepViews(views.map((view) => (view.id === id ? { ...view, name: name.trim() } : view))),
    async remove(id: string) {
      const index = views.findIndex((view) => view.id === id);
      const view = views[index];
      if (view === undefined) return null;
      const problem = await keepViews(views.toSpliced(index, 1));
      if (problem === null) tellDone(`View “${view.name}” deleted`, () => restoreView(list, view, index));
      return problem;
    },
    error,
  };
}
