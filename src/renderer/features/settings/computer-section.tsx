import type { AppSettings } from '#shared/settings.ts';
import { useShortcutSheet } from '../../app/shortcut-host.tsx';
import { Button } from '../../components/button.tsx';
import { RadioGroup, Switch } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { useSession, useStart } from '../../stores/session.ts';
import { themeWords } from '../../theme.ts';
import { NewsSetting } from './news-setting.tsx';
import { Problem } from './problem.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How the app looks and listens on this computer. */
export function ComputerSection() {
  const { settings } = useStart();
  const update = useAction('app.updateSettings');
  const openSheet = useShortcutSheet();
  async function change(part: Partial<AppSettings>): Promise<void> {
    const result = await update.run(part);
    if (result.ok) useSession.getState().adoptSettings(result.value);
  }
  return (
    <>
      <SettingsSection title="Appearance">
        <RadioGroup
          label="Colours"
          inline
          value={settings.theme}
          onChange={(theme) => void change({ theme })}
          choices={(['system', 'light', 'dark'] as const).map((theme) => ({
            value: theme,
            label: themeWords[theme],
          }))}
        />
      </SettingsSection>
      <SettingsSection title="Notifications">
        <NewsSetting onChange={(notifyResults) => void change({ notifyResults })} />
      </SettingsSection>
      <SettingsSection title="Keyboard">
        <Switch
          checked={settings.singleKeys}
          onChange={(singleKeys) => void change({ singleKeys })}
          hint="Such as J and K in lists, or A to accept. They are off while you type. Keys with Ctrl or Cmd and the Esc key always work."
        >
          Single keys act as shortcuts
        </Switch>
        <div>
          <Button onPress={openSheet}>Show all shortcuts</Button>
        </div>
        <Problem error={update.error} />
      </SettingsSection>
    </>
  );
}
