import { create } from 'zustand';
import type { AppStart, KeychainStatus, OpenWorkspace } from '#shared/ipc/app.ts';
import type { CallError } from '#shared/ipc/call.ts';
import type { ServiceObservations } from '#shared/settings/observations.ts';
import type { AppSettings } from '#shared/settings/app-settings.ts';
import { getKeys, type ShortcutChanges } from '#shared/settings/shortcut-keys.ts';
import type { StatusWords } from '#shared/settings/status.ts';
import { createCalendar, fromDayNumber } from '#shared/base/dates.ts';
import { call, on } from '../bridge.ts';
import { useNow } from '../time.ts';
import { useMemo } from 'react';
import { scoreScales, type ScoreScales } from '#shared/service/score.ts';
import { dateRule, type DateRule } from '#shared/service/service-dates.ts';
import { absoluteAddress } from '#shared/base/base-url.ts';

/** Where the start stands: being asked, refused with a reason, or here. */
type SessionState =
  | { kind: 'starting' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'ready'; start: AppStart };

interface SessionStore {
  session: SessionState;
  load: () => Promise<void>;
}

/** What this computer and the open workspace are: version, host, keychain, settings, workspaces. */
export const useSession = create<SessionStore>((set) => ({
  session: { kind: 'starting' },
  async load() {
    const result = await call('app.start', null);
    set({
      session: result.ok ? { kind: 'ready', start: result.value } : { kind: 'failed', error: result.error },
    });
  },
}));

const toStart = ({ session }: SessionStore) => (session.kind === 'ready' ? session.start : null);

/** The start's facts as they are now; null before they are there. */
export const startNow = (): AppStart | null => toStart(useSession.getState());

function adopt(change: (start: AppStart) => AppStart): void {
  const start = startNow();
  if (start !== null) useSession.setState({ session: { kind: 'ready', start: change(start) } });
}

// What a call returned is adopted without waiting for the event.
export function adoptWorkspace(workspace: OpenWorkspace | null): void {
  adopt((start) => withWorkspace(start, workspace));
}

export function adoptSettings(settings: AppSettings): void {
  adopt((start) => ({ ...start, settings }));
}

export function adoptKeychain(keychain: KeychainStatus): void {
  adopt((start) => ({ ...start, keychain }));
}

export function forgetUpdate(): void {
  adopt((start) => ({ ...start, updatedFrom: null }));
}

function adoptObservations(observed: ServiceObservations): void {
  adopt((start) =>
    start.workspace === null ? start : { ...start, workspace: { ...start.workspace, observed } },
  );
}

function withWorkspace(start: AppStart, workspace: OpenWorkspace | null): AppStart {
  if (workspace === null) return { ...start, workspace };
  const { id, name, baseUrl, practice, createdAt, lastOpenedAt } = workspace;
  const summary = { id, name, baseUrl, practice, createdAt, lastOpenedAt };
  const known = start.workspaces.some((other) => other.id === workspace.id);
  return {
    ...start,
    workspace,
    opening: null,
    problem: null,
    workspaces: known
      ? start.workspaces.map((other) => (other.id === workspace.id ? summary : other))
      : [...start.workspaces, summary],
  };
}

/** Keeps the session fresh by events; returns the function that stops it. */
export function followSession(): () => void {
  const stops = [
    on('workspace.changed', (workspace) => {
      adoptWorkspace(workspace);
      // The start says why no workspace is open any more.
      if (workspace === null) void useSession.getState().load();
    }),
    on('observations.changed', adoptObservations),
    on('settings.changed', adoptSettings),
    on('keychain.changed', adoptKeychain),
  ];
  // The keychain may have been unlocked while another window was in use.
  const look = () => {
    if (startNow() !== null) void call('app.lookAtKeychain', null);
  };
  window.addEventListener('focus', look);
  return () => {
    stops.forEach((stop) => stop());
    window.removeEventListener('focus', look);
  };
}

/** The start's facts. For use below the shell only, where the start is there. */
export function useStart(): AppStart {
  const start = useSession(toStart);
  if (start === null) throw new Error('The start is read before it is there.');
  return start;
}

const noKeys: ShortcutChanges = {};

/** The keys that the person changed, as they are now. */
export const shortcutChangesNow = (): ShortcutChanges => startNow()?.settings.shortcuts ?? noKeys;

/** Tells the keys of a shortcut by its name, with the person's changes; other keys stand for themselves. */
export function useShortcutLabel(): (nameOrKeys: string) => string {
  const changes = useSession((store) => toStart(store)?.settings.shortcuts ?? noKeys);
  return (nameOrKeys) => getKeys(nameOrKeys, changes);
}

/** The workspace that is open. For use on the screens only, where one is. */
export function useWorkspace(): OpenWorkspace {
  const { workspace } = useStart();
  if (workspace === null) throw new Error('A workspace is read while none is open.');
  return workspace;
}

const noWords: StatusWords = {};

/** The workspace's own sorting of status words; empty while no workspace is open. */
export const useStatusWords = (): StatusWords =>
  useSession((store) => toStart(store)?.workspace?.settings.statusWords ?? noWords);

/** The scales that the open workspace's scores are read on. */
export function useScoreScales(): ScoreScales {
  const { settings, observed } = useWorkspace();
  return useMemo(() => scoreScales(settings, observed), [settings, observed]);
}

/** How dates of the open workspace's service are read. */
export function useDateRule(): DateRule {
  const { settings, observed } = useWorkspace();
  return useMemo(() => dateRule(settings.dateForm, observed.dates), [settings.dateForm, observed.dates]);
}

export const shortAddress = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, '');

/** Makes whole what the service names by a part of an address; null where it names nothing. */
export function useServiceAddress(): (text: string | null | undefined) => string | null {
  const { baseUrl, settings } = useWorkspace();
  return (text) =>
    text == null || text.trim() === ''
      ? null
      : absoluteAddress(text, { baseUrl, fileBaseUrl: settings.fileBaseUrl });
}

/** Today in the workspace's time zone, as 2027-03-31. */
export function useJudgingDay(): string {
  const { timeZone } = useWorkspace().settings;
  const now = useNow('minute');
  return fromDayNumber(createCalendar(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)(now));
}
