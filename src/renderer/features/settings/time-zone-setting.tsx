import { Select } from '../../components/select.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';
import { NotSaved } from './not-saved.tsx';

/** What stands for the computer's own. */
const own = '';

/** UTC is known everywhere and listed nowhere. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Where a day begins and ends when requirements are judged, so that seats in several places say the same. */
export function TimeZoneSetting() {
  const { timeZone } = useWorkspace().settings;
  const { change, error } = useChangeSettings();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // One that this computer does not list, such as an older name, stays what it is.
  const listed = timeZone === null || zones.includes(timeZone) ? zones : [timeZone, ...zones];
  return (
    <>
      <Select
        label="Time zone"
        hint="Days begin and end here. Choose the one that your company works in, so that everyone sees the same."
        value={timeZone ?? own}
        onChange={(zone) => void change({ timeZone: zone === own ? null : zone })}
        choices={[
          { value: own, label: `This computer’s (${here.replaceAll('_', ' ')})` },
          ...listed.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
      <NotSaved error={error} />
    </>
  );
}
