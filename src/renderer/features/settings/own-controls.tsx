import { Eye, Trash2, Bell } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import type { AppSettings } from '#shared/settings/app-settings.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { isoDay, localDay, type CalendarDay } from '#shared/base/dates.ts';
import type { Setting } from '#shared/settings/setting.ts';
import type { DateForm, WorkspaceSettings } from '#shared/settings/settings.ts';
import { Button, SmallButton, IconButton } from '../../components/button.tsx';
import { MessageBlock, Note } from '../../components/message-block.tsx';
import { Select } from '../../components/select.tsx';
import { RadioGroup } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { openShortcuts } from '../../stores/help.ts';
import { useNow } from '../../time.ts';
import { adoptWorkspace, useWorkspace, useStart } from '../../stores/session.ts';
import { ChangeShortcuts } from './change-shortcuts.tsx';
import { NotSaved } from './settings-section.tsx';
import { useSeenAnswers, wrappingSeen } from './observed.tsx';
import { StatusWordList } from './status-word-list.tsx';
import { askForNewsLeave, newsLeave } from '../../stores/news.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useLive } from '../../stores/live.ts';

interface OwnControlProps {
  setting: Setting;
  /** The administrator's note on a locked setting. */
  hint: string | undefined;
  held: boolean;
  onChange: (value: unknown) => void;
}

type SettingName = keyof AppSettings | keyof WorkspaceSettings;

export const ownControls: Partial<Record<SettingName, ComponentType<OwnControlProps>>> = {
  answerRules: KeptRules,
  dateForm: DateForms,
  shortcuts: Shortcuts,
  statusWords: StatusWordList,
  timeZone: TimeZone,
};

export const below: Partial<Record<SettingName, ComponentType>> = {
  envelope: WrappingOffer,
  notifyResults: BrowserNotifications,
  pictureCacheMb: PictureUsage,
};

/** UTC is valid everywhere but never listed. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
/** Stands for the computer's own time zone. */
const ownZone = '';

function TimeZone({ setting: { label }, hint, onChange }: OwnControlProps) {
  const { timeZone } = useWorkspace().settings;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // A zone that this computer does not list, such as an older name, stays.
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
      <div className="row gap-8 wraps-narrow">
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
        <li
          key={`${rule.conclusion} ${rule.pattern}`}
          className="row gap-12 ruled-below pad-3-0 least-38 wraps-narrow"
        >
          <span className="grow small breakable mono">{rule.pattern}</span>
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
  const wrapping = wrappingSeen(useSeenAnswers());
  if (settings.envelope !== null || wrapping === null) return null;
  return (
    <>
      <MessageBlock
        tone="neu"
        icon={Eye}
        title={`${pluralize(wrapping.answers, 'answer was', 'answers were')} wrapped in ${wrapping.name}.`}
        actions={
          interfacePolicy.members.includes('envelope') ? undefined : (
            <SmallButton onPress={() => void run({ envelope: wrapping.name })}>Use it</SmallButton>
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
    <RadioGroup
      label={label}
      hint={hint}
      disabled={held}
      value={dateForm}
      onChange={onChange}
      choices={dateChoices(today)}
    />
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

/** Asks for a browser's leave to notify, or says that the browser gives none. */
function BrowserNotifications() {
  const { settings, host } = useStart();
  const [leave, setLeave] = useState(newsLeave());
  if (host === 'electron' || !settings.notifyResults || leave === 'granted') return null;
  if (leave === 'not_asked') {
    return (
      <div>
        <Button icon={Bell} onPress={() => void askForNewsLeave().then(setLeave)}>
          Allow notifications in this browser
        </Button>
      </div>
    );
  }
  return (
    <Note>
      {leave === 'denied'
        ? 'This browser blocks Gangway’s notifications. You can allow them in its settings for this page.'
        : 'This browser doesn’t support notifications.'}
    </Note>
  );
}

/** How much room the pictures of documents take that are kept for reading them without a network, and clearing them. */
function PictureUsage() {
  const { value: kept, adopt } = useLive('documents.pictureUsage', null, ['documents.changed']);
  const clear = useAction('documents.clearPictures', adopt);
  const [asking, setAsking] = useState(false);
  if (kept === null) return null;
  return (
    <>
      <p role="status">{words(kept)}</p>
      <div>
        <Button icon={Trash2} disabled={kept.fetched.files === 0} onPress={() => setAsking(true)}>
          Clear
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          title="Clear the pictures?"
          confirmLabel="Clear"
          onClose={() => setAsking(false)}
          onConfirm={() => clear.run(null)}
        >
          Documents, scores, decisions and your own copies stay. A picture is fetched again when its document
          is opened online.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function words({ fetched, local }: CallOutput<'documents.pictureUsage'>): string {
  const own =
    local.files === 0
      ? ''
      : ` Plus ${local.files} ${local.files === 1 ? 'copy' : 'copies'} of your own, ${megabytes(local.bytes)}.`;
  if (fetched.files === 0) return `No picture is kept.${own}`;
  const pictures = fetched.files === 1 ? '1 picture is' : `${fetched.files.toLocaleString()} pictures are`;
  return `${pictures} kept, ${megabytes(fetched.bytes)}.${own}`;
}

function megabytes(bytes: number): string {
  const size = bytes / (1024 * 1024);
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString()} MB`;
}
