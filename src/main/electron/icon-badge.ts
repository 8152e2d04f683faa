import { app, nativeImage, screen, type BrowserWindow } from 'electron';
import type { AppStart } from '#shared/ipc/app.ts';
import { badgePicture } from '../desktop/badge-picture.ts';
import { badgeText } from '../desktop/badge.ts';

/** Shows a number on the app's icon: the dock on macOS, the taskbar on Windows, supported Linux desktops. 0 removes it. */
export function showBadge(platform: AppStart['platform'], window: BrowserWindow | null, count: number): void {
  switch (platform) {
    case 'mac':
    case 'linux':
      // Answers false on desktops that show none; there is nothing else to do then.
      app.setBadgeCount(count);
      return;
    case 'windows': {
      if (window === null || window.isDestroyed()) return;
      if (count === 0) {
        window.setOverlayIcon(null, '');
        return;
      }
      const { pixels, ...size } = badgePicture(count, screen.getPrimaryDisplay().scaleFactor);
      window.setOverlayIcon(nativeImage.createFromBitmap(pixels, size), badgeText(count));
    }
  }
}
