import type { AppSettings } from '#shared/settings.ts';
import { Switch } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { useSession, useStart } from '../../stores/session.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What the desktop shows and begins. A browser has its own say in both. */
export function DesktopSection() {
  const { settings, host, platform } = useStart();
  const update = useAction('app.updateSettings');
  if (host !== 'electron') return null;

  async function change(part: Partial<AppSettings>): Promise<void> {
    const result = await update.run(part);
    if (result.ok) useSession.getState().adoptSettings(result.value);
  }

  return (
    <SettingsSection title="Desktop">
      <Switch
        checked={settings.badge}
        onChange={(badge) => void change({ badge })}
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
        onChange={(openAtLogin) => void change({ openAtLogin })}
        hint="What waits is then sent without your opening Gangway."
      >
        Open Gangway when you sign in to this computer
      </Switch>
      <NotSaved error={update.error} />
    </SettingsSection>
  );
}
