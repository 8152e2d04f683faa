import { BrowserWindow, nativeTheme } from 'electron';
import { appOrigin } from './app-origin.ts';

/** Opens the app's window. It is shown once its page can be seen. */
export function openAppWindow(preload: string): BrowserWindow {
  const dark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 680,
    show: false,
    title: 'Gangway',
    backgroundColor: dark ? '#1D1C19' : '#FFFFFF',
    titleBarStyle: 'hidden',
    titleBarOverlay: {
      color: dark ? '#1D1C19' : '#FFFFFF',
      symbolColor: dark ? '#EDEAE4' : '#1D1B18',
      height: 43,
    },
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
  window.once('ready-to-show', () => {
    window.show();
  });
  void window.loadURL(`${appOrigin}/`);
  return window;
}
