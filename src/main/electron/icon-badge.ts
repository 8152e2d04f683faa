import { app, nativeImage, type BrowserWindow } from 'electron';
import type { AppStart } from '#shared/ipc/app.ts';
import { badgePicture, badgeSize, badgeWords } from '../desktop/badge.ts';

/**
 * Puts a number on the app's icon: in the dock on macOS, as a mark on the taskbar on Windows, and on Linux where the
 * desktop shows such numbers. 0 takes it away.
 */
export function showBadge(platform: AppStart['platform'], window: BrowserWindow | null, count: number): void {
  switch (platform) {
    case 'mac':
    case 'linux':
      // Answers false on desktops that show none; there is nothing else to do then.
      app.setBadgeCount(count);
      return;
    case 'windows': {
      if (window === null || window.isDestroyed()) return;
      const mark = nativeImage.createFromBitmap(badgePicture(), { width: badgeSize, height: badgeSize });
      window.setOverlayIcon(count === 0 ? null : mark, count === 0 ? '' : badgeWords(count));
    }
  }
}
