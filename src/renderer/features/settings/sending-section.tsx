import { NumberField } from '../../components/number-field.tsx';
import { classesOf } from '../../class-names.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';
import { Problem } from './problem.tsx';
import styles from './settings-parts.module.css';
import { SettingsSection } from './settings-section.tsx';

const cls = classesOf(styles);

/** How the outbox sends. */
export function SendingSection() {
  const { settings } = useWorkspace();
  const { change, error } = useChangeSettings();
  return (
    <SettingsSection title="Sending" lead="A service that is busy is left alone for as long as it asks.">
      <div className={cls('narrow')}>
        <NumberField
          label="Sent at the same time"
          hint="From 1 to 16"
          min={1}
          max={16}
          value={settings.concurrency}
          onChange={(concurrency) => {
            if (concurrency !== null && concurrency !== settings.concurrency) void change({ concurrency });
          }}
        />
      </div>
      <Problem error={error} />
    </SettingsSection>
  );
}
