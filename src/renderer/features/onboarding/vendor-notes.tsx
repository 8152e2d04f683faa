import { CalendarClock, Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { getLastDay, maxFollowUpYears, maxNoteLength, type VendorNote } from '#shared/ipc/notes.ts';
import { replyDays } from '#shared/settings/today-days.ts';
import { SmallButton } from '../../components/button.tsx';
import { LoadError, Problem } from '../../components/message-block.tsx';
import { DateField, TextArea } from '../../components/text-field.tsx';
import { ServiceDate } from '../../components/time-text.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { useJudgingDay } from '../../stores/session.ts';
import { showDay } from '../../time.ts';
import { SignedDialog } from './exception-dialogs.tsx';
import { VendorHistory } from './vendor-history.tsx';

/** A vendor's follow-up and its history, with ways to move, end and add. */
export function VendorNotes({ subject }: { subject: string }) {
  const live = useLive('notes.get', { subject }, [{ event: 'onboarding.changed', id: null }]);
  const [dialog, setDialog] = useState<'add' | 'move' | null>(null);
  if (live.state.kind !== 'ready') return <LoadError title="The follow-up couldn’t be loaded." of={live} />;
  const open = live.state.value;
  return (
    <section className="stack gap-16" aria-label="Follow-up and history">
      <div>
        <h2 className="below-6 size-13">Follow-up</h2>
        {open === null ? (
          <p className="faint">None</p>
        ) : (
          <FollowUp note={open} subject={subject} onMove={() => setDialog('move')} />
        )}
      </div>
      <VendorHistory subject={subject} />
      <div>
        <SmallButton icon={Plus} onPress={() => setDialog('add')}>
          Add note
        </SmallButton>
      </div>
      {dialog === 'add' ? (
        <AddNote subject={subject} open={open} onClose={() => setDialog(null)} />
      ) : dialog === 'move' && open !== null ? (
        <MoveFollowUp subject={subject} open={open} onClose={() => setDialog(null)} />
      ) : null}
    </section>
  );
}

function FollowUp({ note, subject, onMove }: { note: VendorNote; subject: string; onMove: () => void }) {
  const end = useAction('notes.endFollowUp');
  const today = useJudgingDay();
  const { id, followUp } = note;
  return (
    <>
      <p className={`medium breakable ${followUp !== null && followUp <= today ? 'caution' : ''}`}>
        <ServiceDate text={followUp} />
        {followUp !== null && followUp < today ? ', overdue' : followUp === today ? ', today' : ''}
      </p>
      <p className="quiet-note breakable two-lines">{note.awaits.join(', ') || note.text}</p>
      <p className="row gap-8 above-8">
        <SmallButton icon={CalendarClock} onPress={onMove}>
          Move
        </SmallButton>
        <SmallButton
          icon={Check}
          pending={end.pending}
          label="Done: follow-up"
          onPress={() => void end.run({ subject, id })}
        >
          Done
        </SmallButton>
      </p>
      <Problem error={end.error} />
    </>
  );
}

/** Why a follow-up can't be on a day, in a sentence; null where it can. */
function checkDay(day: string, today: string): string | null {
  if (day < today) return 'Choose today or a later date.';
  return day > getLastDay(today) ? `Choose a date within ${maxFollowUpYears} years.` : null;
}

interface DialogProps {
  subject: string;
  open: VendorNote | null;
  onClose: () => void;
}

function AddNote({ subject, open, onClose }: DialogProps) {
  const today = useJudgingDay();
  const form = useForm(
    { text: '', isCall: false, day: '' },
    {
      text: ({ text }) => (text.trim() === '' ? 'Enter a note.' : null),
      day: ({ day }) => (day === '' ? null : checkDay(day, today)),
    },
  );
  const { text, isCall, day } = form.values;
  return (
    <SignedDialog
      verb="Add note"
      title="Add note"
      name="notes.add"
      form={form}
      getInput={() => ({
        subject,
        kind: isCall ? 'call' : 'note',
        text,
        asked: [],
        followUp: day || null,
      })}
      onClose={onClose}
    >
      <TextArea label="Note" {...form.bind('text')} maxLength={maxNoteLength} autoFocus />
      <Checkbox checked={isCall} onChange={(checked) => form.set('isCall', checked)}>
        This was a call
      </Checkbox>
      <DateField
        label="Follow up on"
        optional
        hint={open?.followUp == null ? undefined : `Replaces the follow-up on ${showDay(open.followUp)}.`}
        {...form.bind('day')}
      />
    </SignedDialog>
  );
}

function MoveFollowUp({ subject, open, onClose }: DialogProps & { open: VendorNote }) {
  const today = useJudgingDay();
  const form = useForm(
    { day: fromDayNumber(toDayNumber(today) + replyDays) },
    { day: ({ day }) => (day === '' ? 'Choose a date.' : checkDay(day, today)) },
  );
  return (
    <SignedDialog
      verb="Move"
      title="Move follow-up"
      name="notes.moveFollowUp"
      form={form}
      getInput={() => ({ subject, id: open.id, day: form.values.day })}
      onClose={onClose}
    >
      <DateField label="Follow up on" {...form.bind('day')} autoFocus />
    </SignedDialog>
  );
}
