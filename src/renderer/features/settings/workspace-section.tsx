import { useState, type FormEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TextField } from '../../components/text-field.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useNow } from '../../stores/now.ts';
import { adoptWorkspace, useWorkspace } from '../../stores/session.ts';
import { listTime } from '../../time.ts';
import { ChangeAddressDialog } from './change-address.tsx';
import { NotSaved, SettingsSection } from './settings-section.tsx';
import { SettingFields } from './setting-fields.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

/** The workspace's name and address. */
export function WorkspaceSection() {
  return <NameAndAddress key={useWorkspace().id} />;
}

function NameAndAddress() {
  const workspace = useWorkspace();
  const rename = useAction('workspaces.rename', adoptWorkspace);
  const { attach, ...form } = useForm(
    { name: workspace.name },
    { name: ({ name }) => (name.trim() === '' ? 'Give the workspace a name.' : null) },
  );
  const [changing, setChanging] = useState(false);
  const now = useNow('minute');
  const changed = form.values.name.trim() !== workspace.name;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (form.check()) void rename.run({ name: form.values.name.trim() });
  }

  return (
    <SettingsSection title="Name and address" lead="The name shows only on this computer.">
      <form ref={attach} noValidate onSubmit={submit} className={`${cls('line', 'end')} row gap-8`}>
        <div className={`${cls('grow')} grow`}>
          <TextField label="Name" {...form.bind('name')} maxLength={120} />
        </div>
        <Button type="submit" disabled={!changed} pending={rename.pending}>
          Save name
        </Button>
      </form>
      <NotSaved error={rename.error} />
      <FactList
        facts={[
          { label: 'Address', value: <Verbatim>{workspace.baseUrl}</Verbatim> },
          ...workspace.addressChanges.toReversed().map(({ at, from }) => ({
            label: `Until ${listTime(at, now)}`,
            value: <Verbatim>{from}</Verbatim>,
          })),
          {
            label: 'Kind',
            value: workspace.practice
              ? 'Practice, with made-up data. Nothing leaves this computer.'
              : 'Your company',
          },
        ]}
      />
      <SettingFields section="Name and address" />
      {workspace.practice ? null : (
        <div>
          <Button onPress={() => setChanging(true)}>Change the address</Button>
        </div>
      )}
      {changing ? <ChangeAddressDialog suggested="" onClose={() => setChanging(false)} /> : null}
    </SettingsSection>
  );
}
