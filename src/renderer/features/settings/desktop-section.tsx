import { Switch } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { adoptSettings, useStart } from '../../stores/session.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What the desktop shows and begins. A browser has its own say in both. */
export function DesktopSection() {
  const { settings, host, platform } = useStart();
  const update = useAction('app.updateSettings', adoptSettings);
  if (host !== 'electron') return null;

  return (
    <SettingsSection title="Desktop">
      <Switch
        checked={settings.badge}
        onChange={(badge) => void update.run({ badge })}
        hint={
          platform === 'linux'
            ? 'How many items need you. Some desktops show no numbers on icons.'
            : 'How many items need you.'
        }
      >
        Show a number on Gangway’s icon
      </Switch>
      <Switch
        checked={settings.openAtLogin}
        onChange={(openAtLogin) => void update.run({ openAtLogin })}
        hint="Waiting items are then sent without you opening Gangway."
      >
        Open Gangway when you sign in to this computer
      </Switch>
      <NotSaved error={update.error} />
    </SettingsSection>
  );
}
