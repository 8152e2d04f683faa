import { create } from 'zustand';
import { screenIds, type ScreenId } from '#shared/settings/place.ts';

export type { ScreenId };

export interface Route {
  screen: ScreenId;
  /** Below the screen: an id, or a word such as `new` or `import`. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
}

/** A route as given to `navigate`; what is left out is empty. */
export interface RouteTarget {
  screen: ScreenId;
  path?: readonly string[];
  query?: Readonly<Record<string, string>>;
}

export const requirementsPlace: RouteTarget = { screen: 'vendors', path: ['requirements'] };

/** What screens below the list of vendors name as their parent. */
export const vendorsParent = { label: 'Vendors', target: { screen: 'vendors' } } as const;

interface NavigationStore {
  route: Route;
  /** The position in this window's history, for Back and Forward. */
  position: number;
  last: number;
}

const isScreen = (word: string | undefined): word is ScreenId => screenIds.some((id) => id === word);

/** Reads a location hash such as `#/invites/123?tab=needs_you`; an unknown screen leads to Today. */
export function readHash(hash: string): Route {
  const [place = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [named, ...path] = place
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  // Vendors were in a second list of that name.
  const screen = named === 'onboarding' ? 'vendors' : named;
  if (!isScreen(screen)) return { screen: 'today', path: [], query: {} };
  return { screen, path, query: Object.fromEntries(new URLSearchParams(search)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function writeHash(target: RouteTarget): string {
  const path = [target.screen, ...(target.path ?? [])].map(encodeURIComponent).join('/');
  const query = new URLSearchParams(target.query).toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

export const useNavigation = create<NavigationStore>(() => ({
  route: readHash(window.location.hash),
  position: 0,
  last: 0,
}));

export const useRoute = (): Route => useNavigation((store) => store.route);

/** Delay before the window's address follows the place, in milliseconds. */
const rest = 300;

/** Entries not written to the window's history yet, in order. */
let unwritten: { hash: string; at: number; replace: boolean }[] = [];
/** The window's address when the first of these was gone to. */
let addressBefore = '';
let pending: ReturnType<typeof setTimeout> | undefined;

function writeAddress(): void {
  clearTimeout(pending);
  const entries = unwritten;
  unwritten = [];
  for (const { hash, at, replace } of entries) {
    if (replace) window.history.replaceState(at, '', hash);
    else window.history.pushState(at, '', hash);
  }
}

/**
 * Goes to a place. `replace` changes the present entry of the history instead of adding one, as for a filter. With
 * `addressLater` the window's address follows when the place has stayed the same for a moment: for what has to be on the
 * screen within a few frames, since a browser spends longer on writing an address than the screen on showing the place.
 */
export function navigate(target: RouteTarget, replace = false, addressLater = false): void {
  const hash = writeHash(target);
  const { route, position, last } = useNavigation.getState();
  if (hash === writeHash(route)) return;
  const at = replace ? position : position + 1;
  if (unwritten.length === 0) addressBefore = window.location.hash;
  const before = replace ? unwritten.pop() : undefined;
  unwritten.push({ hash, at, replace: before?.replace ?? replace });
  clearTimeout(pending);
  if (addressLater) pending = setTimeout(writeAddress, rest);
  else writeAddress();
  useNavigation.setState({ route: readHash(hash), position: at, last: replace ? last : at });
}

/** Changes parts of the current query in place; null removes one. `addressLater` as with {@link navigate}. */
export function changeQuery(change: Readonly<Record<string, string | null>>, addressLater = false): void {
  const { route } = useNavigation.getState();
  const parts = Object.entries({ ...route.query, ...change });
  const query = Object.fromEntries(parts.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  navigate({ ...route, query }, true, addressLater);
}

export function openSignIn(): void {
  const { route } = useNavigation.getState();
  navigate({ ...route, query: { ...route.query, 'sign-in': 'open' } });
}

export function goBack(): void {
  writeAddress();
  window.history.back();
}

export function goForward(): void {
  writeAddress();
  window.history.forward();
}

/** Follows the window's own history, and links that change the hash; returns the function that stops it. */
export function followNavigation(): () => void {
  function adopt(): void {
    // The window tells of a change late, perhaps of the one before the place was gone to.
    if (unwritten.length > 0 && window.location.hash === addressBefore) return;
    // After the window's own buttons or a link, these entries no longer apply.
    clearTimeout(pending);
    unwritten = [];
    const state: unknown = window.history.state;
    const { position, last } = useNavigation.getState();
    const known = typeof state === 'number';
    const at = known ? state : position + 1;
    if (!known) window.history.replaceState(at, '');
    useNavigation.setState({
      route: readHash(window.location.hash),
      position: at,
      last: known ? Math.max(last, at) : at,
    });
  }
  if (typeof window.history.state !== 'number') window.history.replaceState(0, '');
  window.addEventListener('popstate', adopt);
  window.addEventListener('pagehide', writeAddress);
  // Somebody may have gone to a place by now.
  writeAddress();
  // An address opened between the page's first look at it and now would be lost otherwise.
  useNavigation.setState({ route: readHash(window.location.hash) });
  return () => {
    window.removeEventListener('popstate', adopt);
    window.removeEventListener('pagehide', writeAddress);
    writeAddress();
  };
}
