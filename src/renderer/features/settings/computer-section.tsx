import { useState } from 'react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { RadioGroup, Switch } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { openShortcuts } from '../../stores/help.ts';
import { adoptSettings, useStart } from '../../stores/session.ts';
import { themeLabels } from '../../stores/theme.ts';
import { ChangeShortcuts } from './change-shortcuts.tsx';
import { NewsSetting } from './news-setting.tsx';
import { NotSaved } from './not-saved.tsx';
import styles from './settings-parts.module.css';
import { SettingTextField } from './setting-text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

const cls = bindClasses(styles);

/** How the app looks and listens on this computer. */
export function ComputerSection() {
  const { settings } = useStart();
  const update = useAction('app.updateSettings', adoptSettings);
  const [changing, setChanging] = useState(false);
  return (
    <>
      <SettingsSection title="Your name" lead="Shown with your decisions and in reports.">
        <SettingTextField
          label="Name"
          text={settings.personName}
          read={(value) => ({ ok: true, value })}
          onSave={(personName) => void update.run({ personName })}
          maxLength={100}
        />
      </SettingsSection>
      <SettingsSection title="Appearance">
        <RadioGroup
          label="Colors"
          inline
          value={settings.theme}
          onChange={(theme) => void update.run({ theme })}
          choices={(['system', 'light', 'dark'] as const).map((theme) => ({
            value: theme,
            label: themeLabels[theme],
          }))}
        />
      </SettingsSection>
      <SettingsSection title="Notifications">
        <NewsSetting onChange={(notifyResults) => void update.run({ notifyResults })} />
      </SettingsSection>
      <SettingsSection title="Keyboard">
        <Switch
          checked={settings.singleKeys}
          onChange={(singleKeys) => void update.run({ singleKeys })}
          hint="Such as J and K in lists, or A to accept. They are off while you type. Keys with Ctrl or Cmd and the Esc key always work."
        >
          Single keys act as shortcuts
        </Switch>
        <div className={cls('line')}>
          <Button onPress={() => setChanging(true)}>Change shortcuts</Button>
          <Button onPress={openShortcuts}>Show all shortcuts</Button>
        </div>
        {changing ? <ChangeShortcuts onClose={() => setChanging(false)} /> : null}
        <NotSaved error={update.error} />
      </SettingsSection>
    </>
  );
}
