import type { MessageTemplate } from '#shared/ipc/templates.ts';
import { useLive, type LiveHandle } from '../../stores/live.ts';

/** The message templates of the workspace, by name, also as they change in another window. */
export function useTemplates(): LiveHandle<MessageTemplate[]> {
  return useLive('templates.list', null, [{ event: 'templates.changed', id: null }]);
}
