import { Select } from '../../components/select.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';
import { SettingNumberField } from './setting-number-field.tsx';
import { NotSaved } from './not-saved.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What stands for the computer's own. */
const own = '';

/** UTC is known everywhere and listed nowhere. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The time zone whose days count when requirements are judged, and how often final results are checked again. */
export function JudgingSection() {
  const { timeZone } = useWorkspace().settings;
  const { change, error } = useChangeSettings();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // One that this computer does not list, such as an older name, stays what it is.
  const listed = timeZone === null || zones.includes(timeZone) ? zones : [timeZone, ...zones];
  return (
    <SettingsSection
      title="Time zone and rechecks"
      lead="When a day begins for requirements and expiration dates."
    >
      <Select
        label="Time zone"
        hint="Days begin and end in this time zone. Choose the one your company works in, so everyone sees the same."
        value={timeZone ?? own}
        onChange={(zone) => void change({ timeZone: zone === own ? null : zone })}
        choices={[
          { value: own, label: `This computer’s (${here.replaceAll('_', ' ')})` },
          ...listed.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
      <SettingNumberField
        name="recheckDays"
        change={change}
        label="Recheck verified licenses after (days)"
        hint="A license can be revoked after it was verified. 0 turns this off."
        min={0}
        max={365}
      />
      <NotSaved error={error} />
    </SettingsSection>
  );
}
