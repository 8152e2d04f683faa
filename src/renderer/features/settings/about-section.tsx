import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { bindClasses } from '../../class-names.ts';
import { useLogsFolder } from '../../stores/action.ts';
import { useStart } from '../../stores/session.ts';
import { openHelp, openDialog } from '../../stores/help.ts';
import { SettingsSection } from './settings-section.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** Which Gangway this is, whose works are in it, and what whoever helps needs to know. */
export function AboutSection() {
  const { version, host } = useStart();
  const logs = useLogsFolder();
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
        <Button pending={logs.pending} onPress={logs.show}>
          {host === 'electron' ? 'Open logs folder' : 'Where are the logs?'}
        </Button>
      </div>
      <Problem error={logs.error} />
      {logs.folder === null ? null : (
        <MessageBlock tone="neu" live quote={logs.folder}>
          The logs are in this folder:
        </MessageBlock>
      )}
    </SettingsSection>
  );
}
