import { DateField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { FormDialog } from './form-dialog.tsx';

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

  async function submit(): Promise<void> {
    const result = await save.run({ jobId, day: form.values.day });
    if (result.ok) onClose();
  }

  return (
    <FormDialog
      title={`Until when is “${name}” valid?`}
      subtitle="The service does not tell. Read it on the document."
      onClose={onClose}
      verb="Save"
      form={{ attach, check: form.check }}
      action={save}
      onSubmit={() => void submit()}
    >
      <DateField
        label="Last day"
        value={form.values.day}
        onChange={(day) => form.set('day', day)}
        onLeave={() => form.leave('day')}
        error={form.errors.day}
        autoFocus
      />
    </FormDialog>
  );
}
