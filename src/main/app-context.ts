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
import type { Emit } from './ipc/handlers.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { FileLog } from './log/log.ts';
import type { Network } from './network/network.ts';
import type { SeenVersion } from './updates/seen-version.ts';
import type { Updates } from './updates/updates.ts';
import type { WorkspaceRegistry } from './workspace/registry.ts';
import type { Workspace } from './workspace/workspace.ts';

type Opened = Promise<CallResult<{ describe(): OpenWorkspace }>>;

/** What the features that need no workspace work with. */
export interface AppContext {
  readonly facts: Pick<AppStart, 'version' | 'host' | 'platform'>;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly network: Network;
  /** Reads answers of an address without a workspace. */
  readonly answers: AnswerReader;
  readonly unsealer: TokenUnsealer;
  readonly registry: WorkspaceRegistry;
  readonly log: FileLog;
  readonly moveIn: { folder: string; worker: string; migrations: string };
  readonly emit: Emit;
  /** Opens an https or mailto address outside; false where the screen has to. */
  openOutside(url: string): Promise<boolean>;
  readonly seenVersion: SeenVersion;
  readonly requests: WindowRequests;
  setInSight(place: AppPlace | null): void;
  readonly logFolder: string;
  showFolder(folder: string): Promise<boolean>;
  /** Opens the app's menus at a point of the page; null where the system shows them, or there are none. */
  readonly showMenu: ((at: PagePoint) => void) | null;
  /** Null where this host cannot open at sign-in. */
  readonly openAtLogin: LoginItem | null;
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
