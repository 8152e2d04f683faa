import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import {
  app,
  BrowserWindow,
  defaultSession,
  dialog,
  fake,
  ipcMain,
  Menu,
  Notification,
  powerMonitor,
  preventable,
  WebContents,
  type Frame,
} from './fake-electron.ts';
import { question, type Note } from './notes.ts';

// Loaded before the built app with --import: puts the fake where the app asks for `electron`, tells the test what the
// app did, and does to the app what the test asks for.

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'electron') return nextResolve(specifier, context);
    return { url: new URL('./fake-electron.ts', import.meta.url).href, shortCircuit: true };
  },
});

function tell(message: unknown, sent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, sent);
}

fake.listen((noted: Note, sent) => {
  tell({ noted }, sent);
});

app.on('quitting', () => {
  const log = join(app.getPath('userData'), 'data', 'logs', 'gangway.log');
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  const events = text.split('\n').flatMap((line) => {
    const read = z.object({ event: z.string() }).safeParse(line === '' ? null : JSON.parse(line));
    return read.success ? [read.data.event] : [];
  });
  tell({ noted: { what: 'log at the end', ready: true, detail: events } });
});

/** The window that was opened last. */
function theWindow(): BrowserWindow {
  const window = BrowserWindow.all.at(-1);
  if (window === undefined) throw new Error('There is no window');
  return window;
}

const text = z.string();
const callers = z.enum([
  'own page',
  'foreign page in the window',
  'frame inside the own page',
  'page of another window',
  'frame that is gone',
  'page of a closed window',
]);

/** The frame that calls; what it takes to make it so is undone by the function that comes with it. */
function callingFrame(from: z.infer<typeof callers>): { frame: Frame | null; undo: () => void } {
  const window = theWindow();
  const { mainFrame } = window.webContents;
  const nothing = () => undefined;
  switch (from) {
    case 'own page':
      return { frame: mainFrame, undo: nothing };
    case 'foreign page in the window': {
      const { url } = mainFrame;
      mainFrame.url = 'https://elsewhere.example/?app://gangway/';
      return {
        frame: mainFrame,
        undo: () => {
          mainFrame.url = url;
        },
      };
    }
    case 'frame inside the own page':
      return { frame: { url: mainFrame.url, parent: mainFrame }, undo: nothing };
    case 'page of another window':
      return { frame: { url: mainFrame.url, parent: null }, undo: nothing };
    case 'frame that is gone':
      return { frame: null, undo: nothing };
    case 'page of a closed window':
      window.destroyed = true;
      return {
        frame: mainFrame,
        undo: () => {
          window.destroyed = false;
        },
      };
  }
}

const actions: Record<string, (input: unknown) => unknown> = {
  becomeReady: () => {
    fake.becomeReady();
  },
  openPage: async (input) => {
    const { url, method } = z.object({ url: text, method: text }).parse(input);
    const scheme = url.slice(0, url.indexOf(':'));
    const handler = defaultSession.pages.get(scheme);
    if (handler === undefined) throw new Error(`Nothing serves ${scheme}`);
    const answer = await handler(new Request(url, { method }));
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  },
  askPermission: (input) => {
    const { permission, url } = z.object({ permission: text, url: text }).parse(input);
    const contents = new WebContents();
    contents.mainFrame.url = url;
    let requested: boolean | null = null;
    defaultSession.onPermissionRequest?.(contents, permission, (granted) => {
      requested = granted;
    });
    return {
      requested,
      checked: defaultSession.onPermissionCheck?.(null, permission, url) ?? null,
      device: defaultSession.onDevice?.({ deviceType: permission, origin: url }) ?? null,
    };
  },
  /** Whether the app lets it happen, in its own window and in contents that came to be in another way. */
  letsHappen: (input) => {
    const { event, url } = z.object({ event: text, url: text }).parse(input);
    return [theWindow().webContents, new WebContents()].map((contents) => {
      const happening = preventable(url);
      contents.emit(event, happening, url);
      return !happening.defaultPrevented;
    });
  },
  opensWindow: (input) => {
    const url = text.parse(input);
    return [theWindow().webContents, new WebContents()].map(
      (contents) => contents.openHandler({ url }).action,
    );
  },
  call: async (input) => {
    const asked = z.object({ channel: text, input: z.unknown(), from: callers }).parse(input);
    const handler = ipcMain.handlers.get(asked.channel);
    if (handler === undefined) throw new Error(`Nothing handles ${asked.channel}`);
    const { frame, undo } = callingFrame(asked.from);
    try {
      return await handler({ senderFrame: frame }, asked.input);
    } finally {
      undo();
    }
  },
  startAgain: (input) => {
    const { minimised, words } = z
      .object({ minimised: z.boolean().default(false), words: z.array(text).default([]) })
      .parse(input);
    const window = BrowserWindow.all.at(-1);
    if (window !== undefined) window.minimised = minimised;
    // Chromium sorts the words of a second start; only what is handed over is as it was written.
    app.emit('second-instance', {}, words.toSorted(), '', { words });
  },
  openUrl: (input) => {
    const event = preventable();
    app.emit('open-url', event, text.parse(input));
    return event.defaultPrevented;
  },
  clickNotification: () => {
    Notification.click();
  },
  chooseMenu: (input) => {
    Menu.choose(z.array(text).parse(input));
  },
  answer: (input) => {
    dialog.answer(text.parse(input));
  },
  pageGone: (input) => {
    theWindow().webContents.emit('render-process-gone', {}, { reason: text.parse(input), exitCode: 1 });
  },
  pageLoadsAgain: () => {
    theWindow().webContents.emit('did-finish-load');
    return theWindow().webContents.zoomLevel;
  },
  windowSays: (input) => {
    theWindow().emit(text.parse(input));
  },
  /** Whether the app asks the machine to wait with it. */
  machineSays: (input) => {
    const event = preventable();
    powerMonitor.emit(text.parse(input), event);
    return event.defaultPrevented;
  },
  moveWindow: (input) => {
    const { maximised, zoom, ...bounds } = z
      .object({
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
        maximised: z.boolean(),
        zoom: z.number(),
      })
      .parse(input);
    const window = theWindow();
    window.bounds = bounds;
    window.maximised = maximised;
    window.webContents.zoomLevel = zoom;
  },
  closeWindow: () => {
    theWindow().close();
    app.emit('window-all-closed');
  },
  quit: (input) => {
    for (let times = z.number().parse(input); times > 0; times -= 1) app.quit();
  },
};

process.on('message', (message) => {
  const { id, name, input } = question.parse(message);
  const action = actions[name];
  if (action === undefined) throw new Error(`There is no action ${name}`);
  Promise.resolve()
    .then(() => action(input))
    .then(
      (value) => {
        tell({ id, value: value ?? null });
      },
      (error: unknown) => {
        tell({ id, failure: error instanceof Error ? error.message : String(error) });
      },
    );
});
process.on('disconnect', () => process.exit(3));
