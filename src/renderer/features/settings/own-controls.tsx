import { Eye, Trash2 } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import type { AppSettings } from '#shared/settings/app-settings.ts';
import { counted } from '#shared/base/counted.ts';
import { isoDay, localDay, type CalendarDay } from '#shared/base/dates.ts';
import type { Setting } from '#shared/settings/setting.ts';
import type { DateForm, WorkspaceSettings } from '#shared/settings/settings.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Select } from '../../components/select.tsx';
import { RadioGroup } from '../../components/toggles.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { openShortcuts } from '../../stores/help.ts';
import { useNow } from '../../stores/now.ts';
import { adoptWorkspace, useWorkspace } from '../../stores/session.ts';
import { BrowserNotifications } from './browser-notifications.tsx';
import { ChangeShortcuts } from './change-shortcuts.tsx';
import { NotSaved } from './not-saved.tsx';
import { ObservedOf, useExchanges, wrappingSeen } from './observed.tsx';
import { PictureUsage } from './picture-usage.tsx';
import styles from './settings-parts.module.css';
import { StatusWordList } from './status-word-list.tsx';

const cls = bindClasses(styles);

interface OwnControlProps {
  setting: Setting;
  /** The administrator's word where the setting is held. */
  hint: string | undefined;
  held: boolean;
  onChange: (value: unknown) => void;
}

type SettingName = keyof AppSettings | keyof WorkspaceSettings;

/** The settings that have a control of their own. */
export const ownControls: Partial<Record<SettingName, ComponentType<OwnControlProps>>> = {
  answerRules: KeptRules,
  dateForm: DateForms,
  shortcuts: Shortcuts,
  statusWords: StatusWordList,
  timeZone: TimeZone,
};

/** What stands below the row of a setting. */
export const below: Partial<Record<SettingName, ComponentType>> = {
  envelope: WrappingOffer,
  notifyResults: BrowserNotifications,
  pictureCacheMb: PictureUsage,
};

/** UTC is known everywhere and listed nowhere. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
/** What is chosen for the computer's own. */
const ownZone = '';

function TimeZone({ setting: { label }, hint, onChange }: OwnControlProps) {
  const { timeZone } = useWorkspace().settings;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // One that this computer does not list, such as an older name, stays what it is.
  const listed = timeZone === null || zones.includes(timeZone) ? zones : [timeZone, ...zones];
  return (
    <Select
      label={label}
      hint={hint}
      value={timeZone ?? ownZone}
      onChange={(zone) => onChange(zone === ownZone ? null : zone)}
      choices={[
        { value: ownZone, label: `This computer’s (${here.replaceAll('_', ' ')})` },
        ...listed.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      ]}
    />
  );
}

function Shortcuts() {
  const [changing, setChanging] = useState(false);
  return (
    <>
      <div className={`${cls('line')} row gap-8`}>
        <Button onPress={() => setChanging(true)}>Change shortcuts</Button>
        <Button onPress={openShortcuts}>Show all shortcuts</Button>
      </div>
      {changing ? <ChangeShortcuts onClose={() => setChanging(false)} /> : null}
    </>
  );
}

/** Rules for unclear answers, as they were kept beside an item; here they can be removed. */
function KeptRules({ setting: { label }, held, onChange }: OwnControlProps) {
  const { answerRules } = useWorkspace().settings;
  if (answerRules.length === 0) return null;
  return (
    <ul className="ruled-above" aria-label={label}>
      {answerRules.map((rule) => (
        <li key={`${rule.conclusion} ${rule.pattern}`} className={`${cls('item')} row gap-12 ruled-below`}>
          <span className={`${cls('word')} grow small breakable`}>{rule.pattern}</span>
          <span>{rule.treatAs === 'sent' ? 'Treated as sent' : 'Treated as not sent'}</span>
          <IconButton
            icon={Trash2}
            label={`Remove the rule for ${rule.pattern}`}
            disabled={held}
            onPress={() => onChange(answerRules.filter((other) => other !== rule))}
          />
        </li>
      ))}
    </ul>
  );
}

/** Offers the envelope that answers looked wrapped in. */
function WrappingOffer() {
  const { settings, interfacePolicy } = useWorkspace();
  const { run, error } = useAction('workspaces.updateSettings', adoptWorkspace);
  const wrapping = wrappingSeen(useExchanges());
  if (settings.envelope !== null || wrapping === null) return null;
  return (
    <>
      <MessageBlock
        tone="neu"
        icon={Eye}
        title={`${counted(wrapping.answers, 'answer was', 'answers were')} wrapped in ${wrapping.name}.`}
        actions={
          interfacePolicy.members.includes('envelope') ? undefined : (
            <Button size="small" onPress={() => void run({ envelope: wrapping.name })}>
              Use it
            </Button>
          )
        }
      >
        Without this setting, Gangway can’t read the data inside.
      </MessageBlock>
      <NotSaved error={error} />
    </>
  );
}

function DateForms({ setting: { label }, hint, held, onChange }: OwnControlProps) {
  const { dateForm } = useWorkspace().settings;
  const today = localDay(new Date(useNow('minute')));
  return (
    <>
      <RadioGroup
        label={label}
        hint={hint}
        disabled={held}
        value={dateForm}
        onChange={onChange}
        choices={dateChoices(today)}
      />
      <ObservedOf name="dateForm" />
    </>
  );
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
