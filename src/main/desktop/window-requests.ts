import type { WindowRequest } from '#shared/ipc/desktop.ts';

export type WindowRequests = ReturnType<typeof createWindowRequests>;

const needWorkspace: ReadonlySet<WindowRequest['kind']> = new Set(['place', 'link', 'search']);

/** The window fetches requests: a link may come before there is a window. */
export function createWindowRequests(workspaceIsOpen: () => boolean, onAsked: () => void) {
  let asked: WindowRequest | null = null;
  return {
    /** Replaces an earlier request. */
    ask(request: WindowRequest): void {
      asked = request;
      onAsked();
    },
    /** Returns a request once; one that needs a workspace waits until one is open. */
    take(): WindowRequest | null {
      if (asked === null || (needWorkspace.has(asked.kind) && !workspaceIsOpen())) return null;
      const taken = asked;
      asked = null;
      return taken;
    },
  };
}
