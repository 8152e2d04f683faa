import { Check, CircleX, Copy, Minus, Undo2, X, type LucideIcon } from 'lucide-react';
import type { ImportRow } from '#shared/ipc/imports.ts';
import type { ListKind } from '#shared/import-fields.ts';
import { duplicateWords } from '#shared/import-words.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { CellEditor } from './cell-editor.tsx';
import type { ProblemPlaces, ShownColumn } from './problem-places.ts';
import styles from './row-list.module.css';

const cls = classesOf(styles);

const resultWords: Record<
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
  /** Where it is said what is wrong. */
  places: ProblemPlaces;
  edited: number | null;
  onBegin: (column: number) => void;
  onEnd: () => void;
  onNext: (column: number) => boolean;
  onEdit: (column: number, text: string) => Promise<boolean>;
  onChoose: (choice: 'in' | 'out' | 'as_found') => void;
  /** Whether this is the row that was asked for. */
  marked: boolean;
  onShow: (row: number) => void;
}) {
  const { row, columns, edited, places } = props;
  const [word, icon, tone] = resultWords[row.result];
  const leftOut = row.result === 'left_out';
  return (
    <>
      <div
        role="row"
        aria-rowindex={props.index + 2}
        className={cls('line', leftOut && 'faded', props.marked && 'marked')}
        {...(props.marked ? { ref: takeFocus, tabIndex: -1 } : {})}
        style={{ gridTemplateColumns: props.template }}
      >
        <span role="gridcell" className={cls('number')}>
          {row.row}
        </span>
        <span role="gridcell" className={cls('result', tone)}>
          <Icon of={icon} size={14} />
          {word}
        </span>
        {columns.map(({ column, label }) => {
          const cell = row.cells.find((one) => one.column === column);
          const text = cell?.text ?? '';
          const problem = cell?.problem ?? null;
          const name = `${label} of row ${row.row}`;
          return (
            <span key={column} role="gridcell" className={cls('cell')}>
              {edited === column ? (
                <CellEditor
                  name={name}
                  text={text}
                  onSave={(next) => props.onEdit(column, next)}
                  onEnd={props.onEnd}
                  onNext={() => props.onNext(column)}
                />
              ) : (
                <button
                  type="button"
                  tabIndex={problem === null ? -1 : 0}
                  aria-label={`${name}: ${text === '' ? 'empty' : text}${problem === null ? '' : `. ${problem}`}`}
                  title={text}
                  className={cls('value', problem !== null && 'wrong', text === '' && 'blank')}
                  onClick={() => props.onBegin(column)}
                >
                  {text === '' ? (problem === null ? '–' : 'empty') : text}
                </button>
              )}
              {problem === null || edited === column || !places.below.has(column) ? null : (
                <span
                  className={cls('problem')}
                  style={{ maxWidth: places.below.get(column) }}
                  title={problem}
                >
                  <Icon of={CircleX} size={12} />
                  <span className={cls('cut')}>{problem}</span>
                </span>
              )}
            </span>
          );
        })}
        <span role="gridcell" className={cls(row.result !== 'duplicate' && 'end')}>
          {row.result === 'duplicate' ? null : (
            <IconButton
              icon={leftOut ? Undo2 : X}
              label={leftOut ? `Include row ${row.row}` : `Skip row ${row.row}`}
              onPress={() => props.onChoose(leftOut ? 'as_found' : 'out')}
            />
          )}
        </span>
      </div>
      {places.told.length === 0 ? null : (
        <div className={cls('told')}>
          {places.told.map(({ column, label, problem }) => (
            <button
              key={column}
              type="button"
              tabIndex={-1}
              className={cls('problem')}
              title="Correct this cell"
              onClick={() => props.onBegin(column)}
            >
              <Icon of={CircleX} size={12} />
              <span className={cls('cut')}>
                <strong>{label}:</strong> {problem}
              </span>
            </button>
          ))}
        </div>
      )}
      {row.duplicate === null ? null : (
        <DuplicateBand row={row} list={props.list} onChoose={props.onChoose} onShow={props.onShow} />
      )}
    </>
  );
}

/** Moves focus to the row that was asked for, once it is drawn. */
function takeFocus(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
}

function DuplicateBand({
  row,
  list,
  onChoose,
  onShow,
}: {
  row: ImportRow;
  list: ListKind;
  onChoose: (choice: 'in' | 'as_found') => void;
  onShow: (row: number) => void;
}) {
  const now = useNow('minute');
  const { duplicate } = row;
  if (duplicate === null) return null;
  return (
    <div className={cls('band')}>
      <Icon of={Copy} />
      <span className={cls('words')} title={duplicateWords(duplicate, list, now)}>
        {duplicateWords(duplicate, list, now)}
      </span>
      {duplicate.kind === 'row' ? (
        <Button variant="link" size="small" onPress={() => onShow(duplicate.row)}>
          {`Show row ${duplicate.row}`}
        </Button>
      ) : null}
      {duplicate.kind === 'invite' ? (
        <Button
          variant="link"
          size="small"
          onPress={() => navigate({ screen: 'invites', path: [duplicate.entryId] })}
        >
          Open that invite
        </Button>
      ) : null}
      {duplicate.kind === 'verification' ? (
        <Button
          variant="link"
          size="small"
          onPress={() => navigate({ screen: 'verifications', path: [duplicate.entryId] })}
        >
          Open that check
        </Button>
      ) : null}
      {duplicate.kind === 'vendor' ? (
        <Button
          variant="link"
          size="small"
          onPress={() => navigate({ screen: 'vendors', path: [duplicate.vendorId] })}
        >
          Open the vendor
        </Button>
      ) : null}
      {row.included ? (
        <Button size="small" label={`Skip row ${row.row} after all`} onPress={() => onChoose('as_found')}>
          Leave out
        </Button>
      ) : (
        <Button size="small" label={`Include row ${row.row} anyway`} onPress={() => onChoose('in')}>
          Include anyway
        </Button>
      )}
    </div>
  );
}
