import { counted } from '#shared/base/counted.ts';
import { fromDayNumber, toDayNumber, createCalendar } from '#shared/base/dates.ts';
import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import { DateField, TextArea } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { FormDialog } from './form-dialog.tsx';
import { useNow } from '../../stores/now.ts';
import { useWorkspace } from '../../stores/session.ts';

/** For how long a waiver is proposed, in days. */
const proposedDays = 30;

interface ExceptionProps {
  subjects: readonly string[];
  requirement: Pick<JudgedRequirement['requirement'], 'id' | 'name'>;
  onClose: () => void;
  /** Called instead of `onClose` once it is saved. */
  onDone?: () => void;
}

/** The title of a dialog that does something to a requirement of one vendor or of many. */
function titleFor(verb: string, { requirement, subjects }: Pick<ExceptionProps, 'requirement' | 'subjects'>) {
  return `${verb} “${requirement.name}”${subjects.length === 1 ? '' : ` for ${counted(subjects.length, 'vendor')}`}`;
}

/** Lets a vendor pass without a requirement for a time, for a reason. */
export function WaiveDialog({ subjects, requirement, onClose, onDone = onClose }: ExceptionProps) {
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
      title={titleFor('Waive', { requirement, subjects })}
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

/** Notes a person's own word on a requirement, with the day that it is about. */
export function AttestDialog({ subjects, requirement, onClose, onDone = onClose }: ExceptionProps) {
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
      title={titleFor('Confirm', { requirement, subjects })}
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

/** The calendar day on which requirements are judged now, as 2027-03-31: that of the workspace's time zone. */
export function useJudgingDay(): string {
  const { timeZone } = useWorkspace().settings;
  const now = useNow('minute');
  return fromDayNumber(createCalendar(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)(now));
}
