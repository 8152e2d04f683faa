import { counted } from '#shared/base/counted.ts';
import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import { DateField, TextArea } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { FormDialog } from './form-dialog.tsx';
import { useJudgingDay } from './judging-day.ts';

/** Notes a person's own word on a requirement, with the day that it is about. */
export function AttestDialog({
  subjects,
  requirement,
  onClose,
  onDone = onClose,
}: {
  subjects: readonly string[];
  requirement: Pick<JudgedRequirement['requirement'], 'id' | 'name'>;
  onClose: () => void;
  /** Called instead of `onClose` once it is kept. */
  onDone?: () => void;
}) {
  const attest = useAction('onboarding.attest');
  const today = useJudgingDay();
  const { attach, ...form } = useForm(
    { day: today, until: '', note: '' },
    {
      day: ({ day }) => (day === '' ? 'Choose a date.' : null),
      until: ({ day, until }) => (until !== '' && until < day ? 'Choose a later date.' : null),
    },
  );

  async function save(): Promise<void> {
    const { day, until, note } = form.values;
    const result = await attest.run({
      subjects: [...subjects],
      requirementId: requirement.id,
      day,
      until: until === '' ? null : until,
      note,
    });
    if (result.ok) onDone();
  }

  return (
    <FormDialog
      title={`Confirm “${requirement.name}”${subjects.length === 1 ? '' : ` for ${counted(subjects.length, 'vendor')}`}`}
      subtitle="You’re confirming this yourself. Saved under your name."
      onClose={onClose}
      verb="Confirm"
      form={{ attach, check: form.check }}
      action={attest}
      onSubmit={() => void save()}
    >
      <DateField label="Date" {...form.bind('day')} autoFocus />
      <DateField label="Valid through" optional {...form.bind('until')} />
      <TextArea
        label="Note"
        optional
        value={form.values.note}
        onChange={(note) => form.set('note', note)}
        maxLength={500}
      />
    </FormDialog>
  );
}
