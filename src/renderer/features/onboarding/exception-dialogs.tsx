import { pluralize } from '#shared/base/pluralize.ts';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import { DateField, TextArea, TextField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm, type FormHandle } from '../../stores/form.ts';
import { adoptSettings, useJudgingDay, useStart } from '../../stores/session.ts';
import { useState, type ComponentProps, useRef } from 'react';
import type { CallInput, CallName } from '#shared/ipc/contract.ts';
import { SmallButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/message-block.tsx';
import { ScanText } from 'lucide-react';
import { toPageKind } from '#shared/ocr/page-kind.ts';
import { useLive } from '../../stores/live.ts';
import { lazyPart } from '../../lazy-part.ts';

const proposedDays = 30;

interface ExceptionProps {
  subjects: readonly string[];
  requirement: Pick<JudgedRequirement['requirement'], 'id' | 'name'>;
  onClose: () => void;
  onDone?: () => void;
}

/** The title of a dialog that does something to a requirement of one vendor or of many. */
const titleFor = (
  verb: string,
  { requirement, subjects }: Pick<ExceptionProps, 'requirement' | 'subjects'>,
) =>
  `${verb} “${requirement.name}”${subjects.length === 1 ? '' : ` for ${pluralize(subjects.length, 'vendor')}`}`;

export function WaiveDialog({ subjects, requirement, ...closing }: ExceptionProps) {
  const today = useJudgingDay();
  const form = useForm(
    { reason: '', until: fromDayNumber(toDayNumber(today) + proposedDays) },
    {
      reason: ({ reason }) =>
        reason.trim() === '' ? 'Enter a reason. Everyone who opens this vendor sees it.' : null,
      until: ({ until }) => (until === '' || until < today ? 'Choose today or a later date.' : null),
    },
  );

  return (
    <SignedDialog
      verb="Waive"
      title={titleFor('Waive', { requirement, subjects })}
      subtitle="Ends automatically; stays in the history."
      name="onboarding.waive"
      form={form}
      getInput={() => ({ subjects: [...subjects], requirementId: requirement.id, ...form.values })}
      {...closing}
    >
      <TextArea label="Reason" {...form.bind('reason')} maxLength={500} autoFocus />
      <DateField label="Valid through" {...form.bind('until')} />
    </SignedDialog>
  );
}

/** Notes a person's own word on a requirement, with the day that it is about. */
export function AttestDialog({ subjects, requirement, ...closing }: ExceptionProps) {
  const today = useJudgingDay();
  const form = useForm(
    { day: today, until: '', note: '' },
    {
      day: ({ day }) => (day === '' ? 'Choose a date.' : null),
      until: ({ day, until }) => (until !== '' && until < day ? 'Choose a later date.' : null),
    },
  );

  return (
    <SignedDialog
      verb="Confirm"
      title={titleFor('Confirm', { requirement, subjects })}
      subtitle="You’re confirming this yourself. Saved under your name."
      name="onboarding.attest"
      form={form}
      getInput={() => ({
        subjects: [...subjects],
        requirementId: requirement.id,
        ...form.values,
        until: form.values.until || null,
      })}
      {...closing}
    >
      <DateField label="Date" {...form.bind('day')} autoFocus />
      <DateField label="Valid through" optional {...form.bind('until')} />
      <TextArea label="Note" optional {...form.bind('note')} maxLength={500} />
    </SignedDialog>
  );
}

/** A dialog with a short form, saved by a call under the person's name, which is required if unknown. */
export function SignedDialog<N extends CallName>({
  verb,
  name,
  form,
  getInput,
  onDone,
  children,
  ...frame
}: Pick<ComponentProps<typeof FormDialog>, 'title' | 'subtitle' | 'onClose' | 'children'> & {
  verb: string;
  name: N;
  form: Pick<FormHandle<object>, 'formProps'>;
  getInput: () => CallInput<N>;
  /** Called instead of `onClose` once it is saved. */
  onDone?: () => void;
}) {
  const { settings } = useStart();
  const [asksName] = useState(settings.personName === '');
  const [typed, setTyped] = useState('');
  const update = useAction('app.updateSettings', adoptSettings);
  const save = useAction(name);

  async function submit(): Promise<void> {
    const personName = typed.trim();
    if (personName !== '' && !(await update.run({ personName })).ok) return;
    if ((await save.run(getInput())).ok) (onDone ?? frame.onClose)();
  }

  return (
    <FormDialog
      {...frame}
      submit={{ children: verb, pending: save.pending || update.pending }}
      form={form.formProps(() => void submit())}
    >
      {children}
      {asksName ? (
        <TextField
          label="Your name"
          optional
          hint="You enter it once. Shown with your decisions and in reports."
          value={typed}
          onChange={setTyped}
          maxLength={100}
        />
      ) : null}
      <Problem error={save.error ?? update.error} />
    </FormDialog>
  );
}

const ReadEndDate = lazyPart(async () => (await import('../paper/read-end-date.tsx')).ReadEndDate);

interface ValidUntilDialogProps {
  jobId: string;
  name: string;
  onClose: () => void;
}

/** Saves the expiration date of a document, typed by a person or read from the document and confirmed. */
export function ValidUntilDialog({ jobId, name, onClose }: ValidUntilDialogProps) {
  const form = useForm(
    { day: '' },
    { day: ({ day }) => (day === '' ? 'Enter the expiration date on the document.' : null) },
  );

  const [reading, setReading] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { value: document } = useLive('documents.get', reading ? { jobId } : undefined, [
    { event: 'documents.changed', id: jobId },
  ]);

  return (
    <SignedDialog
      verb="Save"
      title={`Add expiration date: ${name}`}
      subtitle="The service doesn’t report one. Read it on the document."
      name="onboarding.setValidUntil"
      form={form}
      getInput={() => ({ jobId, day: form.values.day })}
      onClose={onClose}
    >
      <DateField label="Expiration date" {...form.bindOnSubmit('day')} inputRef={field} autoFocus />
      <div>
        <SmallButton icon={ScanText} expanded={reading} onPress={() => setReading(!reading)}>
          Read it from a document
        </SmallButton>
      </div>
      {reading ? (
        <ReadEndDate
          kind={toPageKind(document?.documentType)}
          kept={document?.file.kind === 'kept' ? document.file.address : null}
          chosen={form.values.day}
          onChoose={(day) => {
            form.set('day', day);
            field.current?.focus();
          }}
        />
      ) : null}
    </SignedDialog>
  );
}
