import type { RouteTarget } from '../../stores/navigation.ts';
import { useLive } from '../../stores/live.ts';
import { create } from 'zustand';

type Query = Readonly<Record<string, string>>;

/** Where the templates can be opened from, beside the invites. */
export type TemplatesFrom = 'new' | 'import' | 'settings';

/** What an address says of the place that the templates were opened from: there is the way back. */
export const openedFrom = (
  from: TemplatesFrom,
  { replaces, reminds }: Query = {},
): Record<string, string> => ({
  from,
  ...(from === 'new' && replaces !== undefined ? { replaces } : {}),
  ...(from === 'new' && reminds !== undefined ? { reminds } : {}),
});

export const templatesPlace = (query: Query, id?: string): RouteTarget => ({
  screen: 'invites',
  path: id === undefined ? ['templates'] : ['templates', id],
  query,
});

export function placeBefore({ from, ...rest }: Query): { label: string; target: RouteTarget } {
  switch (from) {
    case 'new':
      return { label: 'Invite a vendor', target: { screen: 'invites', path: ['new'], query: rest } };
    case 'import':
      return { label: 'Import list', target: { screen: 'invites', path: ['import'] } };
    case 'settings':
      return { label: 'Settings', target: { screen: 'settings' } };
    default:
      return { label: 'Invites', target: { screen: 'invites' } };
  }
}

/** The message templates of the workspace, by name, also as they change in another window. */
export const useTemplates = () => useLive('templates.list', null, ['templates.changed']);

export interface TemplateValues {
  name: string;
  text: string;
}

interface TemplateEdits {
  /** What was typed and not saved yet, by workspace and template. */
  byTemplate: Readonly<Record<string, TemplateValues>>;
  keep: (workspaceId: string, id: string, values: TemplateValues) => void;
  drop: (workspaceId: string, id: string) => void;
}

/** Names what was typed into a template of a workspace. */
export const editKey = (workspaceId: string, id: string): string => `${workspaceId} ${id}`;

/** What was typed into templates and not saved, for as long as this window is open. */
export const useTemplateEdits = create<TemplateEdits>((set) => ({
  byTemplate: {},
  keep: (workspaceId, id, values) =>
    set(({ byTemplate }) => ({ byTemplate: { ...byTemplate, [editKey(workspaceId, id)]: values } })),
  drop: (workspaceId, id) =>
    set(({ byTemplate }) => {
      const { [editKey(workspaceId, id)]: _dropped, ...others } = byTemplate;
      return { byTemplate: others };
    }),
}));

export function editedIds(byTemplate: TemplateEdits['byTemplate'], workspaceId: string): string[] {
  const start = editKey(workspaceId, '');
  return Object.keys(byTemplate)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
}
