import { EventEmitter } from 'node:events';
import { bootSituation, situationVariable, type Note } from './notes.ts';
import { updaterSession } from './updating-double.ts';

export { autoUpdater, net } from './updating-double.ts';

// Stands in for the module `electron` in the process with the built app. It notes what the app does to Electron, holds
// to the rules of Electron that matter here (what may only be done before or after `ready`), and does nothing else.

const situation = bootSituation.parse(JSON.parse(process.env[situationVariable] ?? '{}'));
Object.assign(process, { resourcesPath: situation.resources });
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

  requestSingleInstanceLock() {
    noting('app.requestSingleInstanceLock', { paths: Object.fromEntries(this.paths) });
    return situation.onlyInstance;
  }

  whenReady() {
    return readiness;
  }

  quit() {
    const event = preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented) {
      noting('app.quit held back');
      return;
    }
    this.emit('quitting');
    this.emit('quit', {}, 0);
    noting('app.quit', null, () => process.exit(0));
  }

  exit(code: number) {
    noting('app.exit', { code }, () => process.exit(code));
  }
}

export const app = new App();

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  webContents = new WebContents();
  minimised = false;
  destroyed = false;

  constructor(options: unknown) {
    super();
    onlyWhenReady('BrowserWindow');
    noting('new BrowserWindow', options);
    BrowserWindow.all.push(this);
  }

  loadURL(url: string) {
    noting('window.loadURL', { url });
    this.webContents.mainFrame.url = url;
    setImmediate(() => this.emit('ready-to-show'));
    return Promise.resolve();
  }

  show() {
    noting('window.show');
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

interface SessionDouble {
  pages: Map<string, PageHandler>;
  onPermissionRequest: ((contents: WebContents, permission: string, decide: Decide) => void) | null;
  onPermissionCheck: ((contents: null, permission: string, origin: string) => boolean) | null;
  onDevice: ((details: unknown) => boolean) | null;
  protocol: { handle(scheme: string, handler: PageHandler): void };
  setPermissionRequestHandler(handler: SessionDouble['onPermissionRequest']): void;
  setPermissionCheckHandler(handler: SessionDouble['onPermissionCheck']): void;
  setDevicePermissionHandler(handler: SessionDouble['onDevice']): void;
}

/** What the app set on the session; null is Electron's own way, which grants. */
export const defaultSession: SessionDouble = {
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
};

export const dialog = {
  showErrorBox(title: string, content: string) {
    noting('dialog.showErrorBox', { title, content });
  },
};

export const nativeTheme = { shouldUseDarkColors: false };

export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu(menu: unknown) {
    noting('Menu.setApplicationMenu', menu);
  },
};

/** For the driver alone: hears every note from the first on, and lets the app become ready. */
export const double = {
  listen(hear: (note: Note, sent: () => void) => void) {
    listener = hear;
    for (const made of waiting.splice(0)) hear(made, () => undefined);
  },
  becomeReady: () => {
    becomeReady();
  },
};
