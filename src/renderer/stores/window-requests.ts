import type { WindowRequest } from '#shared/ipc/desktop.ts';
import { targetOfLink, type LinkTarget } from '#shared/service/app-link.ts';
import { call, on } from '../bridge.ts';
import { pressShortcut, shortcutKeys } from '../shortcuts.ts';
import { navigate } from './navigation.ts';
import { openHelp, openDialog } from './help.ts';

/** Goes to what a link names, or opens a prefilled form: a link alone makes no request. */
async function followLink(target: LinkTarget): Promise<void> {
  switch (target.kind) {
    case 'vendor': {
      const kept = await call('vendors.get', { vendorId: target.vendorId });
      if (kept.ok && kept.value === null)
        navigate({ screen: 'vendors', query: { 'look-up': target.vendorId } });
      else navigate({ screen: 'vendors', path: [target.vendorId] });
      return;
    }
    case 'document': {
      const kept = await call('documents.get', { jobId: target.jobId });
      const unknown = !kept.ok && kept.error.code === 'not_found';
      if (unknown) navigate({ screen: 'documents', path: ['add'], query: { ids: target.jobId } });
      else navigate({ screen: 'documents', path: [target.jobId] });
    }
  }
}

async function act(request: WindowRequest): Promise<void> {
  switch (request.kind) {
    case 'place':
      navigate(request.place);
      return;
    case 'link':
      await followLink(request.target);
      return;
    case 'search':
      pressShortcut(shortcutKeys.search);
      return;
    case 'help':
      pressShortcut(shortcutKeys.help);
      return;
    case 'shortcuts':
      openHelp('shortcuts');
      return;
    case 'diagnostics':
    case 'about':
      openDialog(request.kind);
  }
}

/** The link that the page was opened with in a browser, as `#gangway://vendor/48213`; taken out of the address. */
function takeLinkOfAddress(): LinkTarget | null {
  const text = window.location.hash.slice(1);
  if (!text.toLowerCase().startsWith('gangway:')) return null;
  window.history.replaceState(window.history.state, '', '#/today');
  return targetOfLink(text);
}

/** Does what menus, links and the dock ask of this window, now and later; returns the function that stops it. */
export function followWindowRequests(canGoAnywhere: boolean): () => void {
  async function take(): Promise<void> {
    const result = await call('desktop.takeRequest', null);
    if (result.ok && result.value !== null) await act(result.value);
  }
  function followAddress(): void {
    const target = takeLinkOfAddress();
    if (target !== null) void followLink(target);
  }
  const stop = on('desktop.asked', () => void take());
  void take();
  if (!canGoAnywhere) return stop;
  followAddress();
  window.addEventListener('hashchange', followAddress);
  return () => {
    stop();
    window.removeEventListener('hashchange', followAddress);
  };
}

/** Passes on when the system says that the network came or went; returns the function that stops it. */
export function followNetwork(): () => void {
  const tell = () => void call('desktop.networkChanged', { online: window.navigator.onLine });
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}
