import { Bookmark, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ListName, SavedView } from '#shared/settings/lists.ts';
import { useWork } from '../stores/action.ts';
import { handleSubmit } from '../stores/form.ts';
import { useToasts } from '../stores/toasts.ts';
import { useViews, type SavedViews } from '../stores/views.ts';
import { Button, SmallButton, IconButton } from './button.tsx';
import { DialogFrame, FormDialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { Problem } from './message-block.tsx';
import { TextField } from './text-field.tsx';

interface ViewsMenuProps {
  list: ListName;
  /** An icon without a label. */
  small?: boolean;
}

export function ViewsMenu({ list, small = false }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const saved = useViews(list);
  const { views, current } = saved;
  return (
    <>
      <Menu
        label="Views"
        width={240}
        trigger={
          small ? (
            <IconButton icon={Bookmark} label={current === null ? 'Views' : `Views, ${current.name}`} />
          ) : (
            <SmallButton
              variant="quiet"
              icon={Bookmark}
              label={current === null ? 'Views' : `Views, ${current.name}`}
            >
              {current === null ? 'Views' : current.name}
            </SmallButton>
          )
        }
        choices={[
          ...views.map((view) => ({
            id: view.id,
            label: view.name,
            current: view.id === current?.id,
            onChoose: () => saved.open(view),
          })),
          {
            label: 'Save this view',
            detail: saved.full ? 'Delete one first' : 'With filter, order and columns',
            icon: Plus,
            apart: views.length > 0,
            disabled: saved.full || current !== null,
            onChoose: () => setDialog('save'),
          },
          views.length === 0
            ? null
            : { label: 'Rename or delete views', icon: Pencil, onChoose: () => setDialog('manage') },
        ]}
      />
      {dialog === 'save' ? <SaveView saved={saved} onClose={() => setDialog(null)} /> : null}
      {dialog === 'manage' ? <ManageViews saved={saved} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

function SaveView({ saved, onClose }: { saved: SavedViews; onClose: () => void }) {
  const [name, setName] = useState('');
  const { run, problem } = useWork();
  const taken = saved.views.some((view) => view.name === name.trim());

  async function save(): Promise<void> {
    if (!(await run(saved.save(name)))) return;
    onClose();
    useToasts.getState().show({ text: `View “${name.trim()}” saved` });
  }

  return (
    <FormDialog
      title="Save this view"
      subtitle="Saves the current filter, order, columns and widths."
      width={420}
      onClose={onClose}
      submit={{ children: taken ? 'Replace the view' : 'Save view', disabled: name.trim() === '' }}
      form={{ onSubmit: handleSubmit(() => (name.trim() === '' ? undefined : save())) }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={60}
        autoFocus
        hint={taken ? 'A view with this name exists. Saving replaces it.' : undefined}
      />
      <Problem title="The view could not be saved." error={problem} />
    </FormDialog>
  );
}

function ManageViews({ saved, onClose }: { saved: SavedViews; onClose: () => void }) {
  return (
    <DialogFrame title="Views" width={460} onClose={onClose} foot={<Button onPress={onClose}>Done</Button>}>
      {saved.views.length === 0 ? <p>There are no saved views.</p> : null}
      <ul className="stack gap-12">
        {saved.views.map((view) => (
          <OneView key={view.id} view={view} saved={saved} />
        ))}
      </ul>
      <Problem title="The views could not be saved." error={saved.error} />
    </DialogFrame>
  );
}

function OneView({ view, saved }: { view: SavedView; saved: SavedViews }) {
  const [name, setName] = useState(view.name);
  const trimmed = name.trim();
  const taken = saved.views.some((other) => other.id !== view.id && other.name === trimmed);

  function rename(): void {
    if (trimmed === '') setName(view.name);
    else if (!taken && trimmed !== view.name) void saved.rename(view.id, trimmed);
  }

  return (
    <li className="gap-8 flex bottom">
      <form className="grows" onSubmit={handleSubmit(rename)}>
        <TextField
          label={`Name of the view ${view.name}`}
          value={name}
          onChange={setName}
          onLeave={rename}
          maxLength={60}
          error={taken ? 'Another view has this name.' : null}
        />
      </form>
      <IconButton
        icon={Trash2}
        label={`Delete the view ${view.name}`}
        onPress={() => void saved.remove(view.id)}
      />
    </li>
  );
}
