import type { WindowRequest } from '#shared/ipc/desktop.ts';

export type WindowRequests = ReturnType<typeof createWindowRequests>;

function needsWorkspace(request: WindowRequest): boolean {
  switch (request.kind) {
    case 'place':
    case 'link':
    case 'search':
      return true;
    case 'help':
    case 'shortcuts':
    case 'diagnostics':
    case 'about':
      return false;
  }
}

/** A link may come before there is a window, and a window may be drawn again; so a request is fetched, not pushed. */
export function createWindowRequests(workspaceIsOpen: () => boolean, tell: () => void) {
  let asked: WindowRequest | null = null;
  return {
    /** Replaces an earlier request that is not done yet: a person waits for one thing at a time. */
    ask(request: WindowRequest): void {
      asked = request;
      tell();
    },
    /** Hands out what was asked, once. What needs an open workspace is kept until one is open. */
    take(): WindowRequest | null {
      if (asked === null || (needsWorkspace(asked) && !workspaceIsOpen())) return null;
      const taken = asked;
      asked = null;
      return taken;
    },
  };
}
