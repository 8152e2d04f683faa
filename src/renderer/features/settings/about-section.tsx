import { FactList } from '../../components/fact-list.tsx';
import { useStart } from '../../stores/session.ts';
import { SettingsSection } from './settings-section.tsx';

/** Which Gangway this is. */
export function AboutSection() {
  const { version, host } = useStart();
  return (
    <SettingsSection title="About">
      <FactList
        facts={[
          { label: 'Version', value: version },
          { label: 'Runs as', value: host === 'electron' ? 'Desktop app' : 'In a browser, on this computer' },
        ]}
      />
    </SettingsSection>
  );
}
