import { BrowserWindow, nativeTheme, screen } from 'electron';
import { frameColours, frameHeight } from '../desktop/title-bar.ts';
import {
  fitOnDisplay,
  smallestWindow,
  type Displays,
  type WindowBoundsStore,
} from '../desktop/window-bounds.ts';
import { appOrigin } from './app-origin.ts';

const settledMs = 500;

function displaysNow(): Displays {
  const main = screen.getPrimaryDisplay();
  return [main, ...screen.getAllDisplays().filter((display) => display.id !== main.id)];
}

/** Opens the app's window where it was last on these displays, and shows it once its page is drawn. */
export function openAppWindow(preload: string, stored: WindowBoundsStore | null) {
  const place = fitOnDisplay(displaysNow(), stored?.read(displaysNow()) ?? null);
  const colours = frameColours(nativeTheme.shouldUseDarkColors);
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Gangway',
    backgroundColor: colours.color,
    titleBarStyle: 'hidden',
    titleBarOverlay: { ...colours, height: frameHeight },
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  if (place.maximised) window.maximize();
  window.once('ready-to-show', () => window.show());
  // Only once: Chromium keeps the person's zoom of an origin.
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(place.zoom));
  const endBounds = stored === null ? () => undefined : keepBounds(window, stored);
  void window.loadURL(`${appOrigin}/`);
  return {
    window,
    /** Saves the window's position, before the settings close. */
    endBounds,
  };
}

/** Saves the window's place, and restores it when the displays change, until ended. */
function keepBounds(window: BrowserWindow, stored: WindowBoundsStore): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function keep(): void {
    clearTimeout(timer);
    if (ended || window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    stored.keep(displaysNow(), {
      bounds: window.getNormalBounds(),
      maximised: window.isMaximized(),
      zoom: window.webContents.getZoomLevel(),
    });
  }
  function keepSoon(): void {
    clearTimeout(timer);
    if (ended) return;
    timer = setTimeout(keep, settledMs);
  }
  function displaysChanged(): void {
    // The system's own move of the window is not saved.
    clearTimeout(timer);
    if (ended) return;
    const kept = stored.read(displaysNow());
    if (kept === null || window.isDestroyed() || window.isMaximized() || window.isFullScreen()) return;
    window.setBounds(fitOnDisplay(displaysNow(), kept).bounds);
  }

  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('maximize', keepSoon);
  window.on('unmaximize', keepSoon);
  window.webContents.on('zoom-changed', keepSoon);
  window.on('close', keep);
  screen.on('display-added', displaysChanged);
  screen.on('display-removed', displaysChanged);
  window.on('closed', () => {
    clearTimeout(timer);
    screen.off('display-added', displaysChanged);
    screen.off('display-removed', displaysChanged);
  });
  return () => {
    keep();
    ended = true;
  };
}

/** Draws the window's frame in the current colors. macOS draws its own buttons. */
export function colourFrame(window: BrowserWindow | null, platform: NodeJS.Platform): void {
  if (window === null || window.isDestroyed()) return;
  const colours = frameColours(nativeTheme.shouldUseDarkColors);
  window.setBackgroundColor(colours.color);
  if (platform !== 'darwin') window.setTitleBarOverlay({ ...colours, height: frameHeight });
}

/** Brings the window to the front, from wherever it is. */
export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  if (!window.isVisible()) window.show();
  window.focus();
}
