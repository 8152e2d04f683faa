import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useStart } from '../../stores/session.ts';
import { openHelp, openDialog } from '../../stores/help.ts';
import { SettingsSection, NotSaved } from './settings-section.tsx';
import styles from './settings-parts.module.css';
import { Pencil } from 'lucide-react';
import { navigate } from '../../stores/navigation.ts';
import { openedFrom, templatesPlace, useTemplates } from '../templates/templates.ts';

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

export function TemplatesSection() {
  const { state } = useTemplates();
  const names = state.kind === 'ready' ? state.value.map(({ name }) => name) : [];
  return (
    <SettingsSection
      title="Message templates"
      lead="Messages for invites, with the vendor’s name and company filled in."
    >
      <NotSaved error={state.kind === 'failed' ? state.error : null} />
      {state.kind !== 'ready' ? null : (
        <p className="quiet">{names.length === 0 ? 'None yet.' : names.join(', ')}</p>
      )}
      <div className={`${cls('line')} row gap-8`}>
        <Button icon={Pencil} onPress={() => navigate(templatesPlace(openedFrom('settings')))}>
          Edit templates
        </Button>
      </div>
    </SettingsSection>
  );
}
