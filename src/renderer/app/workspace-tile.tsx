import { ChevronsUpDown, FlaskConical, Plus, Settings2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { OpenWorkspace } from '#shared/ipc/app.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import { useAction } from '../stores/action.ts';
import { navigate } from '../stores/navigation.ts';
import { shortAddress, adoptWorkspace, useStart, useWorkspace } from '../stores/session.ts';
import styles from './workspace-tile.module.css';

const cls = bindClasses(styles);

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word.charAt(0)) : [name.trim().slice(0, 2)];
  return letters.join('').toUpperCase();
}

/** Shows Today of the workspace that was opened. */
export function enterWorkspace(workspace: OpenWorkspace): void {
  adoptWorkspace(workspace);
  navigate({ screen: 'today' });
}

/** The open workspace, with a menu of the others. */
export function WorkspaceTile() {
  const { workspaces } = useStart();
  const workspace = useWorkspace();
  const open = useAction('workspaces.open', enterWorkspace);
  const openPractice = useAction('workspaces.openPractice', enterWorkspace);
  const hasPractice = workspaces.some((one) => one.practice);
  const problem = open.error ?? openPractice.error;
  return (
    <div className="fixed ruled-below">
      <Menu
        label="Workspaces"
        width={240}
        trigger={
          <AriaButton className={`${cls('tile')} row gap-10 whole-width left ring-inside`}>
            <span aria-hidden className={`${cls('initials')} inline-row fixed centered rounded size-11 bold`}>
              {initials(workspace.name)}
            </span>
            <span className="stack grow words-when-wide" title={workspace.name}>
              <span className={`${cls('name')} one-line bold`}>{workspace.name}</span>
              <span className={`${cls('address')} one-line quiet small`}>
                {workspace.practice ? 'Made-up data' : shortAddress(workspace.baseUrl)}
              </span>
            </span>
            <span className="visually-hidden">, change workspace</span>
            <span className="faint when-wide">
              <Icon of={ChevronsUpDown} size={14} />
            </span>
          </AriaButton>
        }
        choices={[
          ...workspaces.map((one) => ({
            id: one.id,
            label: one.name,
            detail: one.practice ? 'Made-up data' : shortAddress(one.baseUrl),
            current: one.id === workspace.id,
            onChoose: () => {
              if (one.id !== workspace.id) void open.run({ id: one.id });
            },
          })),
          ...(hasPractice
            ? []
            : [
                {
                  id: 'practice',
                  label: 'Open practice',
                  icon: FlaskConical,
                  apart: true,
                  onChoose: () => void openPractice.run(null),
                },
              ]),
          {
            id: 'connect',
            label: 'Connect another company',
            icon: Plus,
            apart: hasPractice,
            onChoose: () => navigate({ screen: 'settings', path: ['connect'] }),
          },
          {
            id: 'settings',
            label: 'Workspace settings',
            icon: Settings2,
            onChoose: () => navigate({ screen: 'settings' }),
          },
        ]}
      />
      {problem === null ? null : (
        <p role="alert" className={`${cls('problem')} note negative`}>
          {problem.message}
        </p>
      )}
    </div>
  );
}
