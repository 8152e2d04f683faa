import { Bookmark, BookmarkPlus, Pencil, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { SmallButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../stores/form.ts';
import { adoptImport } from './import-store.ts';

const maxHeadings = 3;

interface PresetMenuProps {
  status: ImportStatus;
  disabled: boolean;
  onRefused: (problem: string | null) => void;
}

export function PresetMenu({ status, disabled, onRefused }: PresetMenuProps) {
  const { importId, presets, preset } = status;
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);

  function act(asking: Promise<CallResult<ImportStatus>>): void {
    void adoptImport(asking).then(onRefused);
  }

  const own = (name: string, id: string, changed: boolean): MenuChoice[] => [
    {
      label: `Save changes to “${name}”`,
      icon: Save,
      apart: true,
      disabled: !changed,
      onChoose: () => act(call('imports.savePreset', { importId, id, name })),
    },
    { label: `Rename “${name}”`, icon: Pencil, onChoose: () => setNaming('rename') },
    {
      label: `Delete “${name}”`,
      icon: Trash2,
      danger: true,
      onChoose: () => act(call('imports.deletePreset', { importId, id })),
    },
  ];

  return (
    <>
      {presets.length === 0 ? (
        <SmallButton
          variant="quiet"
          icon={BookmarkPlus}
          disabled={disabled || status.headingsRow === null}
          onPress={() => setNaming('new')}
        >
          Save as preset
        </SmallButton>
      ) : (
        <Menu
          label="Presets"
          width={280}
          button={{ size: 'small', variant: 'quiet', icon: Bookmark, disabled }}
          choices={[
            ...presets.map(({ id, name }) => ({
              id,
              label: name,
              current: id === preset?.id,
              onChoose: () => act(call('imports.takePreset', { importId, id })),
            })),
            {
              label: 'Save as new preset',
              icon: BookmarkPlus,
              apart: true,
              disabled: status.headingsRow === null,
              onChoose: () => setNaming('new'),
            },
            ...(preset === null ? [] : own(preset.name, preset.id, preset.changed)),
          ]}
        />
      )}
      {naming === null ? null : (
        <PresetName
          title={naming === 'new' ? 'Save the columns as a preset' : 'Rename the preset'}
          name={naming === 'new' ? nameByHeadings(status) : (preset?.name ?? '')}
          onClose={() => setNaming(null)}
          onSave={(name) =>
            adoptImport(
              naming === 'rename' && preset !== null
                ? call('imports.renamePreset', { importId, id: preset.id, name })
                : call('imports.savePreset', { importId, id: null, name }),
            )
          }
        />
      )}
    </>
  );
}

function nameByHeadings({ columns }: ImportStatus): string {
  const headings = columns.map(({ heading }) => heading).filter((heading) => heading !== '');
  const more = headings.length - maxHeadings;
  const first = headings.slice(0, maxHeadings).join(', ').slice(0, 60);
  return more > 0 ? `${first} and ${more} more` : first;
}

interface PresetNameProps {
  title: string;
  name: string;
  /** Returns a problem, or null once it is saved. */
  onSave: (name: string) => Promise<string | null>;
  onClose: () => void;
}

function PresetName({ title, name, onSave, onClose }: PresetNameProps) {
  const [pending, setPending] = useState(false);
  const { values, bind, refuse, formProps } = useForm(
    { name },
    { name: (typed) => (typed.name.trim() === '' ? 'Enter a name.' : null) },
  );

  async function save(): Promise<void> {
    setPending(true);
    const refused = await onSave(values.name.trim());
    setPending(false);
    if (refused === null) onClose();
    else refuse('name', refused);
  }

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      submit={{ children: 'Save', pending }}
      form={formProps(() => void save())}
    >
      <TextField
        label="Name"
        {...bind('name')}
        maxLength={80}
        hint="The next file with the same headings uses it automatically."
        autoFocus
      />
    </FormDialog>
  );
}
