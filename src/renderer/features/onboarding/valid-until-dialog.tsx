import { ScanText } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { toPageKind } from '#shared/ocr/page-kind.ts';
import { Button } from '../../components/button.tsx';
import { DateField } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { FormDialog } from './form-dialog.tsx';

const ReadEndDate = lazy(async () => ({
  default: (await import('../paper/read-end-date.tsx')).ReadEndDate,
}));

/** Notes until when a document is valid, as a person read it on the document or confirmed that it was read there. */
export function ValidUntilDialog({
  jobId,
  name,
  onClose,
}: {
  jobId: string;
  name: string;
  onClose: () => void;
}) {
  const save = useAction('onboarding.setValidUntil');
  const { attach, ...form } = useForm(
    { day: '' },
    { day: ({ day }) => (day === '' ? 'Enter the expiration date on the document.' : null) },
  );

  const [reading, setReading] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { state } = useLive('documents.get', reading ? { jobId } : undefined, [
    { event: 'documents.changed', id: jobId },
  ]);
  const document = state.kind === 'ready' ? state.value : null;

  async function submit(): Promise<void> {
    const result = await save.run({ jobId, day: form.values.day });
    if (result.ok) onClose();
  }

  return (
    <FormDialog
      title={`Add expiration date: ${name}`}
      subtitle="The service doesn’t report one. Read it on the document."
      onClose={onClose}
      verb="Save"
      form={{ attach, check: form.check }}
      action={save}
      onSubmit={() => void submit()}
    >
      <DateField
        label="Expiration date"
        value={form.values.day}
        onChange={(day) => form.set('day', day)}
        error={form.errors.day}
        inputRef={field}
        autoFocus
      />
      <div>
        <Button size="small" icon={ScanText} expanded={reading} onPress={() => setReading(!reading)}>
          Read it from a document
        </Button>
      </div>
      {reading ? (
        <Suspense fallback={null}>
          <ReadEndDate
            kind={toPageKind(document?.documentType)}
            kept={document?.file.kind === 'kept' ? document.file.address : null}
            chosen={form.values.day}
            onChoose={(day) => {
              form.set('day', day);
              field.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </FormDialog>
  );
}
