import { CalendarClock, Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import {
  getLastDay,
  maxFollowUpYears,
  maxNoteLength,
  noteLabels,
  type VendorNote,
} from '#shared/ipc/notes.ts';
import { replyDays } from '#shared/settings/today-days.ts';
import { bindClasses } from '../../class-names.ts';
import { LinkButton, SmallButton } from '../../components/button.tsx';
import { LongText, useFolded } from '../../components/long-text.tsx';
import { LoadError, Problem } from '../../components/message-block.tsx';
import { DateField, TextArea } from '../../components/text-field.tsx';
import { byWhom, ServiceDate, TimeText, useOwnNames } from '../../components/time-text.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { useJudgingDay } from '../../stores/session.ts';
import { showDay } from '../../time.ts';
import { SignedDialog } from './exception-dialogs.tsx';
import styles from './vendor-notes.module.css';

const cls = bindClasses(styles);

const fewNotes = 6;

/** A vendor's follow-up and the notes on it, with ways to move, end and add. */
export function VendorNotes({ subject }: { subject: string }) {
  const { state, reload } = useLive('notes.list', { subject }, [{ event: 'onboarding.changed', id: null }]);
  const [dialog, setDialog] = useState<'add' | 'move' | null>(null);
  const { shown, fold } = useFolded(state.kind === 'ready' ? state.value.notes : [], fewNotes);
  if (state.kind === 'loading') return null;
  if (state.kind === 'failed')
    return <LoadError title="Notes couldn’t be loaded." error={state.error} onRetry={reload} />;
  const { open } = state.value;
  return (
    <section className="stack gap-16" aria-label="Follow-up and notes">
      <div>
        <h2 className="below-6 size-13">Follow-up</h2>
        {open === null ? (
          <p className="faint">None</p>
        ) : (
          <FollowUp note={open} subject={subject} onMove={() => setDialog('move')} />
        )}
      </div>
      <div>
        <h2 className="below-6 size-13">Notes</h2>
        {shown.length === 0 ? null : (
          <ul className="stack gap-8 below-6">
            {shown.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        )}
        {fold === null ? null : <p className="below-6">{fold}</p>}
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

interface FollowUpProps {
  note: VendorNote;
  subject: string;
  onMove: () => void;
}

function FollowUp({ note, subject, onMove }: FollowUpProps) {
  const end = useAction('notes.endFollowUp');
  const today = useJudgingDay();
  const { id, followUp } = note;
  return (
    <>
      <p className={`medium breakable ${followUp !== null && followUp <= today ? 'caution' : ''}`}>
        <ServiceDate text={followUp} />
        {followUp !== null && followUp < today ? ', overdue' : followUp === today ? ', today' : ''}
      </p>
      <p className="quiet-note breakable two-lines">{note.asked.join(', ') || note.text}</p>
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

function Note({ note }: { note: VendorNote }) {
  const { kind, text, asked, by, at, followUp, ended } = note;
  const own = useOwnNames();
  const [read, setRead] = useState(false);
  return (
    <li className={`${cls('note')} grid`}>
      <span className="faint-note">
        <TimeText at={at} />
      </span>
      <div className="narrows breakable">
        {kind === 'letter' ? (
          <p>
            {asked.length === 0 ? 'Letter' : `Asked for ${asked.join(', ')}`}{' '}
            <LinkButton
              size="small"
              expanded={read}
              label={`${read ? 'Hide' : 'Show'} letter`}
              onPress={() => setRead(!read)}
            >
              {read ? 'Hide letter' : 'Show letter'}
            </LinkButton>
          </p>
        ) : null}
        {kind !== 'letter' || read ? (
          <p className={`preserved ${kind === 'letter' ? 'quiet above-4' : ''}`}>
            <LongText>{text}</LongText>
          </p>
        ) : null}
        <p className="quiet-note">
          {`${noteLabels[kind]}${byWhom(by, own)}`}
          {followUp === null ? null : (
            <>
              {' · follow-up '}
              <ServiceDate text={followUp} />
              {ended === null ? '' : `, ${ended}`}
            </>
          )}
        </p>
      </div>
    </li>
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
      onDone={onClose}
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
      onDone={onClose}
    >
      <DateField label="Follow up on" {...form.bind('day')} autoFocus />
    </SignedDialog>
  );
}
