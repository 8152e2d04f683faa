import { isoDay, localDay, type CalendarDay } from '#shared/dates.ts';
import type { ScoreKind } from '#shared/observations.ts';
import { interfaceMembers, type DateForm, type ScoreScale } from '#shared/settings.ts';
import { Select } from '../../components/select.tsx';
import { RadioGroup } from '../../components/toggles.tsx';
import { bindClasses } from '../../class-names.ts';
import { useNow } from '../../stores/now.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useInterfaceSettings } from './interface-settings.ts';
import { Observed } from './observed.tsx';
import { datesSeen, scoresSeen } from './observed-words.ts';
import { SettingTextField, type SettingReading } from './setting-text-field.tsx';
import { NotSaved } from './not-saved.tsx';
import styles from './settings-parts.module.css';
import { SettingsSection } from './settings-section.tsx';

const cls = bindClasses(styles);

const scaleChoices: readonly { value: ScoreScale; label: string }[] = [
  { value: 'recognise', label: 'Recognize it' },
  { value: 'zero_to_one', label: '0 to 1' },
  { value: 'zero_to_ten', label: '0 to 10' },
  { value: 'zero_to_hundred', label: '0 to 100' },
];

/** The scales that the service's scores are on. */
export function InterfaceScalesSection() {
  const { settings, held, change, error } = useInterfaceSettings();
  const { scores } = useWorkspace().observed;
  const scale = (name: 'scoreScale' | 'partScoreScale' | 'confidenceScale', kind: ScoreKind) => (
    <div>
      <Select
        label={interfaceMembers[name].label}
        value={settings[name]}
        choices={scaleChoices}
        onChange={(chosen) => change({ [name]: chosen })}
        {...held(name)}
      />
      <Observed>{scoresSeen(scores[kind])}</Observed>
    </div>
  );
  return (
    <SettingsSection
      title="Scales of scores"
      lead="Gangway usually recognizes it from all results together. Where it is not clear, a score is shown as received until you choose."
    >
      <div className={cls('triple')}>
        {scale('scoreScale', 'overall')}
        {scale('partScoreScale', 'parts')}
        {scale('confidenceScale', 'confidence')}
      </div>
      <NotSaved error={error} />
    </SettingsSection>
  );
}

/** How the service writes dates, and how dates are sent to it. */
export function InterfaceDatesSection() {
  const { settings, held, change, error } = useInterfaceSettings();
  const { dates } = useWorkspace().observed;
  const today = localDay(new Date(useNow('minute')));
  return (
    <SettingsSection
      title="Dates of the service"
      lead="How Gangway reads ambiguous dates, and how it sends dates."
    >
      <RadioGroup
        label={interfaceMembers.dateForm.label}
        value={settings.dateForm}
        onChange={(dateForm) => change({ dateForm })}
        choices={dateChoices(today)}
        {...held('dateForm')}
      />
      <Observed>{datesSeen(dates)}</Observed>
      <SettingTextField
        label={interfaceMembers.neverExpires.label}
        optional
        hint="What the service writes as the expiration of a license that doesn’t expire, such as Perpetual or 12/31/9999. Separate with commas."
        text={settings.neverExpires.join(', ')}
        read={readWords}
        onSave={(neverExpires) => change({ neverExpires })}
        maxLength={1000}
        {...held('neverExpires')}
      />
      <NotSaved error={error} />
    </SettingsSection>
  );
}

function readWords(typed: string): SettingReading<string[]> {
  const words = typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.some((word) => word.length > 100))
    return { ok: false, problem: 'Enter words of at most 100 characters.' };
  if (words.length > 20) return { ok: false, problem: 'Enter at most 20 words.' };
  return { ok: true, value: words };
}

function dateChoices(today: CalendarDay): { value: DateForm; label: string; hint: string }[] {
  const two = (figure: number) => String(figure).padStart(2, '0');
  const [month, day] = [two(today.month), two(today.day)];
  const epoch = Date.UTC(today.year, today.month - 1, today.day);
  const written = (text: string) => `Today is ${text}.`;
  return [
    {
      value: 'recognise',
      label: 'Recognize it',
      hint: `The usual choice. Gangway recognizes it from all dates together; sent as ${isoDay(today)}.`,
    },
    { value: 'iso', label: 'Year, month, day', hint: written(isoDay(today)) },
    { value: 'month_first', label: 'Month first', hint: written(`${month}/${day}/${today.year}`) },
    { value: 'day_first', label: 'Day first', hint: written(`${day}/${month}/${today.year}`) },
    { value: 'epoch_seconds', label: 'Seconds since 1970', hint: written(String(epoch / 1000)) },
    { value: 'epoch_milliseconds', label: 'Milliseconds since 1970', hint: written(String(epoch)) },
  ];
}
