import type { FormEvent } from 'react';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { DateField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import styles from './say-dialog.module.css';

const cls = bindClasses(styles);

/** Notes until when a document is valid, as a person read it on the document. */
export function ValidUntilDialog({
  jobId,
  name,
  onClose,
}: {
  jobId: string;
  /** What the requirement is called. */
  name: string;
  onClose: () => void;
}) {
  const save = useAction('onboarding.setValidUntil');
  const { attach, ...form } = useForm(
    { day: '' },
    { day: ({ day }) => (day === '' ? 'Enter the last day that stands on the document.' : null) },
  );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!form.check()) return;
    const result = await save.run({ jobId, day: form.values.day });
    if (result.ok) onClose();
  }

  return (
    <DialogFrame
      title={`Until when is “${name}” valid?`}
      subtitle="The service does not tell. Read it on the document."
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form="valid-until" variant="primary" pending={save.pending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="valid-until"
        ref={attach}
        className={cls('fields')}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <DateField
          label="Last day"
          value={form.values.day}
          onChange={(day) => form.set('day', day)}
          onLeave={() => form.leave('day')}
          error={form.errors.day}
          autoFocus
        />
        <Problem error={save.error} />
      </form>
    </DialogFrame>
  );
}
