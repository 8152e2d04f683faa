import { EventEmitter } from 'node:events';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { bootSituation, situationVariable, type Note } from './notes.ts';
import { updaterSession } from './fake-updater.ts';

export { autoUpdater, net } from './fake-updater.ts';

// Stands in for the module `electron` in the process with the built app. It notes what the app does to Electron, holds
// to the rules of Electron that matter here (what may only be done before or after `ready`), and does nothing else.

const situation = bootSituation.parse(JSON.parse(process.env[situationVariable] ?? '{}'));
Object.assign(process, { resourcesPath: situation.resources });
if (situation.platform !== undefined) {
  // What is native is of the system that the test runs on, so it is loaded before the app asks which system that is.
  new SqliteDatabase(':memory:').close();
  Object.defineProperty(process, 'platform', { value: situation.platform });
}
let ready = false;
let becomeReady: () => void = () => undefined;
const readiness = new Promise<void>((resolve) => {
  becomeReady = () => {
    ready = true;
    resolve();
  };
});

const waiting: Note[] = [];
let listener: ((note: Note, sent: () => void) => void) | null = null;

function noting(what: string, detail: unknown = null, sent: () => void = () => undefined): void {
  const made = { what, ready, detail };
  if (listener === null) waiting.push(made);
  else listener(made, sent);
}

function onlyBeforeReady(what: string): void {
  if (ready) throw new Error(`${what} has to be called before the app is ready`);
}

function onlyWhenReady(what: string): void {
  if (!ready) throw new Error(`${what} can only be used when the app is ready`);
}

/** An event whose listeners may prevent what would follow. */
export function preventable(url = '') {
  const event = {
    url,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

export interface Frame {
  url: string;
  parent: Frame | null;
}

type OpenHandler = (details: { url: string }) => { action: string };

export class WebContents extends EventEmitter {
  mainFrame: Frame = { url: '', parent: null };
  zoomLevel = 0;
  openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor() {
    super();
    app.emit('web-contents-created', {}, this);
  }

  getURL() {
    return this.mainFrame.url;
  }

  setWindowOpenHandler(handler: OpenHandler) {
    this.openHandler = handler;
  }

  send(channel: string, ...payload: unknown[]) {
    noting('contents.send', { channel, payload });
  }

  getZoomFactor() {
    return 1.2 ** this.zoomLevel;
  }

  getZoomLevel() {
    return this.zoomLevel;
  }

  setZoomLevel(level: number) {
    noting('contents.setZoomLevel', { level });
    this.zoomLevel = level;
  }

  reload() {
    noting('contents.reload', { url: this.mainFrame.url });
  }

  forcefullyCrashRenderer() {
    noting('contents.forcefullyCrashRenderer');
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 2 });
  }
}

class App extends EventEmitter {
  isPackaged = situation.packaged;
  paths = new Map<string, string>();

  setPath(name: string, path: string) {
    noting('app.setPath', { name, path });
    this.paths.set(name, path);
  }

  getPath(name: string) {
    const path = this.paths.get(name);
    if (path === undefined) throw new Error(`The test gave no path for ${name}`);
    return path;
  }

  getVersion() {
    return '0.0.0-boot-test';
  }

  enableSandbox() {
    onlyBeforeReady('app.enableSandbox');
    noting('app.enableSandbox');
  }

  requestSingleInstanceLock(enqueued: unknown) {
    noting('app.requestSingleInstanceLock', { paths: Object.fromEntries(this.paths), enqueued });
    return situation.onlyInstance;
  }

  whenReady() {
    return readiness;
  }

  dock = {
    setMenu: (menu: unknown) => {
      noting('app.dock.setMenu', menu);
    },
  };

  setAppUserModelId(id: string) {
    noting('app.setAppUserModelId', { id });
  }

  setUserTasks(tasks: unknown) {
    noting('app.setUserTasks', tasks);
  }

  setAsDefaultProtocolClient(scheme: string) {
    noting('app.setAsDefaultProtocolClient', { scheme });
  }

  getLoginItemSettings() {
    return { openAtLogin: false };
  }

  setBadgeCount(count: number) {
    noting('app.setBadgeCount', { count });
    return false;
  }

  quit() {
    const event = preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented) {
      noting('app.quit held back');
      return;
    }
    for (const window of BrowserWindow.all) window.close();
    this.emit('quitting');
    this.emit('quit', {}, 0);
    noting('app.quit', null, () => process.exit(0));
  }

  exit(code: number) {
    noting('app.exit', { code }, () => process.exit(code));
  }
}

export const app = new App();

const drawnPicture = z.object({ pixels: z.instanceof(Buffer), width: z.number(), height: z.number() });
const getBounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
type Bounds = z.infer<typeof getBounds>;

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  webContents = new WebContents();
  minimised = false;
  maximised = false;
  visible = false;
  destroyed = false;
  bounds: Bounds;

  constructor(options: unknown) {
    super();
    onlyWhenReady('BrowserWindow');
    noting('new BrowserWindow', options);
    this.bounds = getBounds.parse(options);
    BrowserWindow.all.push(this);
  }

  getNormalBounds() {
    return this.bounds;
  }

  setBounds(bounds: Bounds) {
    noting('window.setBounds', bounds);
    this.bounds = bounds;
  }

  maximize() {
    noting('window.maximize');
    this.maximised = true;
  }

  isMaximized() {
    return this.maximised;
  }

  isFullScreen() {
    return false;
  }

  isVisible() {
    return this.visible;
  }

  setBackgroundColor(color: string) {
    noting('window.setBackgroundColor', { color });
  }

  setOverlayIcon(picture: z.infer<typeof drawnPicture> | null, description: string) {
    const size = picture === null ? null : [picture.width, picture.height];
    noting('window.setOverlayIcon', { size, bytes: picture?.pixels.length ?? 0, description });
  }

  setTitleBarOverlay(overlay: unknown) {
    noting('window.setTitleBarOverlay', overlay);
  }

  loadURL(url: string) {
    noting('window.loadURL', { url });
    this.webContents.mainFrame.url = url;
    setImmediate(() => {
      this.webContents.emit('did-finish-load');
      this.emit('ready-to-show');
    });
    return Promise.resolve();
  }

  show() {
    noting('window.show');
    this.visible = true;
  }

  focus() {
    noting('window.focus');
  }

  restore() {
    noting('window.restore');
    this.minimised = false;
  }

  isMinimized() {
    return this.minimised;
  }

  isDestroyed() {
    return this.destroyed;
  }

  close() {
    if (this.destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    this.destroyed = true;
    this.emit('closed');
  }
}

type CallHandler = (event: { senderFrame: Frame | null }, input: unknown) => unknown;

export const ipcMain = {
  handlers: new Map<string, CallHandler>(),
  handle(channel: string, handler: CallHandler) {
    if (ipcMain.handlers.has(channel)) throw new Error(`There is a second handler for ${channel}`);
    noting('ipcMain.handle', { channel });
    ipcMain.handlers.set(channel, handler);
  },
  on(channel: string) {
    noting('ipcMain.on', { channel });
  },
};

type PageHandler = (request: Request) => Promise<Response>;
type Decide = (granted: boolean) => void;

interface FakeSession {
  pages: Map<string, PageHandler>;
  onPermissionRequest: ((contents: WebContents, permission: string, decide: Decide) => void) | null;
  onPermissionCheck: ((contents: null, permission: string, origin: string) => boolean) | null;
  onDevice: ((details: unknown) => boolean) | null;
  protocol: { handle(scheme: string, handler: PageHandler): void };
  setPermissionRequestHandler(handler: FakeSession['onPermissionRequest']): void;
  setPermissionCheckHandler(handler: FakeSession['onPermissionCheck']): void;
  setDevicePermissionHandler(handler: FakeSession['onDevice']): void;
  resolveProxy(url: string): Promise<string>;
}

/** What the app set on the session; null is Electron's own way, which grants. */
export const defaultSession: FakeSession = {
  pages: new Map(),
  onPermissionRequest: null,
  onPermissionCheck: null,
  onDevice: null,
  protocol: {
    handle(scheme: string, handler: PageHandler) {
      noting('protocol.handle', { scheme });
      defaultSession.pages.set(scheme, handler);
    },
  },
  setPermissionRequestHandler(handler) {
    defaultSession.onPermissionRequest = handler;
  },
  setPermissionCheckHandler(handler) {
    defaultSession.onPermissionCheck = handler;
  },
  setDevicePermissionHandler(handler) {
    defaultSession.onDevice = handler;
  },
  resolveProxy(url) {
    noting('session.resolveProxy', { url });
    return Promise.resolve('PROXY proxy.invalid:8080; SOCKS5 [2001:db8::7]:1080');
  },
};

export const session = {
  fromPartition(name: string) {
    noting('session.fromPartition', { name });
    updaterSession.onHeldBack = (url) => {
      noting('net.request held back', { url });
    };
    return updaterSession;
  },
  get defaultSession() {
    onlyWhenReady('session.defaultSession');
    return defaultSession;
  },
};

export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown) {
    onlyBeforeReady('protocol.registerSchemesAsPrivileged');
    noting('protocol.registerSchemesAsPrivileged', schemes);
  },
};

export const shell = {
  openExternal(url: string) {
    noting('shell.openExternal', { url });
    return Promise.resolve();
  },
  openPath(path: string) {
    noting('shell.openPath', { path });
    return Promise.resolve('');
  },
};

interface Question {
  buttons: string[];
  cancelId: number;
  signal?: AbortSignal;
}

export const dialog = {
  /** Answers the question that is open with the button that is named. */
  answer: (_button: string): void => {
    throw new Error('No question is open');
  },
  showErrorBox(title: string, content: string) {
    noting('dialog.showErrorBox', { title, content });
  },
  showMessageBox({ signal, ...question }: Question) {
    onlyWhenReady('dialog.showMessageBox');
    return new Promise<{ response: number }>((resolve) => {
      dialog.answer = (button) => {
        resolve({ response: question.buttons.indexOf(button) });
      };
      signal?.addEventListener('abort', () => {
        noting('dialog.taken back');
        resolve({ response: question.cancelId });
      });
      noting('dialog.showMessageBox', question);
    });
  },
};

class NativeTheme extends EventEmitter {
  shouldUseDarkColors = false;
  #source = 'system';

  get themeSource() {
    return this.#source;
  }

  set themeSource(source: string) {
    if (source === this.#source) return;
    this.#source = source;
    this.shouldUseDarkColors = source === 'dark';
    noting('nativeTheme.themeSource', { source });
    this.emit('updated');
  }
}

export const nativeTheme = new NativeTheme();

class PowerMonitor extends EventEmitter {
  override on(event: string, listener: (...args: unknown[]) => void) {
    onlyWhenReady('powerMonitor');
    return super.on(event, listener);
  }
}

export const powerMonitor = new PowerMonitor();

class Screen extends EventEmitter {
  displays = [{ id: 1, scaleFactor: 1.5, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];

  getPrimaryDisplay() {
    onlyWhenReady('screen');
    const [main] = this.displays;
    if (main === undefined) throw new Error('There is no display');
    return main;
  }

  getAllDisplays() {
    onlyWhenReady('screen');
    return this.displays;
  }
}

export const screen = new Screen();

export const nativeImage = {
  createFromBitmap: (pixels: Buffer, size: unknown) =>
    drawnPicture.parse({ pixels, ...z.looseObject({}).parse(size) }),
};

const menuEntry = z.object({
  label: z.string().optional(),
  click: z.custom<() => void>().optional(),
  enabled: z.boolean().optional(),
  get submenu() {
    return z.array(menuEntry).optional();
  },
});

export const Menu = {
  shown: z.array(menuEntry).parse([]),
  buildFromTemplate: (template: unknown) => template,
  getApplicationMenu: () => ({
    popup({ window, ...at }: { window: BrowserWindow; x: number; y: number }) {
      noting('menu.popup', {
        labels: Menu.shown.map(({ label }) => label ?? ''),
        inWindow: BrowserWindow.all.includes(window),
        at,
      });
    },
  }),
  setApplicationMenu(menu: unknown) {
    Menu.shown = z.array(menuEntry).parse(menu);
    noting('Menu.setApplicationMenu', menu);
  },
  /** Chooses an entry as a person does. */
  choose(path: readonly string[]) {
    let entries = Menu.shown;
    for (const [at, label] of path.entries()) {
      const entry = entries.find((one) => one.label === label);
      if (entry === undefined) throw new Error(`There is no ${path.join(' > ')}`);
      if (entry.enabled === false) throw new Error(`${path.join(' > ')} is off`);
      if (at === path.length - 1) entry.click?.();
      entries = entry.submenu ?? [];
    }
  },
};

export class Notification extends EventEmitter {
  static all: Notification[] = [];
  readonly options: unknown;

  constructor(options: unknown) {
    super();
    this.options = options;
  }

  static isSupported() {
    return true;
  }

  /** Clicks what was shown last, as a person does. */
  static click() {
    Notification.all.at(-1)?.emit('click');
  }

  show() {
    Notification.all.push(this);
    noting('Notification.show', this.options);
  }

  close() {
    noting('Notification.close');
  }
}

/** For the driver alone: hears every note from the first on, and lets the app become ready. */
export const fake = {
  listen(hear: (note: Note, sent: () => void) => void) {
    listener = hear;
    for (const made of waiting.splice(0)) hear(made, () => undefined);
  },
  becomeReady: () => {
    becomeReady();
  },
};
