import { Plus } from 'lucide-react';
import { shortAddress, adoptWorkspace, useStart, useWorkspace } from '../../stores/session.ts';
import { Button } from '../../components/button.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { navigate } from '../../stores/navigation.ts';
import { Problem } from '../../components/message-block.tsx';
import styles from './settings-parts.module.css';
import { SettingsSection } from './settings-section.tsx';

const cls = bindClasses(styles);

/** The workspaces on this computer. Each has its own data; nothing passes from one to another. */
export function WorkspacesSection() {
  const { workspaces } = useStart();
  const current = useWorkspace();
  const open = useAction('workspaces.open', adoptWorkspace);
  const openPractice = useAction('workspaces.openPractice', adoptWorkspace);
  const problem = open.error ?? openPractice.error;
  return (
    <SettingsSection
      title="Workspaces"
      lead="Each has its own data and token. Nothing passes from one to another."
    >
      <ul className="ruled-above">
        {workspaces.map((one) => (
          <li key={one.id} className={`${cls('item')} row gap-12 ruled-below pad-3-0`}>
            <span className={`${cls('grow')} grow`}>
              <strong>{one.name}</strong>{' '}
              <span className="quiet">{one.practice ? 'Practice' : shortAddress(one.baseUrl)}</span>
            </span>
            {one.id === current.id ? (
              <span className="quiet">Open now</span>
            ) : (
              <>
                {one.lastOpenedAt === null ? null : (
                  <span className="quiet">
                    opened <TimeText at={one.lastOpenedAt} />
                  </span>
                )}
                <Button size="small" disabled={open.pending} onPress={() => void open.run({ id: one.id })}>
                  Open
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <Problem title="This workspace could not be opened." error={problem} />
      <div className={`${cls('line')} row gap-8`}>
        <Button icon={Plus} onPress={() => navigate({ screen: 'settings', path: ['connect'] })}>
          Connect another company
        </Button>
        {workspaces.some((one) => one.practice) ? null : (
          <Button pending={openPractice.pending} onPress={() => void openPractice.run(null)}>
            Open practice
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}
