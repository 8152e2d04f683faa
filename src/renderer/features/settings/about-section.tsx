import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useStart } from '../../stores/session.ts';
import { openHelp, openDialog } from '../../stores/help.ts';
import { SettingsSection } from './settings-section.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** Which Gangway this is, whose works are in it, and what whoever helps needs to know. */
export function AboutSection() {
  const { version, host } = useStart();
  const showLogs = useAction('desktop.showLogs');
  const [folder, setFolder] = useState<string | null>(null);

  async function openLogs(): Promise<void> {
    const result = await showLogs.run(null);
    if (result.ok && !result.value.shown) setFolder(result.value.folder);
  }

  return (
    <SettingsSection title="About" lead="Diagnostics are shown before you copy them.">
      <FactList
        facts={[
          { label: 'Version', value: version },
          { label: 'Runs as', value: host === 'electron' ? 'Desktop app' : 'In a browser, on this computer' },
        ]}
      />
      <div className={`${cls('line')} row gap-8`}>
        <Button onPress={() => openHelp('news')}>What’s new</Button>
        <Button onPress={() => openDialog('about')}>Licenses</Button>
        <Button onPress={() => openDialog('diagnostics')}>Show diagnostics</Button>
        <Button pending={showLogs.pending} onPress={() => void openLogs()}>
          {host === 'electron' ? 'Open logs folder' : 'Where are the logs?'}
        </Button>
      </div>
      <Problem error={showLogs.error} />
      {folder === null ? null : (
        <MessageBlock tone="neu" live quote={folder}>
          The logs are in this folder:
        </MessageBlock>
      )}
    </SettingsSection>
  );
}
