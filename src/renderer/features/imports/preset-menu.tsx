import { Bookmark, BookmarkPlus, Pencil, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { useImport } from './import-store.ts';
import { PresetName } from './preset-name.tsx';

const maxHeadings = 3;

/** Keeps what the columns are under a name, and takes, renames or deletes what was kept. */
export function PresetMenu({
  status,
  disabled,
  onRefused,
}: {
  status: ImportStatus;
  disabled: boolean;
  onRefused: (problem: string | null) => void;
}) {
  const { importId, presets, preset } = status;
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);

  async function adopt(asking: Promise<CallResult<ImportStatus>>): Promise<string | null> {
    const result = await asking;
    if (result.ok) useImport.setState({ status: result.value });
    return result.ok ? null : result.error.message;
  }

  function act(asking: Promise<CallResult<ImportStatus>>): void {
    void adopt(asking).then(onRefused);
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
            adopt(
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

/** What a preset is called where a person gives it no other name: the first headings of its file. */
function nameByHeadings({ columns }: ImportStatus): string {
  const headings = columns.map(({ heading }) => heading).filter((heading) => heading !== '');
  const more = headings.length - maxHeadings;
  const first = headings.slice(0, maxHeadings).join(', ').slice(0, 60);
  return more > 0 ? `${first} and ${more} more` : first;
}
