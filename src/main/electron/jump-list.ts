import { app, Menu } from 'electron';
import type { AppStart } from '#shared/ipc/app.ts';
import { jumpListTasks, taskWord } from '../desktop/launch-args.ts';
import type { AppPlace } from '#shared/settings/place.ts';

/** Offers the tasks of the app's icon. */
export function offerJumpList(platform: AppStart['platform'], show: (place: AppPlace) => void): void {
  if (platform === 'mac') {
    const items = jumpListTasks.map(({ label, place }) => ({
      label,
      click: () => {
        show(place);
      },
    }));
    app.dock?.setMenu(Menu.buildFromTemplate(items));
  }
  if (platform === 'windows') {
    const of = { program: process.execPath, iconPath: process.execPath, iconIndex: 0 };
    const toTask = (label: string, id: string) => ({
      ...of,
      arguments: taskWord(id),
      title: label,
      description: label,
    });
    app.setUserTasks(jumpListTasks.map(({ id, label }) => toTask(label, id)));
  }
}
