import type { z } from 'zod';
import type { AppStart, OpenWorkspace } from '#shared/ipc/app.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { PagePoint } from '#shared/ipc/desktop.ts';
import type { AppPlace } from '#shared/settings/place.ts';
import type { TokenUnsealer } from '#shared/base/sealed-token.ts';
import type { appSettingsChange, AppSettings } from '#shared/settings/app-settings.ts';
import type { AnswerReader } from './answers/answer-reader.ts';
import type { Clock } from './clock.ts';
import type { LoginItem } from './desktop/login-item.ts';
import type { WindowRequests } from './desktop/window-requests.ts';
import type { Emit } from './ipc/emit.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { Log, LogLine } from './log/log.ts';
import type { Network } from './network/network.ts';
import type { SeenVersion } from './updates/seen-version.ts';
import type { Updates } from './updates/updates.ts';
import type { WorkspaceRegistry } from './workspace/registry.ts';
import type { Workspace } from './workspace/workspace.ts';

/** A workspace that was opened, as the screens are told of it. */
type Opened = Promise<CallResult<{ describe(): OpenWorkspace }>>;

/** What the features of the app as a whole work with. Each takes the part of it that it needs. */
export interface AppContext {
  readonly facts: Pick<AppStart, 'version' | 'host' | 'platform'>;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly network: Network;
  /** Reads what comes from an address before it has a workspace. */
  readonly answers: AnswerReader;
  readonly unsealer: TokenUnsealer;
  readonly registry: WorkspaceRegistry;
  readonly log: Log;
  /** Where files from another computer come in; the thread that copies them; the migrations of workspaces. */
  readonly moveIn: { folder: string; worker: string; migrations: string };
  readonly emit: Emit;
  /** Opens a https or mailto address outside; false where the host leaves that to the screen. */
  openOutside(url: string): Promise<boolean>;
  readonly seenVersion: SeenVersion;
  readonly requests: WindowRequests;
  setInSight(place: AppPlace | null): void;
  readonly logFolder: string;
  /** The log's latest lines since the start. */
  recentLog(): readonly LogLine[];
  showFolder(folder: string): Promise<boolean>;
  /** Opens the app's menus at a place of the page; null where the system shows them, or there are none. */
  readonly showMenu: ((at: PagePoint) => void) | null;
  /** The system's switch for opening the app at sign-in; null where this host has none. */
  readonly openAtLogin: LoginItem | null;
  /** The lists that the build wrote of the works of others in it. */
  readonly thirdPartyNoticeLists: readonly string[];
  readonly updates: Updates;
  installUpdate(): void;
  appSettings(): AppSettings;
  updateAppSettings(change: z.infer<typeof appSettingsChange>): AppSettings;
  workspace(): Workspace | null;
  opening(): AppStart['opening'];
  startProblem(): CallError | null;
  open(id: string): Opened;
  connect(company: { name: string; baseUrl: string }, token: string): Opened;
  adopt(company: { name: string; baseUrl: string }, file: string, token: string): Opened;
  moveService(from: string, to: string): Opened;
  workspaceChanged(): void;
}
