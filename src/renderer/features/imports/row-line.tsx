import { ArrowRight, Check, CircleX, Copy, Minus, Undo2, X, type LucideIcon } from 'lucide-react';
import type { ImportRow } from '#shared/ipc/imports.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { bindClasses } from '../../class-names.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { CellEditor } from './cell-editor.tsx';
import { problemMessage, type ProblemPositions, type ShownColumn } from './problem-positions.ts';
import { stopAttributes } from './problem-stops.ts';
import { RowBand } from './row-band.tsx';
import styles from './row-list.module.css';

const cls = bindClasses(styles);

const resultLabels: Record<
  ImportRow['result'],
  [word: string, icon: LucideIcon, tone: 'pos' | 'neg' | 'cau' | 'neu']
> = {
  ready: ['Ready', Check, 'pos'],
  problem: ['Problem', CircleX, 'neg'],
  duplicate: ['Duplicate', Copy, 'cau'],
  left_out: ['Left out', Minus, 'neu'],
};

/** One row of the list: its result, its cells, and what it is a duplicate of. */
export function RowLine(props: {
  row: ImportRow;
  list: ListKind;
  index: number;
  columns: readonly ShownColumn[];
  template: string;
  positions: ProblemPositions;
  edited: number | null;
  onBegin: (column: number) => void;
  onEnd: (how: 'put_back' | 'left', column: number) => void;
  /** The cell was saved with Enter. */
  onSaved: (column: number) => void;
  onNext: (column: number) => boolean;
  onEdit: (column: number, text: string) => Promise<boolean>;
  onChoose: (choice: 'in' | 'out' | 'as_found') => void;
  /** Whether this is the row that was asked for. */
  marked: boolean;
  onShow: (row: number) => void;
}) {
  const { row, columns, edited, positions } = props;
  const [word, icon, tone] = resultLabels[row.result];
  const leftOut = row.result === 'left_out';
  const decidedInBand = row.result === 'duplicate' || row.looksLike !== null;
  return (
    <>
      <div
        role="row"
        aria-rowindex={props.index + 2}
        className={`${cls('line', leftOut && 'faded', props.marked && 'marked')} figures`}
        {...(props.marked ? { ref: takeFocus, tabIndex: -1 } : {})}
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
          const cell = row.cells.find((one) => one.column === column);
          const text = cell?.text ?? '';
          const problem = cell?.problem ?? null;
          const mend = cell?.mend ?? null;
          const mendedFrom = cell?.mendedFrom ?? null;
          const name = `${label} of row ${row.row}`;
          return (
            <span key={column} role="gridcell" className={`${cls('cell')} row-top narrows`}>
              {edited === column ? (
                <CellEditor
                  name={name}
                  text={text}
                  onSave={(next) => props.onEdit(column, next)}
                  onEnd={(how) => props.onEnd(how, column)}
                  onSaved={() => props.onSaved(column)}
                  onNext={() => props.onNext(column)}
                />
              ) : (
                <button
                  type="button"
                  tabIndex={problem === null ? -1 : 0}
                  {...stopAttributes(row.row, column)}
                  aria-label={cellName(name, text, problem, mend, mendedFrom)}
                  title={text}
                  className={`${cls('value', problem !== null && 'wrong', text === '' && 'blank')} within one-line`}
                  onClick={() => props.onBegin(column)}
                >
                  {text === '' ? (problem === null ? '–' : 'empty') : text}
                </button>
              )}
              {problem === null || edited === column || !positions.below.has(column) ? null : (
                <span
                  className={`${cls('problem', mend !== null && 'mend')} negative within row note gap-4`}
                  style={{ maxWidth: positions.below.get(column) }}
                  title={problem}
                >
                  <Icon of={mend === null ? CircleX : ArrowRight} size={12} />
                  <span className="one-line">{problemMessage({ problem, mend })}</span>
                </span>
              )}
              {mendedFrom === null || problem !== null || edited === column ? null : (
                <span className={`${cls('was')} within one-line faint-note`} title={`It was ${mendedFrom}`}>
                  {`was ${mendedFrom}`}
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
              onPress={() => props.onChoose(leftOut ? 'as_found' : 'out')}
            />
          )}
        </span>
      </div>
      {positions.told.length === 0 ? null : (
        <div className={cls('told')}>
          {positions.told.map(({ column, label, problem, mend }) => (
            <button
              key={column}
              type="button"
              tabIndex={-1}
              className={`${cls('problem', mend !== null && 'mend')} negative within row note gap-4`}
              title="Correct this cell"
              onClick={() => props.onBegin(column)}
            >
              <Icon of={mend === null ? CircleX : ArrowRight} size={12} />
              <span className="one-line">
                <strong>{label}:</strong> {problemMessage({ problem, mend })}
              </span>
            </button>
          ))}
        </div>
      )}
      <RowBand row={row} list={props.list} onChoose={props.onChoose} onShow={props.onShow} />
    </>
  );
}

function cellName(
  name: string,
  text: string,
  problem: string | null,
  mend: string | null,
  mendedFrom: string | null,
): string {
  const said = problem === null ? '' : `. ${problem}`;
  const mending = mend === null ? '' : ` Fix automatically makes it ${mend === '' ? 'empty' : mend}.`;
  const before = mendedFrom === null ? '' : `. It was ${mendedFrom}.`;
  return `${name}: ${text === '' ? 'empty' : text}${said}${mending}${before}`;
}

/** Moves focus to the row that was asked for, once it is drawn. */
function takeFocus(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
}
