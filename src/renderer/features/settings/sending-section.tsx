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
    <SettingsSection title="Sending" lead="A service that is busy is left alone for as long as it asks.">
      <SettingNumberField
        name="concurrency"
        change={change}
        label="Sent at the same time"
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
        hint="Each invite and verification can then be undone for as long."
        onChange={(delaySingles) => void change({ delaySingles })}
      >
        Wait as long with what you queue on its own
      </Switch>
      <NotSaved error={error} />
    </SettingsSection>
  );
}
