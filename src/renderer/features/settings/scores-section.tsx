import { useWorkspace } from '../../stores/session.ts';
import { useChangeSettings } from './change-settings.ts';
import { NotSaved } from './not-saved.tsx';
import { SettingNumberField } from './setting-number-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How the scores of documents are read. */
export function ScoresSection() {
  const { settings } = useWorkspace();
  const { change, error } = useChangeSettings();
  const { scoreThreshold: threshold } = settings;
  return (
    <SettingsSection
      title="Document scores"
      lead="Scores are shown as the service gives them, with a word for each."
    >
      <SettingNumberField name="scoreThreshold" change={change} label="Fair from" min={1} max={99} />
      <p className="quiet">
        Under {Math.max(0, threshold - 20)} is poor, under {threshold} weak, under{' '}
        {Math.min(100, threshold + 15)} fair, and good from there.
      </p>
      <NotSaved error={error} />
    </SettingsSection>
  );
}
