import { CopyPlus, ListX, Undo2, WandSparkles, ChevronDown } from 'lucide-react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { ImportStatus, RowGroup } from '#shared/ipc/imports.ts';
import { bindClasses } from '../../class-names.ts';
import { LinkButton, SmallButton } from '../../components/button.tsx';
import { Problem } from '../../components/message-block.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import type { ReactNode } from 'react';
import { problemHeading } from '#shared/words/import-messages.ts';
import { Menu } from '../../components/menu.tsx';
import { columnElementId } from './columns-panel.tsx';
import { chooseSheet, showRows } from './import-store.ts';
import styles from './rows-head.module.css';

const cls = bindClasses(styles);

export function BulkActions({ status, onShowFixed }: { status: ImportStatus; onShowFixed: () => void }) {
  const { importId, counts, groups, lastBulk } = status;
  const fix = useAction('imports.fixAll');
  const choose = useAction('imports.chooseAll');
  const undo = useAction('imports.undoBulk');
  const pending = fix.pending || choose.pending || undo.pending;
  const several = groups.filter(({ count }) => count > 1);
  const error = fix.error ?? choose.error ?? undo.error;

  const fixAll = () => void fix.run({ importId });
  const takeBack = () => void undo.run({ importId });
  useShortcut(shortcutKeys.fix, fixAll, { enabled: counts.fixable > 0 && !pending });
  useShortcut(shortcutKeys.undo, takeBack, { enabled: lastBulk !== null && !pending });

  if (counts.fixable === 0 && several.length === 0 && lastBulk === null && error === null) return null;
  return (
    <div className={`${cls('actions')} wrap fixed row gap-8 ruled-below pad-gutter-8`}>
      <Problem error={error} />
      {counts.fixable === 0 ? null : (
        <SmallButton
          icon={WandSparkles}
          keys={shortcutKeys.fix}
          pending={fix.pending}
          disabled={pending}
          onPress={fixAll}
        >
          {counts.fixable === 1 ? 'Fix 1 automatically' : `Fix ${countText(counts.fixable)} automatically`}
        </SmallButton>
      )}
      {several.map(({ group, count }) => (
        <SmallButton
          key={group}
          icon={group === 'title' ? ListX : CopyPlus}
          disabled={pending}
          onPress={() => void choose.run({ importId, group, choice: group === 'title' ? 'out' : 'in' })}
        >
          {groupLabels[group](countText(count))}
        </SmallButton>
      ))}
      {lastBulk === null ? null : (
        <span className={`${cls('done')} inline-row gap-8 quiet`} role="status">
          {doneMessage(lastBulk)}
          {lastBulk.kind === 'fixed' && counts.fixed > 0 ? (
            <LinkButton size="small" label="Show the fixed cells" onPress={onShowFixed}>
              Show
            </LinkButton>
          ) : null}
          <SmallButton
            icon={Undo2}
            keys={shortcutKeys.undo}
            pending={undo.pending}
            disabled={pending}
            label={`Undo: ${doneMessage(lastBulk)}`}
            onPress={takeBack}
          >
            Undo
          </SmallButton>
        </span>
      )}
    </div>
  );
}

const groupLabels: Readonly<Record<RowGroup, (all: string) => string>> = {
  invite: (all) => `Include all ${all} invited before`,
  vendor: (all) => `Include all ${all} that are vendors already`,
  verification: (all) => `Include all ${all} submitted before`,
  row: (all) => `Include all ${all} repeated in this list`,
  title: (all) => `Skip all ${all} titles`,
  hidden: (all) => `Include all ${all} hidden rows`,
  inactive: (all) => `Include all ${all} inactive rows`,
  ragged: (all) => `Check all ${all} with more or fewer cells`,
  over_lines: (all) => `Check all ${all} with an open quotation mark`,
  other_headings: (all) => `Check all ${all} below other headings`,
};

type Done = NonNullable<ImportStatus['lastBulk']>;

const doneLabels: Readonly<Record<Done['kind'], [what: string, done: string]>> = {
  fixed: ['cell', 'fixed'],
  included: ['row', 'included'],
  skipped: ['row', 'skipped'],
};

function doneMessage({ kind, count }: Done): string {
  const [what, done] = doneLabels[kind];
  return `${pluralize(count, what)} ${done}.`;
}

const maxNamed = 4;

/** What is not imported: other sheets, unused columns, skipped rows. */
export function ListFacts({ status }: { status: ImportStatus }) {
  const unused = status.columns.flatMap(({ heading, sample, field }, column) =>
    field !== 'skip' || (heading === '' && sample === '') || heading === problemHeading
      ? []
      : [{ column, name: heading === '' ? `Column ${column + 1}` : heading }],
  );
  const [first] = unused;
  const hiddenNames = getNames(status.hiddenSheets.map((at) => ({ name: status.sheets[at] ?? '' })));
  const { counts, groups, sheet, sheetFound, hiddenSheets } = status;
  const otherSheet = sheetFound && (sheet > 0 || status.otherLists.length > 0);
  const count = (group: RowGroup) => groups.find((one) => one.group === group)?.count ?? 0;
  const hidden = count('hidden');
  const inactive = count('inactive');
  const others = counts.passedOver - hidden - inactive;
  const otherRows =
    others === 1 ? 'a total, a line or a repeated header' : 'totals, lines or repeated headers';
  const leftOut = [
    { group: null, rows: others, why: otherRows },
    { group: 'hidden' as const, rows: hidden, why: 'hidden in the spreadsheet' },
    { group: 'inactive' as const, rows: inactive, why: 'marked inactive' },
  ].filter(({ rows }) => rows > 0);
  if (first === undefined && !otherSheet && leftOut.length === 0 && hiddenSheets.length === 0) return null;
  return (
    <ul
      className={`${cls('facts')} flow fixed subtle quiet ruled-below pad-gutter-8`}
      aria-label="Not imported"
    >
      {otherSheet ? <SheetFact status={status} /> : null}
      {first === undefined ? null : (
        <Fact
          text={`${pluralize(unused.length, 'column is', 'columns are')} not used: ${getNames(unused)}`}
          title={unused.map(({ name }) => name).join(', ')}
        >
          {link('Choose', 'Choose what the columns are', () => showColumn(first.column))}
        </Fact>
      )}
      {hiddenSheets.length === 0 ? null : (
        <Fact
          text={`${pluralize(hiddenSheets.length, 'sheet is', 'sheets are')} hidden in the workbook: ${hiddenNames}`}
        />
      )}
      {leftOut.map(({ group, rows, why }) => (
        <Fact key={group} text={`${pluralize(rows, 'row')} left out: ${why}`}>
          {link('Show', 'Show the rows that are left out', () => showRows(status.list, 'left_out', group))}
        </Fact>
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
    <Fact
      text={`The list was found on the sheet “${sheets[sheet] ?? ''}”, and ${passed}`}
      title={others.map(({ name }) => name).join(', ')}
    >
      <Menu
        label="Other sheets"
        button={{ variant: 'link', size: 'small', icon: ChevronDown }}
        choices={others.map(({ name, index }) => ({
          id: String(index),
          label: name,
          onChoose: () => void chooseSheet(importId, index),
        }))}
      />
    </Fact>
  );
}

function link(word: string, label: string, go: () => void): ReactNode {
  return (
    <LinkButton size="small" label={label} onPress={go}>
      {word}
    </LinkButton>
  );
}

function Fact({ text, title, children }: { text: string; title?: string; children?: ReactNode }) {
  return (
    <li className={`${cls('fact')} row gap-8 narrows`}>
      <span className="one-line" title={title}>
        {text}
      </span>
      {children}
    </li>
  );
}

function getNames(unused: readonly { name: string }[]): string {
  const named = unused.slice(0, unused.length > maxNamed ? maxNamed - 1 : maxNamed).map(({ name }) => name);
  const more = unused.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

function showColumn(column: number): void {
  const line = document.getElementById(columnElementId(column));
  line?.scrollIntoView({ block: 'center' });
  line?.querySelector('button')?.focus();
}
