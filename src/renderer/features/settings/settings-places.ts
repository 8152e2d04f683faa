import type { AppStart } from '#shared/ipc/app.ts';
import { settingsSubjects, type SettingsSubject } from '#shared/settings/settings-subjects.ts';
import type { RouteTarget } from '../../stores/navigation.ts';

export const listSubjects = (host: AppStart['host']): readonly (typeof settingsSubjects)[number][] =>
  settingsSubjects.filter((subject) => !('desktop' in subject) || host === 'electron');

/** The last part of the place of a subject. */
export const subjectWord = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

export const settingsPlace = (title: SettingsSubject): RouteTarget => ({
  screen: 'settings',
  path: [subjectWord(title)],
});
