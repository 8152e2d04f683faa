import { ArrowRight, Check, CircleX, Copy, Info, Minus, Undo2, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Tone } from '#shared/base/tone.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import type { ImportDuplicate, ImportRow } from '#shared/ipc/imports.ts';
import type { ScreenId } from '#shared/settings/place.ts';
import { duplicateMessage, oddRowMessage } from '#shared/words/import-messages.ts';
import { bindClasses } from '../../class-names.ts';
import { LinkButton, SmallButton, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../time.ts';
import { listLabels } from './list-labels.tsx';
import {
  problemMessage,
  stopAttributes,
  type ProblemPositions,
  type ShownColumn,
} from './problem-positions.ts';
import styles from './row-list.module.css';

const cls = bindClasses(styles);

const resultLabels: Record<ImportRow['result'], [word: string, icon: LucideIcon, tone: Tone]> = {
  ready: ['Ready', Check, 'pos'],
  problem: ['Problem', CircleX, 'neg'],
  duplicate: ['Duplicate', Copy, 'cau'],
  left_out: ['Left out', Minus, 'neu'],
};

export interface EditedCell {
  row: number;
  column: number;
}

export interface RowActions {
  begin: (cell: EditedCell) => void;
  end: (cell: EditedCell, how: HowEnded) => void;
  /** Edits the next cell with a problem; false where there is none. */
  next: (from: EditedCell) => boolean;
  /** Resolves to whether it was saved. */
  save: (cell: EditedCell, text: string) => Promise<boolean>;
  choose: (row: ImportRow, choice: RowChoice) => void;
  show: (row: number) => void;
}

export type RowChoice = 'in' | 'out' | 'as_found';
/** How editing ended: by Esc, by leaving the cell, or by Enter, once it was saved. */
type HowEnded = 'put_back' | 'left' | 'saved';

interface RowLineProps {
  row: ImportRow;
  list: ListKind;
  index: number;
  columns: readonly ShownColumn[];
  template: string;
  positions: ProblemPositions;
  edited: number | null;
  marked: boolean;
  actions: RowActions;
}

export function RowLine(props: RowLineProps) {
  const { row, list, columns, positions, edited, marked, actions } = props;
  const [word, icon, tone] = resultLabels[row.result];
  const leftOut = row.result === 'left_out';
  const decidedInBand = row.result === 'duplicate' || row.looksLike !== null;
  return (
    <>
      <div
        role="row"
        aria-rowindex={props.index + 2}
        className={`${cls(leftOut && 'faded', marked && 'marked')} figures grid columns-12 start pad-gutter-top`}
        {...(marked ? { ref: takeFocus, tabIndex: -1 } : {})}
        style={{ gridTemplateColumns: props.template }}
      >
        <span role="gridcell" className={`${cls('number')} quiet`}>
          {row.row}
        </span>
        <span role="gridcell" className="inline-row gap-6 medium" data-tone={tone}>
          <Icon of={icon} size={14} />
          {word}
        </span>
        {columns.map(({ column, label }) => {
          const cell = row.cells.find((one) => one.column === column) ?? blankCell;
          const { text, problem, fix, fixedFrom } = cell;
          const name = `${label} of row ${row.row}`;
          const at = { row: row.row, column };
          return (
            <span key={column} role="gridcell" className={`${cls('cell')} row-top narrows column`}>
              {edited === column ? (
                <CellEditor name={name} text={text} at={at} actions={actions} />
              ) : (
                <button
                  type="button"
                  tabIndex={problem === null ? -1 : 0}
                  {...stopAttributes(row.row, column)}
                  aria-label={cellName(name, cell)}
                  title={text}
                  className={`${cls('value', problem !== null && 'wrong', text === '' && 'blank')} within one-line round-3`}
                  onClick={() => actions.begin(at)}
                >
                  {text === '' ? (problem === null ? '–' : 'empty') : text}
                </button>
              )}
              {problem === null || edited === column || !positions.below.has(column) ? null : (
                <span
                  className={`${cls('problem', fix !== null && 'fix')} negative within row note gap-4`}
                  style={{ maxWidth: positions.below.get(column) }}
                  title={problem}
                >
                  <Icon of={fix === null ? CircleX : ArrowRight} size={12} />
                  <span className="one-line">{problemMessage({ problem, fix })}</span>
                </span>
              )}
              {fixedFrom === null || problem !== null || edited === column ? null : (
                <span className={`${cls('was')} within one-line faint-note`} title={`It was ${fixedFrom}`}>
                  {`was ${fixedFrom}`}
                </span>
              )}
            </span>
          );
        })}
        <span role="gridcell" className={cls(!decidedInBand && 'end')}>
          {decidedInBand ? null : (
            <IconButton
              icon={leftOut ? Undo2 : X}
              label={leftOut ? `Include row ${row.row}` : `Skip row ${row.row}`}
              onPress={() => actions.choose(row, leftOut ? 'as_found' : 'out')}
            />
          )}
        </span>
      </div>
      {positions.listed.length === 0 ? null : (
        <div className={`${cls('listed')} sticky`}>
          {positions.listed.map(({ column, label, problem, fix }) => (
            <button
              key={column}
              type="button"
              tabIndex={-1}
              className={`${cls('problem', fix !== null && 'fix')} negative within row note gap-4`}
              title="Correct this cell"
              onClick={() => actions.begin({ row: row.row, column })}
            >
              <Icon of={fix === null ? CircleX : ArrowRight} size={12} />
              <span className="one-line">
                <strong>{label}:</strong> {problemMessage({ problem, fix })}
              </span>
            </button>
          ))}
        </div>
      )}
      <RowBand row={row} list={list} actions={actions} />
    </>
  );
}

type Cell = Omit<ImportRow['cells'][number], 'column'>;
const blankCell: Cell = { text: '', problem: null, fix: null, fixedFrom: null };

function cellName(name: string, { text, problem, fix, fixedFrom }: Cell): string {
  const why = problem === null ? '' : `. ${problem}`;
  const automatic = fix === null ? '' : ` Fix automatically makes it ${fix === '' ? 'empty' : fix}.`;
  const before = fixedFrom === null ? '' : `. It was ${fixedFrom}.`;
  return `${name}: ${text === '' ? 'empty' : text}${why}${automatic}${before}`;
}

function takeFocus(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
}

function RowBand({ row, list, actions }: { row: ImportRow; list: ListKind; actions: RowActions }) {
  const now = useNow('minute');
  const { row: number, duplicate, looksLike } = row;
  // A skipped title gets no message.
  const words =
    duplicate !== null
      ? duplicateMessage(duplicate, list, now)
      : looksLike === null
        ? null
        : oddRowMessage(looksLike, row.remark, listLabels[list].subject);
  if (words === null) return null;
  const [label, word, choice] = decisionOn(row);
  return (
    <div
      className={`${cls('band', duplicate === null && row.result === 'left_out' && 'quietBand')} rounded row gap-10 sticky caution-soft`}
    >
      <Icon of={duplicate === null ? Info : Copy} />
      <span className="grow one-line" title={words}>
        {words}
      </span>
      {duplicate === null ? null : <DuplicateLink duplicate={duplicate} onShow={actions.show} />}
      <span className="fixed flex" {...stopAttributes(number, 'band')}>
        <SmallButton label={label} onPress={() => actions.choose(row, choice)}>
          {word}
        </SmallButton>
      </span>
    </div>
  );
}

function decisionOn(line: ImportRow): [label: string, word: string, choice: RowChoice] {
  const { row, duplicate, included, looksLike } = line;
  if (duplicate !== null) {
    return included
      ? [`Skip row ${row} after all`, 'Skip', 'as_found']
      : [`Include row ${row} anyway`, 'Include anyway', 'in'];
  }
  return looksLike === 'title'
    ? [`Skip the title in row ${row}`, 'Skip', 'out']
    : [`Check row ${row} anyway`, 'Check anyway', 'in'];
}

function DuplicateLink({ duplicate, onShow }: { duplicate: ImportDuplicate; onShow: (row: number) => void }) {
  const link = (words: string, go: () => void) => (
    <LinkButton size="small" onPress={go}>
      {words}
    </LinkButton>
  );
  const open = (words: string, screen: ScreenId, id: string) =>
    link(words, () => navigate({ screen, path: [id] }));
  switch (duplicate.kind) {
    case 'row':
      return duplicate.queued ? null : link(`Show row ${duplicate.row}`, () => onShow(duplicate.row));
    case 'invite':
      return open('Open that invite', 'invites', duplicate.entryId);
    case 'verification':
      return open('Open that verification', 'verifications', duplicate.entryId);
    case 'vendor':
      return open('Open the vendor', 'vendors', duplicate.vendorId);
  }
}

interface CellEditorProps {
  name: string;
  text: string;
  at: EditedCell;
  actions: RowActions;
}

/** A cell while it is edited. Enter saves and moves on to the next problem, Esc restores, Tab saves and edits the next. */
function CellEditor({ name, text, at, actions }: CellEditorProps) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  async function save(): Promise<boolean> {
    return typed === text || (await actions.save(at, typed));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      closed.current = true;
      actions.end(at, 'put_back');
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      closed.current = true;
      void save().then((saved) => {
        if (saved) actions.end(at, 'saved');
        else closed.current = false;
      });
    } else if (event.key === 'Tab' && !event.shiftKey) {
      closed.current = true;
      void save();
      if (actions.next(at)) event.preventDefault();
    }
  }

  return (
    <>
      <input
        ref={input}
        className={`${cls('editor')} surface pad-0-6 rounded no-ring`}
        aria-label={name}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (closed.current) return;
          void save().then((saved) => {
            if (saved) actions.end(at, 'left');
          });
        }}
      />
      <span className={`${cls('keys')} negative within unbroken row note gap-4`}>
        Enter saves, Esc cancels
      </span>
    </>
  );
}
