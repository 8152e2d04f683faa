import { Bookmark, BookmarkPlus, Pencil, Save, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { TextField } from '../../components/text-field.tsx';
import { adoptImport } from './import-store.ts';

const maxHeadings = 3;

interface PresetMenuProps {
  status: ImportStatus;
  disabled: boolean;
  onRefused: (problem: string | null) => void;
}

/** Saves the fields of the columns under a name; applies, renames or deletes saved ones. */
export function PresetMenu({ status, disabled, onRefused }: PresetMenuProps) {
  const { importId, presets, preset } = status;
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);

  function act(asking: Promise<CallResult<ImportStatus>>): void {
    void adoptImport(asking).then(onRefused);
  }

  const own: MenuChoice[] =
    preset === null
      ? []
      : [
          {
            id: 'update',
            label: `Save changes to “${preset.name}”`,
            icon: Save,
            apart: true,
            disabled: !preset.changed,
            onChoose: () => act(call('imports.savePreset', { importId, id: preset.id, name: preset.name })),
          },
          {
            id: 'rename',
            label: `Rename “${preset.name}”`,
            icon: Pencil,
            onChoose: () => setNaming('rename'),
          },
          {
            id: 'delete',
            label: `Delete “${preset.name}”`,
            icon: Trash2,
            danger: true,
            onChoose: () => act(call('imports.deletePreset', { importId, id: preset.id })),
          },
        ];

  return (
    <>
      {presets.length === 0 ? (
        <Button
          size="small"
          variant="quiet"
          icon={BookmarkPlus}
          disabled={disabled || status.headingsRow === null}
          onPress={() => setNaming('new')}
        >
          Save as preset
        </Button>
      ) : (
        <Menu
          label="Presets"
          width={280}
          trigger={
            <Button size="small" variant="quiet" icon={Bookmark} disabled={disabled}>
              Presets
            </Button>
          }
          choices={[
            ...presets.map(({ id, name }) => ({
              id,
              label: name,
              current: id === preset?.id,
              onChoose: () => act(call('imports.takePreset', { importId, id })),
            })),
            {
              id: 'new',
              label: 'Save as new preset',
              icon: BookmarkPlus,
              apart: true,
              disabled: status.headingsRow === null,
              onChoose: () => setNaming('new'),
            },
            ...own,
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

const form = 'preset-name';
const maxName = 80;

interface PresetNameProps {
  title: string;
  name: string;
  /** Returns a problem, or null once it is saved. */
  onSave: (name: string) => Promise<string | null>;
  onClose: () => void;
}

function PresetName({ title, name, onSave, onClose }: PresetNameProps) {
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed.trim() === '') {
      setProblem('Enter a name.');
      return;
    }
    setPending(true);
    const refused = await onSave(typed.trim());
    setPending(false);
    setProblem(refused);
    if (refused === null) onClose();
  }

  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pending={pending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <TextField
          label="Name"
          value={typed}
          onChange={setTyped}
          maxLength={maxName}
          error={problem}
          hint="The next file with the same headings uses it automatically."
          autoFocus
        />
      </form>
    </DialogFrame>
  );
}
