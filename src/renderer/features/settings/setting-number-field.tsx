import { NumberField } from '../../components/number-field.tsx';
import { bindClasses } from '../../class-names.ts';
import { useWorkspace } from '../../stores/session.ts';
import styles from './settings-parts.module.css';
import type { useChangeSettings } from './change-settings.ts';

const cls = bindClasses(styles);

/** A setting of the workspace that is a number, saved once it is another one than before. */
export function SettingNumberField({
  name,
  change,
  ...field
}: {
  name: 'concurrency' | 'sendDelayS' | 'pictureCacheMb' | 'scoreThreshold' | 'recheckDays';
  change: ReturnType<typeof useChangeSettings>['change'];
  label: string;
  hint?: string;
  min: number;
  max: number;
}) {
  const value = useWorkspace().settings[name];
  return (
    <div className={cls('narrow')}>
      <NumberField
        {...field}
        value={value}
        onChange={(next) => {
          if (next !== null && next !== value) void change({ [name]: next });
        }}
      />
    </div>
  );
}
