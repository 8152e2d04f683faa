import { app, Menu } from 'electron';
import type { AppStart } from '#shared/ipc/app.ts';
import { jumpListTasks, taskWord } from '../desktop/jump-list.ts';
import type { AppPlace } from '#shared/settings/place.ts';

/** Offers what can be begun from the app's icon. */
export function offerJumpList(platform: AppStart['platform'], show: (place: AppPlace) => void): void {
  if (platform === 'mac') {
    app.dock?.setMenu(
      Menu.buildFromTemplate(
        jumpListTasks.map(({ label, place }) => ({
          label,
          click: () => {
            show(place);
          },
        })),
      ),
    );
  }
  if (platform === 'windows') {
    app.setUserTasks(
      jumpListTasks.map(({ id, label }) => ({
        program: process.execPath,
        arguments: taskWord(id),
        title: label,
        description: label,
        iconPath: process.execPath,
        iconIndex: 0,
      })),
    );
  }
}
