import { defaultServiceInterface as usual, interfaceMembers } from '#shared/settings.ts';
import { Switch } from '../../components/toggles.tsx';
import { bindClasses } from '../../class-names.ts';
import { useInterfaceSettings } from './interface-settings.ts';
import { Observed, useExchanges } from './observed.tsx';
import { slowestSeen } from './observed-words.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingTextField, type SettingReading } from './setting-text-field.tsx';
import styles from './settings-parts.module.css';
import { SettingsSection } from './settings-section.tsx';

const cls = bindClasses(styles);

/** What the service does with an item that comes twice, and how long its answers take. */
export function InterfaceSendingSection() {
  const { settings, held, change, error } = useInterfaceSettings();
  const { slowestSendMs, slowestReadMs } = useExchanges();
  return (
    <SettingsSection
      title="Unanswered requests"
      lead="What Gangway may do automatically when a reply is lost, and when a reply counts as lost."
    >
      <Switch
        checked={settings.honoursIdempotencyKey}
        onChange={(honoursIdempotencyKey) => change({ honoursIdempotencyKey })}
        hint="Usually off. Every item carries a number that stays the same on each attempt (Idempotency-Key). If the service tracks these numbers, Gangway sends an invite again automatically when its answer was lost. Leave this off unless your administrator is sure: where the service ignores the numbers, vendors could get a second email."
        {...held('honoursIdempotencyKey')}
      >
        {interfaceMembers.honoursIdempotencyKey.label}
      </Switch>
      <Switch
        checked={settings.resubmittingIsHarmless}
        onChange={(resubmittingIsHarmless) => change({ resubmittingIsHarmless })}
        hint="Usually off. A license verification whose answer was lost is then submitted again automatically, three times at most. Leave this off where the service bills each submission or keeps each as a separate case."
        {...held('resubmittingIsHarmless')}
      >
        {interfaceMembers.resubmittingIsHarmless.label}
      </Switch>
      <div className={cls('pair')}>
        <div>
          <SettingTextField
            label={interfaceMembers.sendTimeoutS.label}
            hint={`How long Gangway waits for an answer before the item reads “May have been sent”. From 10 to 600, usually ${usual.sendTimeoutS}.`}
            text={String(settings.sendTimeoutS)}
            read={secondsFrom(10)}
            onSave={(sendTimeoutS) => change({ sendTimeoutS })}
            maxLength={10}
            {...held('sendTimeoutS')}
          />
          <Observed>{slowestSeen(slowestSendMs)}</Observed>
        </div>
        <div>
          <SettingTextField
            label={interfaceMembers.readTimeoutS.label}
            hint={`For results, documents and vendors. From 5 to 600, usually ${usual.readTimeoutS}.`}
            text={String(settings.readTimeoutS)}
            read={secondsFrom(5)}
            onSave={(readTimeoutS) => change({ readTimeoutS })}
            maxLength={10}
            {...held('readTimeoutS')}
          />
          <Observed>{slowestSeen(slowestReadMs)}</Observed>
        </div>
      </div>
      <NotSaved error={error} />
    </SettingsSection>
  );
}

function secondsFrom(fewest: number) {
  return (typed: string): SettingReading<number> =>
    /^\d{1,3}$/.test(typed) && Number(typed) >= fewest && Number(typed) <= 600
      ? { ok: true, value: Number(typed) }
      : { ok: false, problem: `Enter whole seconds from ${fewest} to 600.` };
}
