import { FileSpreadsheet, FileUp, Check, CircleX, Copy, Download, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportStatus, ImportFilter } from '#shared/ipc/imports.ts';
import { queueHold } from '#shared/words/queue-hold.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useFileInput } from '../../components/file-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { focusPageHeading, isFocusIdle, Page, PageHeader } from '../../components/page.tsx';
import { ProgressSegments } from '../../components/progress-segments.tsx';
import { Select } from '../../components/select.tsx';
import { navigate } from '../../stores/navigation.ts';
import { saveText } from '../../stores/export-file.ts';
import { useCondition } from '../../stores/sync.ts';
import { clockTime } from '../../time.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { cancelImport, chooseSheet, followImport, sendFile, useImport, showRows } from './import-store.ts';
import { listLabels, type ListLabels } from './list-labels.tsx';
import { RowsPanel } from './rows-panel.tsx';
import { call } from '../../bridge.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { tellDone } from '../../stores/undo.ts';
import styles from './import-screen.module.css';

const cls = bindClasses(styles);

export function ImportScreen({ list }: { list: ListKind }) {
  const { kind, status: open, sending } = useImport();
  const words = listLabels[list];
  const status = open?.list === list ? open : null;
  const hold = queueHold(useCondition(), clockTime);
  useEffect(() => followImport(), []);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isFocusIdle()) focusPageHeading();
  }, [status?.phase.kind]);
  // Another window was sending the file and closed.
  const cutShort = status?.phase.kind === 'receiving' && !sending;
  return (
    <Page>
      <PageHeader
        title={words.title}
        parent={words.parent}
        {...(status === null || cutShort ? {} : { subtitle: <FileChip status={status} /> })}
        actions={
          hold === null ? null : (
            <span className="quiet-note">
              Queued {words.many} are saved here and sent {hold.until}.
            </span>
          )
        }
        ruled
      />
      <div
        role="presentation"
        className="whole-room"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => take(event, list)}
      >
        {kind === 'asking' ? null : status === null || cutShort ? (
          <DropArea list={list} cutShort={cutShort} other={status === null ? open : null} />
        ) : (
          <Open status={status} />
        )}
      </div>
    </Page>
  );
}

function take(event: DragEvent, list: ListKind): void {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file !== undefined) void sendFile(file, list);
}

function Open({ status }: { status: ImportStatus }) {
  const { phase, list } = status;
  if (phase.kind === 'receiving' || phase.kind === 'reading')
    return <ImportProgress phase={phase} list={list} />;
  if (phase.kind === 'failed') return <DropArea list={list} failure={phase.message} />;
  return (
    <>
      <div className={`${cls('columns')} grow flex shortens`}>
        <ColumnsPanel key={status.importId} status={status} />
        {phase.kind === 'ready' ? (
          <RowsPanel status={status} />
        ) : (
          <ImportProgress phase={phase} list={list} />
        )}
      </div>
      <ImportFoot status={status} />
    </>
  );
}

interface DropAreaProps {
  list: ListKind;
  failure?: string | null;
  cutShort?: boolean;
  other?: ImportStatus | null;
}

function DropArea({ list, failure = null, cutShort = false, other = null }: DropAreaProps) {
  const problem = useImport((store) => store.problem) ?? failure;
  const [over, setOver] = useState(false);

  return (
    <div className="scroller stack gap-16 padded-wide">
      <Problem title="This list can’t be imported." error={problem} />
      {cutShort ? (
        <MessageBlock tone="neu" live>
          This window was reloaded while the file was being read. Choose the file again.
        </MessageBlock>
      ) : null}
      {other === null ? null : (
        <MessageBlock
          tone="neu"
          title={`${other.fileName} is still open, and none of it is queued.`}
          actions={
            <Button to={listLabels[other.list].place}>
              {`Continue with those ${listLabels[other.list].many}`}
            </Button>
          }
        >
          One list is open at a time. Choosing a file here closes it.
        </MessageBlock>
      )}
      <div
        className={`${cls('drop', over && 'over')} subtle centered grows row gap-8 round-card faint-icons column`}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <Icon of={FileUp} size={20} />
        <p className="bold size-14">Drop a spreadsheet or a CSV file, or choose one</p>
        <p className="quiet">Every row is checked here before anything is queued.</p>
        <ChooseFile list={list} />
        <LinkButton
          size="small"
          onPress={() => saveText({ ...listLabels[list].example, contentType: 'text/csv' })}
        >
          Save an example file
        </LinkButton>
      </div>
    </div>
  );
}

function ChooseFile({ list, again = false }: { list: ListKind; again?: boolean }) {
  const { input, choose } = useFileInput(
    'List to import',
    '.csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,.numbers,.htm,.html,.xml,text/csv',
    (file) => void sendFile(file, list),
  );
  return (
    <>
      <Button variant={again ? 'link' : 'primary'} size={again ? 'small' : 'regular'} onPress={choose}>
        {again ? 'Change' : 'Choose a file'}
      </Button>
      {input}
    </>
  );
}

function FileChip({ status }: { status: ImportStatus }) {
  const { importId, fileName, sheets, sheet, counts, phase } = status;
  const settled = phase.kind === 'ready' || phase.kind === 'failed';
  const isQueued = counts.queued > 0;

  return (
    <span className={`${cls('chip')} within inline-row gap-8 quiet pad-0-10 boxed rounded`}>
      <Icon of={FileSpreadsheet} />
      <strong className="text bold one-line" title={fileName}>
        {fileName}
      </strong>
      {phase.kind === 'ready' ? (
        <span>
          {isQueued
            ? pluralize(counts.toFinish, 'row left', 'rows left')
            : pluralize(counts.all, 'row', 'rows')}
        </span>
      ) : null}
      {sheets.length > 1 ? (
        <span className={cls('sheet')}>
          <Select
            label="Sheet"
            labelHidden
            value={String(sheet)}
            disabled={!settled || isQueued}
            onChange={(next) => void chooseSheet(importId, Number(next))}
            choices={sheets.map((name, index) => ({ value: String(index), label: name }))}
          />
        </span>
      ) : null}
      {settled ? <ChooseFile list={status.list} again /> : null}
    </span>
  );
}

type Under = Exclude<ImportStatus['phase'], { kind: 'ready' | 'failed' }>;

function getStep(phase: Under, list: ListKind): { text: string; done: number; total: number | null } {
  switch (phase.kind) {
    case 'receiving':
      return { text: 'Reading the file', done: phase.received, total: phase.size };
    case 'reading':
      return { text: `Reading row ${countText(phase.row)}`, done: 0, total: null };
    case 'checking':
    case 'queueing': {
      const doing = phase.kind === 'checking' ? 'Checking row' : `Preparing ${listLabels[list].one}`;
      return { text: `${doing} ${countText(phase.row)}`, done: phase.row, total: phase.total };
    }
  }
}

function ImportProgress({ phase, list }: { phase: Under; list: ListKind }) {
  const { text, done, total } = getStep(phase, list);
  return (
    <div className={`${cls('progress')} grows row-top gap-12 narrows column`}>
      <p className={`${cls('step')} figures bold`} role="status">
        {text}
        {total === null || phase.kind === 'receiving' ? null : ` of ${countText(total)}`}
      </p>
      {total === null ? null : (
        <ProgressSegments
          withKey={false}
          segments={[
            { id: 'done', label: 'done', count: done, tone: 'prog' },
            { id: 'rest', label: 'to go', count: total - done, tone: 'rest' },
          ]}
        />
      )}
      <p className="quiet">Nothing is queued yet.</p>
      <Button onPress={() => void cancelImport()}>Cancel</Button>
    </div>
  );
}

function ImportFoot({ status }: { status: ImportStatus }) {
  const { importId, list, counts, phase, mappingProblem } = status;
  const words = listLabels[list];
  const queue = useAction('imports.queue');
  const problems = useAction('imports.problems');
  const open = counts.problems + counts.duplicates;
  const ready = phase.kind === 'ready' && mappingProblem === null && counts.ready > 0;

  async function queueAll(): Promise<void> {
    const result = await queue.run({ importId, expected: counts.ready });
    if (!result.ok) return;
    const { batch, queued, notBefore: until } = result.value;
    tellDone(`${pluralize(queued, words.one, words.many)} queued`, () => undoQueue(batch, words), { until });
    navigate(words.parent.target);
  }

  async function save(): Promise<void> {
    const result = await problems.run({ importId });
    if (result.ok) saveText(result.value);
  }

  useShortcut(shortcutKeys.queue, () => void queueAll(), { enabled: ready && !queue.pending });
  const held = queueHold(useCondition(), clockTime) !== null;
  const error = queue.error ?? problems.error;
  const figure = (show: ImportFilter, tone: 'ready' | 'neg' | 'cau', icon: LucideIcon, words: ReactNode) => (
    <button
      type="button"
      className={`${cls('figure', tone)} no-padding no-border no-ground`}
      onClick={() => showRows(list, show)}
    >
      <Icon of={icon} /> {words}
    </button>
  );
  return (
    <footer>
      <Problem title="Nothing was queued." error={error} within="pad-gutter-8" />
      <div className={`${cls('foot')} subtle row gap-8 pad-gutter-8 edge-above`}>
        <div className={`${cls('sum')} stack grows gap-8 narrows`}>
          <p className={`${cls('counts')} clipped figures unbroken flex`}>
            {figure('ready', 'ready', Check, <strong>{countText(counts.ready)} ready</strong>)}
            {counts.problems === 0
              ? null
              : figure(
                  'problems',
                  'neg',
                  CircleX,
                  pluralize(counts.problems, 'with a problem', 'with problems'),
                )}
            {counts.duplicates === 0
              ? null
              : figure('duplicates', 'cau', Copy, pluralize(counts.duplicates, 'duplicate'))}
            {open === 0 ? null : (
              <span className={`${cls('quiet')} quiet`}>left out until fixed or included</span>
            )}
          </p>
          <ProgressSegments
            withKey={false}
            segments={[
              { id: 'ready', label: 'ready', count: counts.ready, tone: 'pos' },
              { id: 'problems', label: 'with problems', count: counts.problems, tone: 'neg' },
              { id: 'duplicates', label: 'duplicates', count: counts.duplicates, tone: 'cau' },
              { id: 'left', label: 'left out', count: counts.leftOut, tone: 'rest' },
            ]}
          />
        </div>
        {open === 0 ? null : (
          <Button
            icon={Download}
            pending={problems.pending}
            disabled={phase.kind !== 'ready'}
            onPress={() => void save()}
          >
            {open === 1 ? 'Save the row as CSV' : `Save the ${countText(open)} rows as CSV`}
          </Button>
        )}
        <Button onPress={() => void cancelImport()}>{counts.queued === 0 ? 'Cancel' : 'Close list'}</Button>
        <Button
          variant="primary"
          keys={shortcutKeys.queue}
          pending={queue.pending}
          disabled={!ready}
          onPress={() => void queueAll()}
        >
          {`${held ? 'Queue' : words.send} ${pluralize(counts.ready, words.one, words.many)}`}
        </Button>
      </div>
    </footer>
  );
}

/** Cancels what was queued; if nothing was sent yet, the list reopens with all rows. */
async function undoQueue(batch: number, words: ListLabels): Promise<string> {
  const result = await call('imports.undo', { batch });
  if (!result.ok) return `Not everything was canceled. ${result.error.message}`;
  const { takenBack, gone } = result.value;
  const canceled = `${pluralize(takenBack, words.one, words.many)} canceled.`;
  if (gone > 0) return `${canceled} ${countText(gone)} had already been sent.`;
  navigate(words.place);
  return `${canceled} None were sent.`;
}
