import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';
import { keyHeader, sessionPath, sessionSecrets, type SessionSecrets } from './session-exchange.ts';

// A page's own half of a session. It is kept in sessionStorage, which knows ports, survives a reload and belongs to one tab;
// pages of the same origin hand it to each other, so that a link opened in a new tab leads on.

const storageKey = 'gangway-session';
const heard = z.union([z.object({ session: sessionSecrets }), z.object({ asks: z.literal(true) })]);
const channel = new BroadcastChannel('gangway-session');

/** The secrets that this tab has; null where it was never signed in. */
export const storedSession = (): SessionSecrets | null =>
  readJson(sessionStorage.getItem(storageKey) ?? '', sessionSecrets)?.value ?? null;

export function storeSession(session: SessionSecrets): void {
  sessionStorage.setItem(storageKey, JSON.stringify(session));
}

/** Uses the key in the page's address up, if there is one, and takes it out of the address. Null where it opens nothing. */
export async function signInByAddress(): Promise<SessionSecrets | null> {
  const address = new URL(location.href);
  const key = address.searchParams.get('key');
  if (key === null) return null;
  address.searchParams.delete('key');
  history.replaceState(history.state, '', address);
  try {
    const answer = await fetch(sessionPath, { method: 'POST', headers: { [keyHeader]: key } });
    return answer.ok ? sessionSecrets.parse(await answer.json()) : null;
  } catch {
    // The host is gone; the connection finds that out as well.
    return null;
  }
}

export function askOtherPages(): void {
  channel.postMessage({ asks: true });
}

export function tellOtherPages(session: SessionSecrets): void {
  channel.postMessage({ session });
}

/** Follows other pages of this host. @param working this page's session while connected; null otherwise */
export function followOtherPages(
  working: () => SessionSecrets | null,
  onSession: (session: SessionSecrets) => void,
): void {
  channel.addEventListener('message', (message: MessageEvent<unknown>) => {
    const said = heard.safeParse(message.data);
    if (!said.success) return;
    if ('session' in said.data) {
      if (working() === null) onSession(said.data.session);
      return;
    }
    const session = working();
    if (session !== null) tellOtherPages(session);
  });
}
