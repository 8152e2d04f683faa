import { LoaderCircle, ListPlus, Search, FileUp } from 'lucide-react';
import { useState } from 'react';
import { type LookUpJob, maxLookedUp } from '#shared/ipc/look-ups.ts';
import { lookUpWait } from '#shared/words/look-up-labels.ts';
import type { QueueCondition } from '#shared/outbox/outbox.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Problem, Note } from '../../components/message-block.tsx';
import { NumberField, TextField, TextArea } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { useSync, useOffline } from '../../stores/sync.ts';
import { useNow, timeAhead } from '../../time.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { call } from '../../bridge.ts';
import { handleSubmit, useForm } from '../../stores/form.ts';
import { getName } from '#shared/base/foreign-text.ts';
import { readIdTable, type IdTable, idsInText } from '#shared/imports/id-columns.ts';
import { readTextFile, useFileInput } from '../../components/file-input.tsx';
import { Select } from '../../components/select.tsx';

/** The look-up that runs or was made last, kept fresh; what it waits for follows the queue's condition. */
export function useLookUp() {
  const condition = useSync((store) => store.status?.condition.kind ?? null);
  const live = useLive('lookups.latest', null, ['lookups.changed']);
  const { reload } = live;
  // Reads again on a new condition, which does not change the look-up itself.
  const [seen, setSeen] = useState(condition);
  if (seen !== condition) {
    setSeen(condition);
    reload();
  }
  return live;
}

const openLookUps = () => navigate({ screen: 'vendors', path: ['look-up'] });

export function LookUpWait({ condition }: { condition: QueueCondition }) {
  const now = useNow('minute');
  return lookUpWait(condition, (at) => timeAhead(at, now));
}

export function LookUpStrip() {
  const { value: job } = useLookUp();
  if (job === null || job.endedAt !== null) return null;
  return (
    <Note icon={LoaderCircle} actions={<SmallButton onPress={openLookUps}>Show</SmallButton>}>
      {`Looking up vendors: ${job.total - job.counts.waiting} of ${job.total}. `}
      {job.waitsFor === null ? null : <LookUpWait condition={job.waitsFor} />}
    </Note>
  );
}

/** Fetches all vendors again whose copy here is older than some days. */
export function RefreshDialog({ onClose }: { onClose: () => void }) {
  const refresh = useAction('lookups.refresh');
  const [days, setDays] = useState<number | null>(7);
  const [nobody, setNobody] = useState<number | null>(null);
  const fits = days !== null && Number.isInteger(days) && days >= 1 && days <= 3650;

  async function submit(): Promise<void> {
    if (!fits || refresh.pending) return;
    const result = await refresh.run({ olderThanDays: days });
    if (result.ok && result.value === null) setNobody(days);
    if (!result.ok || result.value === null) return;
    onClose();
    openLookUps();
  }

  return (
    <FormDialog
      title="Refresh outdated vendors"
      subtitle="Their profiles are fetched again, a few at a time. Saved copies stay until then."
      onClose={onClose}
      submit={{ children: 'Refresh', disabled: !fits, pending: refresh.pending }}
      form={{ onSubmit: handleSubmit(submit) }}
    >
      <NumberField
        label="Older than (days)"
        value={days}
        onChange={setDays}
        error={fits ? undefined : 'Enter a whole number of days from 1 to 3650.'}
      />
      {nobody === null ? null : (
        <Note live>
          {`No vendor here was fetched more than ${nobody === 1 ? 'a day' : `${nobody} days`} ago.`}
        </Note>
      )}
      <Problem error={refresh.error} />
    </FormDialog>
  );
}

interface LookUpDialogProps {
  /** The ID from a link; nothing is requested until the person submits. */
  linkedId?: string | null;
  onClose: () => void;
  onMany: () => void;
}

/** Asks the service for a vendor by its ID. What goes wrong is said at the field, which keeps what was typed. */
export function LookUpDialog({ linkedId = null, onClose, onMany }: LookUpDialogProps) {
  const lookUp = useAction('vendors.lookUp');
  const offline = useOffline();
  // A vendor that could not be looked up now, but whose copy is here.
  const [kept, setKept] = useState<string | null>(null);
  const { values, formProps, bindTyped, refuse } = useForm(
    { vendorId: linkedId ?? '' },
    { vendorId: (typed) => vendorIdProblem(typed.vendorId.trim()) },
  );

  async function submit(): Promise<void> {
    if (lookUp.pending) return;
    const vendorId = values.vendorId.trim();
    const result = await lookUp.run({ vendorId });
    if (result.ok) {
      open(result.value.vendorId);
      return;
    }
    refuse('vendorId', result.error.message);
    const copy = await call('vendors.get', { vendorId });
    setKept(copy.ok && copy.value !== null ? vendorId : null);
  }

  function open(vendorId: string): void {
    onClose();
    navigate({ screen: 'vendors', path: [vendorId] });
  }

  return (
    <FormDialog
      title="Look up a vendor"
      subtitle="The profile is fetched from the service and kept on this computer."
      onClose={onClose}
      other={
        <Button variant="quiet" icon={ListPlus} onPress={onMany}>
          Many at once
        </Button>
      }
      submit={{ children: 'Look up', icon: Search, pending: lookUp.pending }}
      form={formProps(() => void submit())}
    >
      <TextField
        label="Vendor ID"
        mono
        autoFocus
        {...bindTyped('vendorId')}
        hint={
          offline
            ? 'The service can’t be reached now. Open saved vendors from the list.'
            : 'As the service writes it, such as 48213.'
        }
        maxLength={200}
      />
      {linkedId === null || linkedId !== values.vendorId ? null : (
        <Note>This ID came with a link. Gangway asks the service only when you choose Look up.</Note>
      )}
      {kept === null || kept !== values.vendorId.trim() ? null : (
        <Note actions={<Button onPress={() => open(kept)}>Open the copy</Button>}>
          A copy of this vendor is kept on this computer.
        </Note>
      )}
    </FormDialog>
  );
}

/** A file whose IDs fill the field, and their column; null until known. */
interface FromFile {
  name: string;
  table: IdTable;
  column: number | null;
}

/** Takes the ids of many vendors, typed or from a column of a file. The service is asked once the person says so. */
export function LookUpForm({ onBegun }: { onBegun: (job: LookUpJob) => void }) {
  const begin = useAction('lookups.begin');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [from, setFrom] = useState<FromFile | null>(null);
  const ids = idsInText(text);

  function take(file: FromFile): void {
    setFrom(file);
    const column = file.column === null ? undefined : file.table.columns[file.column];
    setText((column?.ids ?? []).join('\n'));
    setProblem(
      column !== undefined && column.ids.length === 0 ? 'This column is empty. Choose another.' : null,
    );
  }

  async function read(file: File): Promise<void> {
    const read = await readTextFile(file);
    if (!read.ok) {
      setProblem(read.problem);
      return;
    }
    const name = getName(file.name);
    const table = readIdTable(read.text);
    take({ name, table, column: table.found?.column ?? null });
    if (table.columns.length === 0) setProblem(`${name} is empty.`);
  }

  const { input, choose } = useFileInput(
    'A CSV or text file with vendor IDs',
    '.csv,.txt,.tsv,text/csv,text/plain',
    (file) => void read(file),
  );

  async function submit(): Promise<void> {
    if (begin.pending) return;
    if (ids.length === 0) {
      setProblem(from === null ? 'Paste at least one vendor ID.' : 'Choose the column with the vendor IDs.');
      return;
    }
    if (ids.length > maxLookedUp) {
      setProblem(`You can look up ${maxLookedUp} IDs at a time; you have ${ids.length}.`);
      return;
    }
    const result = await begin.run({ ids: ids.map((id) => id.slice(0, 400)) });
    if (result.ok) onBegun(result.value);
  }

  return (
    <div className="stack fixed gap-12 ruled-below padded">
      <form className="stack gap-12 wide-640" noValidate onSubmit={handleSubmit(submit)}>
        <TextArea
          label="Vendor IDs"
          rows={8}
          mono
          autoFocus
          value={text}
          onChange={(next) => {
            setText(next);
            setProblem(null);
            setFrom(null);
          }}
          error={problem}
          placeholder="48213"
          hint={
            ids.length === 0
              ? 'One per line, or separated by commas. From a file, Gangway takes the vendor ID column.'
              : `${ids.length === 1 ? '1 ID' : `${ids.length} IDs`}${from === null ? '' : ` from ${from.name}`}.`
          }
        />
        {from === null || from.table.columns.length === 0 ? null : (
          <ColumnOfIds from={from} onChoose={(column) => take({ ...from, column })} />
        )}
        <Problem error={begin.error} />
        <div className="row gap-8">
          <Button type="submit" variant="primary" icon={Search} pending={begin.pending}>
            {ids.length === 0 ? 'Look up' : `Look up ${ids.length}`}
          </Button>
          <Button icon={FileUp} onPress={choose}>
            Choose a file
          </Button>
          {input}
        </div>
      </form>
    </div>
  );
}

const reasons = {
  heading: 'Chosen by its heading. Nothing is looked up until you choose Look up.',
  cells: 'Chosen because its cells look like IDs. Nothing is looked up until you choose Look up.',
  only: 'The only column. Nothing is looked up until you choose Look up.',
} as const;

/** Which column of the file the ids come from, and why; another can be chosen. */
function ColumnOfIds({ from, onChoose }: { from: FromFile; onChoose: (column: number) => void }) {
  const { columns, found } = from.table;
  const hint =
    from.column === null
      ? `No column of ${from.name} looks like vendor IDs. Choose the right one.`
      : found !== null && found.column === from.column
        ? reasons[found.by]
        : 'Chosen by you. Nothing is looked up until you choose Look up.';
  return (
    <Select
      label="Vendor ID column"
      placeholder="Choose a column"
      value={from.column === null ? null : String(from.column)}
      hint={hint}
      choices={columns.map(({ heading, sample }, column) => ({
        value: String(column),
        label: `${heading === '' ? `Column ${column + 1}` : heading}: ${sample === '' ? '–' : sample}`.slice(
          0,
          80,
        ),
      }))}
      onChange={(column) => onChoose(Number(column))}
    />
  );
}
