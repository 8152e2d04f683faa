import { defaultServiceInterface as usual, interfaceMembers } from '#shared/settings.ts';
import { bindClasses } from '../../class-names.ts';
import { useInterfaceSettings } from './interface-settings.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingTextField, type SettingReading } from './setting-text-field.tsx';
import styles from './settings-parts.module.css';
import { SettingsSection } from './settings-section.tsx';

const cls = bindClasses(styles);

/** What new invites and verifications begin with. */
export function InterfaceDefaultsSection() {
  const { settings, held, change, error } = useInterfaceSettings();
  return (
    <SettingsSection
      title="Defaults"
      lead="Forms start with these, and so do list rows without their own value."
    >
      <div className={cls('pair')}>
        <SettingTextField
          label={interfaceMembers.defaultCompanyId.label}
          optional
          hint="Sent as companyId with each new invite. Usually empty: nothing is sent."
          text={settings.defaultCompanyId?.toString() ?? ''}
          read={readCompanyId}
          onSave={(defaultCompanyId) => change({ defaultCompanyId })}
          maxLength={20}
          {...held('defaultCompanyId')}
        />
        <SettingTextField
          label={interfaceMembers.defaultVerificationType.label}
          hint={`The type that a license is submitted as. Usually ${usual.defaultVerificationType}.`}
          mono
          text={settings.defaultVerificationType}
          read={readType}
          onSave={(defaultVerificationType) => change({ defaultVerificationType })}
          maxLength={100}
          {...held('defaultVerificationType')}
        />
      </div>
      <NotSaved error={error} />
    </SettingsSection>
  );
}

function readCompanyId(typed: string): SettingReading<number | null> {
  if (typed === '') return { ok: true, value: null };
  const whole =
    /^-?\d+$/.test(typed) && Number.isSafeInteger(Number(typed)) && String(Number(typed)) === typed;
  return whole
    ? { ok: true, value: Number(typed) }
    : { ok: false, problem: 'Enter digits only, at most 15, without leading zeros.' };
}

function readType(typed: string): SettingReading<string> {
  return typed === '' ? { ok: false, problem: 'Enter a type, such as license.' } : { ok: true, value: typed };
}
