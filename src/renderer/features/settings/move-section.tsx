import { Download } from 'lucide-react';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { useExport } from '../../stores/export-file.ts';
import { useWorkspace } from '../../stores/session.ts';
import { NotSaved, SettingsSection } from './settings-section.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** Takes everything that this workspace keeps to another computer, in one file. */
export function MoveSection() {
  const { practice } = useWorkspace();
  const exporting = useExport();
  const { progress } = exporting;
  if (practice) return null;
  const share =
    progress === null || progress.total === 0 ? 0 : Math.round((progress.done / progress.total) * 100);
  return (
    <SettingsSection
      title="Move to another computer"
      lead="One file with the vendors, invites, verifications and documents kept here. The access token is not in it."
    >
      <MessageBlock tone="neu" slim>
        Unsent items are still sent from this computer. In the copy, they wait until you decide.
      </MessageBlock>
      <div className={`${cls('line')} row gap-8`}>
        <Button
          icon={Download}
          pending={progress !== null}
          onPress={() => void exporting.run(() => call('exports.beginWorkspace', null))}
        >
          {progress === null ? 'Export a workspace file' : `Exporting, ${share} %`}
        </Button>
        {progress === null ? null : <Button onPress={exporting.cancel}>Cancel</Button>}
      </div>
      <NotSaved error={exporting.error} />
    </SettingsSection>
  );
}
