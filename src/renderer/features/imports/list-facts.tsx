import { ChevronDown } from 'lucide-react';
import { countText, counted } from '#shared/base/counted.ts';
import { problemHeading } from '#shared/words/import-messages.ts';
import type { ImportStatus, RowGroup } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { columnElementId } from './columns-panel.tsx';
import { chooseSheet } from './import-store.ts';
import { showRows } from './rows-shown.ts';
import styles from './list-facts.module.css';

const cls = bindClasses(styles);

const maxNamed = 4;

/** What of the file is not taken, above the rows: other sheets, columns that fill nothing. Nothing where all of it is. */
export function ListFacts({ status }: { status: ImportStatus }) {
  const unused = status.columns.flatMap(({ heading, sample, field }, column) =>
    field !== 'skip' || (heading === '' && sample === '') || heading === problemHeading
      ? []
      : [{ column, name: heading === '' ? `Column ${column + 1}` : heading }],
  );
  const [first] = unused;
  const { counts, groups, sheet, sheetFound, sheets, hiddenSheets } = status;
  const otherSheet = sheetFound && (sheet > 0 || status.otherLists.length > 0);
  const count = (group: RowGroup) => groups.find((one) => one.group === group)?.count ?? 0;
  const leftOut = [
    {
      group: null,
      rows: counts.passedOver - count('hidden') - count('inactive'),
      one: '1 row left out: a total, a line or a repeated header',
      many: 'rows left out: totals, lines or repeated headers',
    },
    {
      group: 'hidden' as const,
      rows: count('hidden'),
      one: '1 row left out: hidden in the spreadsheet',
      many: 'rows left out: hidden in the spreadsheet',
    },
    {
      group: 'inactive' as const,
      rows: count('inactive'),
      one: '1 row left out: marked inactive',
      many: 'rows left out: marked inactive',
    },
  ].filter(({ rows }) => rows > 0);
  if (first === undefined && !otherSheet && leftOut.length === 0 && hiddenSheets.length === 0) return null;
  return (
    <ul className={`${cls('facts')} flow fixed subtle quiet ruled-below`} aria-label="Not imported">
      {otherSheet ? <SheetFact status={status} /> : null}
      {first === undefined ? null : (
        <li className={`${cls('fact')} row gap-8 narrows`}>
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
      {hiddenSheets.length === 0 ? null : (
        <li className={`${cls('fact')} row gap-8 narrows`}>
          <span className="one-line">
            {`${counted(hiddenSheets.length, 'sheet is', 'sheets are')} hidden in the workbook: ${getNames(
              hiddenSheets.map((at) => ({ name: sheets[at] ?? '' })),
            )}`}
          </span>
        </li>
      )}
      {leftOut.map(({ group, rows, one, many }) => (
        <li key={many} className={`${cls('fact')} row gap-8 narrows`}>
          <span className="one-line">{rows === 1 ? one : `${countText(rows)} ${many}`}</span>
          <Button
            variant="link"
            size="small"
            label="Show the rows that are left out"
            onPress={() => showRows(status.list, 'left_out', group)}
          >
            Show
          </Button>
        </li>
      ))}
    </ul>
  );
}

function SheetFact({ status }: { status: ImportStatus }) {
  const { importId, sheets, sheet, otherLists } = status;
  const others = sheets.flatMap((name, index) => (index === sheet ? [] : [{ name, index }]));
  const lists = otherLists.map((index) => ({ name: sheets[index] ?? '' }));
  const passed =
    lists.length > 0
      ? `${getNames(lists)} ${lists.length === 1 ? 'looks like a list' : 'look like lists'} too`
      : others.length === 1
        ? `“${others[0]?.name ?? ''}” was skipped`
        : `${others.length} other sheets were skipped`;
  return (
    <li className={`${cls('fact')} row gap-8 narrows`}>
      <span className="one-line" title={others.map(({ name }) => name).join(', ')}>
        {`The list was found on the sheet “${sheets[sheet] ?? ''}”, and ${passed}`}
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
