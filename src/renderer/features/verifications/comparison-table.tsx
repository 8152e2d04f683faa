import { useState } from 'react';
import { localDay } from '#shared/base/dates.ts';
import { dateNote, differencesFirst, type ComparisonRow } from '#shared/comparison/licenses.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DifferingText, VerdictMessage } from '../../components/differing-text.tsx';
import { OutsideLink, webAddress } from '../../components/outside-link.tsx';
import { Switch } from '../../components/toggles.tsx';
import { useNow } from '../../stores/now.ts';
import styles from './comparison-table.module.css';

const cls = bindClasses(styles);

/** What was submitted beside what was found, row by row. While nothing is found yet, that side stays blank. */
export function ComparisonTable({ rows, pending }: { rows: readonly ComparisonRow[]; pending: boolean }) {
  const [first, setFirst] = useState(true);
  const today = localDay(new Date(useNow('minute')));
  const [whole, setWhole] = useState(false);
  const inOrder = first ? differencesFirst(rows) : rows;
  const empty = rows.filter(({ verdict }) => verdict === 'neither').length;
  // One or two rows take no more room than the line that stands for them.
  const folds = empty > 2;
  const shown = folds && !whole ? inOrder.filter(({ verdict }) => verdict !== 'neither') : inOrder;
  return (
    <>
      <table
        className={`${cls('table')} whole-width`}
        aria-label="License details, as submitted and as found"
      >
        <thead>
          <tr>
            <th scope="col" className={cls('label')}>
              <span className="visually-hidden">Detail</span>
            </th>
            <th scope="col">As submitted</th>
            <th scope="col">As found</th>
            <th scope="col">
              {pending ? (
                <span className="visually-hidden">Comparison</span>
              ) : (
                <Switch checked={first} onChange={setFirst}>
                  Differences first
                </Switch>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.field} row={row} pending={pending} note={dateNote(row, today)} />
          ))}
          {folds ? (
            <tr className={cls('row')}>
              <td colSpan={4} className={cls('label')}>
                <Button variant="link" expanded={whole} onPress={() => setWhole(!whole)}>
                  {whole ? 'Hide blank details' : `${empty} blank details${pending ? ' so far' : ''}`}
                </Button>
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <p className={`${cls('foot')} faint-note`}>
        “Same” ignores capitals, spaces and common short forms such as Ste or W. Dates are compared as days.
      </p>
    </>
  );
}

function Row({ row, pending, note }: { row: ComparisonRow; pending: boolean; note: string | null }) {
  const blank = pending && row.found.text === null;
  return (
    <tr
      aria-label={blank ? `${row.label}, ${row.submitted.text ?? 'not given'}` : row.spoken}
      className={cls('row', row.verdict === 'differs' && 'differs')}
    >
      <th scope="row" className={cls('label')}>
        {row.label}
      </th>
      <td>
        <SideText row={row} side="submitted" />
      </td>
      <td>
        {blank ? null : <SideText row={row} side="found" />}
        {note === null ? null : <p className="quiet-note">{note}</p>}
      </td>
      <td>{blank ? null : <VerdictMessage verdict={row.verdict} words={row.words} />}</td>
    </tr>
  );
}

function SideText({ row, side }: { row: ComparisonRow; side: 'submitted' | 'found' }) {
  const { text } = row[side];
  if (text === null) {
    return <span className="faint">{side === 'submitted' ? 'Not provided' : 'Not found'}</span>;
  }
  if (row.field === 'verifyingWebsite' && row.verdict !== 'differs') {
    return (
      <OutsideLink url={webAddress(text) ?? text} icon={false}>
        {text.replace(/^https:\/\//i, '')}
      </OutsideLink>
    );
  }
  return (
    <span title={row.kind === 'date' ? (row[side].raw ?? text) : text}>
      <DifferingText side={row[side]} />
    </span>
  );
}
