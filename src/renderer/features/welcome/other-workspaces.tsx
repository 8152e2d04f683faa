import { Problem } from '../../components/problem.tsx';
import { Button } from '../../components/button.tsx';
import { shortAddress } from '../../stores/service-address.ts';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { adoptWorkspace, useStart } from '../../stores/session.ts';
import styles from './other-workspaces.module.css';

const cls = bindClasses(styles);

/** Workspaces that are on this computer already, while none is open. */
export function OtherWorkspaces() {
  const { workspaces } = useStart();
  const open = useAction('workspaces.open', adoptWorkspace);
  if (workspaces.length === 0) return null;
  return (
    <section className={cls('list')} aria-label="Workspaces on this computer">
      {workspaces.map((workspace) => (
        <div key={workspace.id} className={`${cls('workspace')} row between gap-12 quiet ruled-below`}>
          <span>
            <strong>{workspace.name}</strong>{' '}
            {workspace.practice ? 'Made-up data' : shortAddress(workspace.baseUrl)}
          </span>
          <Button size="small" pending={open.pending} onPress={() => void open.run({ id: workspace.id })}>
            Open
          </Button>
        </div>
      ))}
      <Problem error={open.error} />
    </section>
  );
}
