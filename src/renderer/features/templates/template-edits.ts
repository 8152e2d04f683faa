import { create } from 'zustand';

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
export function editKey(workspaceId: string, id: string): string {
  return `${workspaceId} ${id}`;
}

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

/** The ids of templates of a workspace that something was typed into. */
export function editedIds(byTemplate: TemplateEdits['byTemplate'], workspaceId: string): string[] {
  const start = editKey(workspaceId, '');
  return Object.keys(byTemplate)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
}
