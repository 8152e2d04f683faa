import { Switch } from '../../components/toggles.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingNumberField } from './setting-number-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How the outbox sends. */
export function SendingSection() {
  const { settings } = useWorkspace();
  const { change, error } = useChangeSettings();
  return (
    <SettingsSection title="Sending" lead="When the service is busy, Gangway waits as long as it asks.">
      <SettingNumberField
        name="concurrency"
        change={change}
        label="Requests at once"
        hint="From 1 to 16"
        min={1}
        max={16}
      />
      <SettingNumberField
        name="sendDelayS"
        change={change}
        label="Seconds to undo what you queue together"
        hint="From 0 to 60. Lists, reminders and items that you resend together wait this long, so Undo can cancel all of them."
        min={0}
        max={60}
      />
      <Switch
        checked={settings.delaySingles}
        disabled={settings.sendDelayS === 0}
        hint="You can then undo each invite and verification for the same time."
        onChange={(delaySingles) => void change({ delaySingles })}
      >
        Also delay single items
      </Switch>
      <NotSaved error={error} />
    </SettingsSection>
  );
}
