import { ChartColumn, Download, Table2 } from 'lucide-react';
import { useRef, useState, useEffect, type RefObject } from 'react';
import {
  figureIds,
  figureTitles,
  isEmptyFigure,
  summarizeFigure,
  toFigureTable,
  type FigureId,
  type Figures,
  type FigureTable,
} from '#shared/onboarding/figures.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { NotLoaded, Problem } from '../../components/message-block.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { vendorsParent } from '../../stores/navigation.ts';
import { savePicture } from './chart-picture.ts';
import styles from './figures-screen.module.css';
import { plot } from '@observablehq/plot';
import { useElementSize } from '../../stores/window-state.ts';
import { qualityFills, qualityStrokes, qualityWords, toChart } from './chart-marks.ts';

const cls = bindClasses(styles);

/** Minimum interval between recounts, in milliseconds. */
const paceMs = 5000;

export function FiguresScreen() {
  const live = useLive(
    'onboarding.figures',
    null,
    ['onboarding.changed', 'documents.changed', 'entries.changed'],
    paceMs,
  );
  const figures = live.value;
  const [tables, setTables] = useState<ReadonlySet<FigureId>>(new Set());
  const all = tables.size === figureIds.length;
  const toggleAll = () => setTables(new Set(all ? [] : figureIds));
  useShortcut(shortcutKeys.figureTables, toggleAll);
  return (
    <Page>
      <PageHeader
        title="Figures"
        subtitle="Everything on this computer"
        parent={vendorsParent}
        actions={
          <Button icon={all ? ChartColumn : Table2} keys={shortcutKeys.figureTables} onPress={toggleAll}>
            {all ? 'Show charts' : 'Show tables'}
          </Button>
        }
        ruled
      />
      <PageBody>
        {figures === null ? (
          <NotLoaded title="The figures could not be read." of={live} />
        ) : (
          <div className={`${cls('figures')} gap-16 grid`}>
            {figureIds.map((id) => (
              <FigureCard
                key={id}
                id={id}
                figures={figures}
                asTable={tables.has(id)}
                onTable={(on) =>
                  setTables((now) => new Set(on ? [...now, id] : [...now].filter((one) => one !== id)))
                }
              />
            ))}
          </div>
        )}
      </PageBody>
    </Page>
  );
}

interface FigureProps {
  id: FigureId;
  figures: Figures;
}

function FigureCard({
  id,
  figures,
  asTable,
  onTable,
}: FigureProps & { asTable: boolean; onTable: (on: boolean) => void }) {
  const exporting = useExport();
  const chart = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const title = figureTitles[id];
  const sentence = summarizeFigure(id, figures);
  const isEmpty = isEmptyFigure(id, figures);
  const saveTable = (format: 'csv' | 'xlsx', label: string, detail: string): MenuChoice => ({
    label,
    detail,
    icon: Download,
    onChoose: () => void exporting.run('exports.begin', { source: { list: 'figure', figure: id }, format }),
  });

  async function saveChart(): Promise<void> {
    const drawn = chart.current?.querySelector('svg') ?? null;
    setProblem(
      drawn !== null && (await savePicture(drawn, { title, sentence, legend: legend.current }))
        ? null
        : 'The picture could not be made. Save the table instead.',
    );
  }

  return (
    <section className={`${cls('figure')} narrows boxed-faint`}>
      <header className="row gap-4">
        <h2 className="size-14 grows bold">{title}</h2>
        <SmallButton
          variant="quiet"
          icon={asTable ? ChartColumn : Table2}
          label={`${asTable ? 'Chart' : 'Table'}: ${title}`}
          onPress={() => onTable(!asTable)}
        >
          {asTable ? 'Chart' : 'Table'}
        </SmallButton>
        <Menu
          label={`Save: ${title}`}
          choices={[
            {
              label: 'Save as PNG',
              detail: asTable ? 'Show the chart first' : 'The chart as a picture',
              icon: Download,
              disabled: asTable || isEmpty,
              onChoose: () => void saveChart(),
            },
            saveTable('csv', 'Save as CSV', 'The table'),
            saveTable('xlsx', 'Save as workbook', 'The table, as an XLSX file'),
          ]}
        />
      </header>
      <p className={`${cls('sentence')} quiet`}>{sentence}</p>
      <ExportState exporting={exporting} />
      <Problem error={problem} />
      {isEmpty ? null : asTable ? (
        <FigureTableView table={toFigureTable(id, figures)} title={title} />
      ) : (
        <>
          {id === 'quality' ? <QualityLegend ref={legend} rows={figures.quality} /> : null}
          <Chart ref={chart} id={id} figures={figures} label={`${title}. ${sentence}`} />
        </>
      )}
    </section>
  );
}

const legendSquare = { x: 0.5, y: 0.5, width: 9, height: 9, rx: 2 };
const narrowest = 320;

/** A chart as wide as its container, in theme colors. */
function Chart({
  ref,
  id,
  figures,
  label,
}: FigureProps & { ref: RefObject<HTMLDivElement | null>; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const width = Math.max(size?.width ?? 0, narrowest);
  useEffect(() => {
    const drawn = plot({ ...toChart(id, figures), width, ariaLabel: label });
    drawn.setAttribute('role', 'img');
    // The picture has one label; labels of its parts add only noise.
    for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    // The CSP blocks inline styles; figures-screen.module.css has the same rules.
    drawn.querySelector('style')?.remove();
    ref.current?.replaceChildren(drawn);
  }, [ref, id, figures, width, label]);
  return (
    <div ref={frame} className={`${cls('chart')} clipped`}>
      <div ref={ref} />
    </div>
  );
}

function FigureTableView({ table: { head, rows }, title }: { table: FigureTable; title: string }) {
  return (
    <table className={`${cls('table')} whole-width`}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {head.map((label, column) => (
            <th key={label} scope="col" className={cls(typeof rows[0]?.[column] === 'number' && 'number')}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('\n')}>
            {cells.map((cell, column) =>
              typeof cell === 'number' ? (
                <td key={head[column]} className={cls('number')}>
                  {cell.toLocaleString('en-US')}
                </td>
              ) : (
                <th key={head[column]} scope="row">
                  {cell}
                </th>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function QualityLegend({ ref, rows }: { ref: RefObject<HTMLUListElement | null>; rows: Figures['quality'] }) {
  const shown = qualityWords.filter((word) => rows.some((row) => row.word === word));
  return (
    <ul ref={ref} className={`${cls('legend')} flow quiet small below-4`}>
      {shown.map((word) => (
        <li key={word} className="row gap-6">
          <svg aria-hidden width="10" height="10">
            <rect {...legendSquare} fill={qualityFills[word]} stroke={qualityStrokes[word]} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}
