import { FileUp, Search } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { getName } from '#shared/base/foreign-text.ts';
import { readIdTable, type IdTable, idsInText } from '#shared/imports/id-columns.ts';
import { maxLookedUp, type LookUpJob } from '#shared/ipc/look-ups.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { useFileInput } from '../../components/file-input.tsx';
import { Problem } from '../../components/message-block.tsx';
import { Select } from '../../components/select.tsx';
import { TextArea } from '../../components/text-field.tsx';
import { useAction } from '../../stores/action.ts';
import { textOfFile } from '../../send-in-parts.ts';
import styles from './look-up-screen.module.css';

const cls = bindClasses(styles);

/** A file whose ids stand in the field, and the column that they come from; null until one is known. */
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
    const name = getName(file.name);
    let table: IdTable;
    try {
      table = readIdTable(await textOfFile(file));
    } catch {
      // Moved, removed or not readable; the browser says no more than that.
      setProblem(`${name} could not be read. Is it still there?`);
      return;
    }
    take({ name, table, column: table.found?.column ?? null });
    if (table.columns.length === 0) setProblem(`${name} is empty.`);
  }

  const { input, choose } = useFileInput(
    'A CSV or text file with vendor IDs',
    '.csv,.txt,.tsv,text/csv,text/plain',
    (file) => void read(file),
  );

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
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
      <form className={`${cls('form')} stack gap-12`} noValidate onSubmit={(event) => void submit(event)}>
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
