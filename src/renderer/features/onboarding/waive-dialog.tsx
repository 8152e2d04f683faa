import { counted } from '#shared/base/counted.ts';
import { fromDayNumber, toDayNumber } from '#shared/onboarding/calendar.ts';
import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import { DateField, TextArea } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { FormDialog } from './form-dialog.tsx';
import { useJudgingDay } from './judging-day.ts';

/** For how long a waiver is proposed, in days. */
const proposedDays = 30;

/** Lets a vendor pass without a requirement for a time, for a reason. */
export function WaiveDialog({
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
  const waive = useAction('onboarding.waive');
  const today = useJudgingDay();
  const { attach, ...form } = useForm(
    { reason: '', until: fromDayNumber(toDayNumber(today) + proposedDays) },
    {
      reason: ({ reason }) =>
        reason.trim() === '' ? 'Enter a reason. Everyone who opens this vendor sees it.' : null,
      until: ({ until }) => (until === '' || until < today ? 'Choose today or a later date.' : null),
    },
  );

  async function save(): Promise<void> {
    const { reason, until } = form.values;
    const result = await waive.run({ subjects: [...subjects], requirementId: requirement.id, reason, until });
    if (result.ok) onDone();
  }

  return (
    <FormDialog
      title={`Waive “${requirement.name}”${subjects.length === 1 ? '' : ` for ${counted(subjects.length, 'vendor')}`}`}
      subtitle="Ends automatically; stays in the history."
      onClose={onClose}
      verb="Waive"
      form={{ attach, check: form.check }}
      action={waive}
      onSubmit={() => void save()}
    >
      <TextArea label="Reason" {...form.bind('reason')} maxLength={500} autoFocus />
      <DateField label="Valid through" {...form.bind('until')} />
    </FormDialog>
  );
}
