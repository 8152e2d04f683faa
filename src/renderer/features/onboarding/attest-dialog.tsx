import type { FormEvent } from 'react';
import { counted } from '#shared/counted.ts';
import { isoDay, localDay } from '#shared/dates.ts';
import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { DateField, TextArea } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useNow } from '../../stores/now.ts';
import styles from './say-dialog.module.css';

const cls = bindClasses(styles);

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
  const today = isoDay(localDay(new Date(useNow('minute'))));
  const { attach, ...form } = useForm(
    { day: today, until: '', note: '' },
    {
      day: ({ day }) => (day === '' ? 'Choose the day on which it was.' : null),
      until: ({ day, until }) => (until !== '' && until < day ? 'Choose a day after the first one.' : null),
    },
  );

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!form.check()) return;
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
    <DialogFrame
      title={`Attest “${requirement.name}”${subjects.length === 1 ? '' : ` for ${counted(subjects.length, 'vendor')}`}`}
      subtitle="Your own word, kept under your name on this computer."
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form="attest" variant="primary" pending={attest.pending}>
            Attest
          </Button>
        </>
      }
    >
      <form
        id="attest"
        ref={attach}
        className={cls('fields')}
        onSubmit={(event) => void save(event)}
        noValidate
      >
        <DateField
          label="Day"
          hint="The day on which it was."
          value={form.values.day}
          onChange={(day) => form.set('day', day)}
          onLeave={() => form.leave('day')}
          error={form.errors.day}
          autoFocus
        />
        <DateField
          label="Until"
          optional
          hint="The last day on which it counts."
          value={form.values.until}
          onChange={(until) => form.set('until', until)}
          onLeave={() => form.leave('until')}
          error={form.errors.until}
        />
        <TextArea
          label="Note"
          optional
          value={form.values.note}
          onChange={(note) => form.set('note', note)}
          maxLength={500}
        />
        <Problem error={attest.error} />
      </form>
    </DialogFrame>
  );
}
