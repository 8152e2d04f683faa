import { ChevronDown } from 'lucide-react';
import { countText, counted } from '#shared/counted.ts';
import { problemHeading } from '#shared/import-messages.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { columnElementId } from './columns-panel.tsx';
import { chooseSheet } from './import-store.ts';
import styles from './list-facts.module.css';

const cls = bindClasses(styles);

const maxNamed = 4;

/** What of the file is not taken, above the rows: other sheets, columns that fill nothing. Nothing where all of it is. */
export function ListFacts({ status, onShowLeftOut }: { status: ImportStatus; onShowLeftOut: () => void }) {
  const unused = status.columns.flatMap(({ heading, sample, field }, column) =>
    field !== 'skip' || (heading === '' && sample === '') || heading === problemHeading
      ? []
      : [{ column, name: heading === '' ? `Column ${column + 1}` : heading }],
  );
  const [first] = unused;
  const otherSheet = status.sheetFound && status.sheet > 0;
  const { passedOver } = status.counts;
  if (first === undefined && !otherSheet && passedOver === 0) return null;
  return (
    <ul className={cls('facts')} aria-label="What is not taken">
      {otherSheet ? <SheetFact status={status} /> : null}
      {first === undefined ? null : (
        <li className={cls('fact')}>
          <span className="one-line" title={unused.map(({ name }) => name).join(', ')}>
            {`${counted(unused.length, 'column is', 'columns are')} not used: ${getNames(unused)}`}
          </span>
          <Button
            variant="link"
            size="small"
            label="Choose what the columns are"
            onPress={() => showColumn(first.column)}
          >
            Choose
          </Button>
        </li>
      )}
      {passedOver === 0 ? null : (
        <li className={cls('fact')}>
          <span className="one-line">
            {passedOver === 1
              ? '1 row is left out: a total, a line or the headings again'
              : `${countText(passedOver)} rows are left out: totals, lines or repeated headings`}
          </span>
          <Button variant="link" size="small" label="Show the rows that are left out" onPress={onShowLeftOut}>
            Show
          </Button>
        </li>
      )}
    </ul>
  );
}

function SheetFact({ status }: { status: ImportStatus }) {
  const { importId, sheets, sheet } = status;
  const others = sheets.flatMap((name, index) => (index === sheet ? [] : [{ name, index }]));
  const passed =
    others.length === 1 ? `“${others[0]?.name ?? ''}” was` : `${others.length} other sheets were`;
  return (
    <li className={cls('fact')}>
      <span className="one-line" title={others.map(({ name }) => name).join(', ')}>
        {`The list was found on the sheet “${sheets[sheet] ?? ''}”, and ${passed} passed over`}
      </span>
      <Menu
        label="Other sheets"
        trigger={
          <Button variant="link" size="small" icon={ChevronDown}>
            Other sheets
          </Button>
        }
        choices={others.map(({ name, index }) => ({
          id: String(index),
          label: name,
          onChoose: () => void chooseSheet(importId, index),
        }))}
      />
    </li>
  );
}

function getNames(unused: readonly { name: string }[]): string {
  const named = unused.slice(0, unused.length > maxNamed ? maxNamed - 1 : maxNamed).map(({ name }) => name);
  const more = unused.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

/** Moves to where it is chosen what a column is. */
function showColumn(column: number): void {
  const line = document.getElementById(columnElementId(column));
  line?.scrollIntoView({ block: 'center' });
  line?.querySelector('button')?.focus();
}
