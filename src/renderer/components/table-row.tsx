import { memo, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { shallow } from 'zustand/shallow';
import { bindClasses } from '../class-names.ts';
import styles from './data-table.module.css';
import { Checkbox } from './toggles.tsx';

const cls = bindClasses(styles);

interface TableRowProps {
  id: string;
  index: number;
  top: number;
  height: number;
  template: CSSProperties;
  open: boolean;
  /** The one row in the tab order. */
  current: boolean;
  ticked: boolean | null;
  name: string | null;
  onPress: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (id: string) => void;
  onTick: (id: string, range: boolean) => void;
  /** The cells render again when `row` or `cells` changes. */
  row: unknown;
  cells: unknown;
  draw: () => ReactNode;
}

/** A row of the table. It renders again only when its own props change. */
export const TableRow = memo(
  (props: TableRowProps) => {
    const { id, index, top, height, template, open, current, ticked } = props;
    const element = useRef<HTMLDivElement>(null);
    // A change event does not tell whether Shift was held.
    const withShift = useRef(false);
    // After every render: controls come and go with the content.
    useLayoutEffect(() => {
      if (element.current !== null) leaveOutControls(element.current, !current);
    });
    return (
      <div
        ref={element}
        role="row"
        data-row={id}
        aria-rowindex={index + 2}
        aria-selected={open}
        tabIndex={current ? 0 : -1}
        className={`${cls('row', open && 'open')} ruled-below pointer-default hovers ring-inside`}
        style={{ ...template, top, height }}
        onClick={(event) => {
          const inner = event.target instanceof Element && event.target.closest('button,a,input,label');
          if (!(inner instanceof Element)) props.onPress(id);
        }}
        onKeyDown={props.onKeyDown}
        onFocus={() => props.onFocus(id)}
      >
        {ticked === null ? null : (
          <div
            role="gridcell"
            className="narrows unbroken"
            onClickCapture={(event) => {
              withShift.current = event.shiftKey;
            }}
          >
            <Checkbox
              label={`Select ${props.name ?? 'this row'}`}
              checked={ticked}
              onChange={() => props.onTick(id, withShift.current)}
            />
          </div>
        )}
        <Cells row={props.row} cells={props.cells} draw={props.draw} />
      </div>
    );
  },
  ({ draw: _before, ...before }, { draw: _after, ...after }) => shallow(before, after),
);

const Cells = memo(
  ({ draw }: { row: unknown; cells: unknown; draw: () => ReactNode }) => draw(),
  (before, after) => before.row === after.row && before.cells === after.cells,
);

/** A cell. Text is truncated, with a tooltip; null shows an en dash. */
export function Cell({ end, fits, content }: { end: boolean; fits: boolean; content: ReactNode }) {
  return (
    <div
      role="gridcell"
      className={`${cls(!fits && 'cut', end && 'end')} narrows unbroken`}
      {...(typeof content === 'string' ? { title: content } : {})}
    >
      {content ?? <span className="faint">–</span>}
    </div>
  );
}

const controls = 'a[href], button, input';

/**
 * Leaves the controls inside a row out of the tab order, or takes them back: they are in it only where the row is the
 * current one, so that Tab passes a list of thousands in a few presses. The other rows are reached with the arrows, and
 * their controls with Tab from there.
 */
export function leaveOutControls(row: HTMLElement, out: boolean): void {
  for (const control of row.querySelectorAll<HTMLElement>(controls)) {
    if (out) leaveOut(control);
    else takeBack(control);
  }
}

function leaveOut(control: HTMLElement): void {
  if (control.tabIndex < 0) return;
  control.dataset['tabIndexBefore'] = control.getAttribute('tabindex') ?? '';
  control.setAttribute('tabindex', '-1');
}

function takeBack(control: HTMLElement): void {
  const before = control.dataset['tabIndexBefore'];
  if (before === undefined) return;
  delete control.dataset['tabIndexBefore'];
  if (before === '') control.removeAttribute('tabindex');
  else control.setAttribute('tabindex', before);
}
