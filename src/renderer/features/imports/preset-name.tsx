import { useState, type FormEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';

const form = 'preset-name';
const maxName = 80;

/** Asks for the name of a preset. `onSave` hands back a problem, or null when it is saved. */
export function PresetName({
  title,
  name,
  onSave,
  onClose,
}: {
  title: string;
  name: string;
  onSave: (name: string) => Promise<string | null>;
  onClose: () => void;
}) {
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
