import { describe, expect, it } from 'vitest';
import { appSettingsChange, defaultAppSettings, keptAppSettings } from '#shared/settings/app-settings.ts';
import {
  changedSettings,
  defaultWorkspaceSettings,
  workspaceSettings,
  workspaceSettingsChange,
} from '#shared/settings/settings.ts';

describe('settings', () => {
  it('change only where the change names them', () => {
    expect(changedSettings(defaultAppSettings, { theme: 'dark' })).toEqual({
      ...defaultAppSettings,
      theme: 'dark',
    });
    expect(changedSettings(defaultAppSettings, { theme: undefined })).toEqual(defaultAppSettings);
    expect(changedSettings(defaultAppSettings, {})).toEqual(defaultAppSettings);
  });

  it.each([{ accept: 'q' }, { syncNow: 'shift+y' }, { zoomIn: '=' }, { today: 'g h' }, { tick: 'ä' }, {}])(
    'take the keys %j for shortcuts',
    (shortcuts) => {
      expect(appSettingsChange.safeParse({ shortcuts }).success).toBe(true);
    },
  );

  it.each([
    { accept: 'mod+q' },
    { accept: 'enter' },
    { accept: ' ' },
    { accept: 'g q' },
    { accept: '' },
    { today: 'q' },
    { close: 'q' },
    { search: 'q' },
    { nothing: 'q' },
  ])('refuse the keys %j for shortcuts', (shortcuts) => {
    expect(appSettingsChange.safeParse({ shortcuts }).success).toBe(false);
  });

  it('are kept but for shortcuts that another version wrote', () => {
    expect(keptAppSettings.parse({ theme: 'dark', shortcuts: { launch: 'q' } })).toEqual({ theme: 'dark' });
  });

  it('do not change those they were made from', () => {
    const before = structuredClone(defaultWorkspaceSettings);
    changedSettings(defaultWorkspaceSettings, { concurrency: 16 });
    expect(defaultWorkspaceSettings).toEqual(before);
  });

  it('begin with four requests at once and without trust in the service’s keys', () => {
    expect(workspaceSettings.parse(defaultWorkspaceSettings)).toMatchObject({
      concurrency: 4,
      honoursIdempotencyKey: false,
      scoreScale: 'recognise',
      scoreThreshold: 70,
    });
  });

  it.each([0, 17, 1.5, -1])('refuse %d requests at once', (concurrency) => {
    expect(workspaceSettingsChange.safeParse({ concurrency }).success).toBe(false);
  });

  it.each([1, 16])('take %d requests at once', (concurrency) => {
    expect(workspaceSettingsChange.safeParse({ concurrency }).success).toBe(true);
  });
});
