import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { adoptSettings, useStart } from '../../stores/session.ts';

/** A dialog with a short form, saved under the person's name, which is required if unknown. */
export function FormDialog({
  title,
  subtitle,
  verb,
  form,
  action: { pending, error },
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  subtitle: string;
  verb: string;
  /** Takes the form element, and checks its fields. */
  form: { attach: (form: HTMLFormElement | null) => void; check: () => boolean };
  action: { pending: boolean; error: CallError | null };
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const { attach, check } = form;
  const { settings } = useStart();
  const [asksName] = useState(settings.personName === '');
  const [name, setName] = useState('');
  const update = useAction('app.updateSettings', adoptSettings);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!check()) return;
    const personName = name.trim();
    if (personName !== '' && !(await update.run({ personName })).ok) return;
    onSubmit();
  }

  return (
    <DialogFrame
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={pending || update.pending}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} ref={attach} className="stack gap-16" onSubmit={(event) => void submit(event)} noValidate>
        {children}
        {asksName ? (
          <TextField
            label="Your name"
            optional
            hint="You enter it once. Shown with your decisions and in reports."
            value={name}
            onChange={setName}
            maxLength={100}
          />
        ) : null}
        <Problem error={error ?? update.error} />
      </form>
    </DialogFrame>
  );
}
