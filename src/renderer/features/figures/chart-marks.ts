import {
  axisX,
  axisY,
  barX,
  barY,
  gridX,
  gridY,
  ruleX,
  ruleY,
  stackX,
  text,
  tickX,
  type PlotOptions,
} from '@observablehq/plot';
import {
  daysText,
  endingLabel,
  stageLabels,
  type FigureId,
  type Figures,
} from '#shared/onboarding/figures.ts';
import { scoreLabels } from '#shared/service/score.ts';

type QualityWord = Figures['quality'][number]['word'];

/** Worst first, in the order in which they are stacked. */
export const qualityWords = [...scoreLabels, 'No score'] as const;

/** Colors are never the only difference: the words are beside them. */
export const qualityFills: Readonly<Record<QualityWord, string>> = {
  Poor: 'var(--neg-mark)',
  Weak: 'var(--cau-mark)',
  Fair: 'var(--neu-mark)',
  Good: 'var(--pos-mark)',
  'No score': 'var(--surface)',
};

/** "No score" has no color, so only its edge shows. */
export const qualityStrokes: Readonly<Record<QualityWord, string>> = {
  ...qualityFills,
  'No score': 'var(--border-control)',
};

const figures = new Intl.NumberFormat('en-US');
const fill = 'var(--accent-fill)';
const rowHeight = 34;
const rightMargin = 64;

function scale(counts: readonly number[]): { domain: [number, number]; ticks: number } {
  const most = Math.max(...counts, 1);
  return { domain: [0, most], ticks: Math.min(most, 4) };
}

const grid = (ticks: number) => ({ stroke: 'var(--border)', strokeOpacity: 1, ticks });
const counts = (ticks: number) => ({
  ticks,
  tickSize: 0,
  tickFormat: (value: number) => figures.format(value),
});
const rowLabels = () => axisY({ tickSize: 0, lineWidth: 11, textOverflow: 'ellipsis' });
const zero = { stroke: 'var(--border-strong)' };
const atEnd = { textAnchor: 'start', dx: 6, fill: 'var(--text)' } as const;

/** Horizontal bars, one per label, with a text at the end. @param unit of the axis, unless it is a count */
function lying<Row extends { count: number }>(
  rows: readonly Row[],
  label: (row: Row) => string,
  end: (row: Row) => string,
  unit: string | null = null,
): PlotOptions {
  const labels = rows.map(label);
  const { domain, ticks } = scale(rows.map(({ count }) => count));
  return {
    height: rows.length * rowHeight + (unit === null ? 28 : 44),
    marginLeft: 140,
    marginRight: rightMargin,
    ...(unit === null ? {} : { marginBottom: 44 }),
    x: { label: null, domain },
    y: { label: null, domain: labels, padding: 0.3 },
    marks: [
      gridX(grid(ticks)),
      axisX({ ...counts(ticks), label: unit, labelAnchor: 'center', labelArrow: 'none' }),
      rowLabels(),
      barX(rows, { x: 'count', y: label, fill, rx: 2 }),
      text(rows, { x: 'count', y: label, text: end, ...atEnd }),
      ruleX([0], zero),
    ],
  };
}

export function toChart(id: FigureId, all: Figures): PlotOptions {
  switch (id) {
    case 'stages':
      return lying(
        all.stages,
        ({ stage }) => stageLabels[stage],
        ({ count }) => figures.format(count),
      );
    case 'durations': {
      const rows = all.durations.map((row) => ({ ...row, count: row.half }));
      const { domain } = scale(rows.map(({ most }) => most));
      const label = ({ stage }: (typeof rows)[number]) => stageLabels[stage];
      const chart = lying(rows, label, () => '', 'Days');
      return {
        ...chart,
        x: { label: null, domain },
        marginRight: rightMargin + 110,
        marks: [
          ...(chart.marks ?? []),
          tickX(rows, { x: 'most', y: label, stroke: 'var(--text-2)', strokeWidth: 2 }),
          text(rows, {
            x: 'most',
            y: label,
            text: ({ half, most }: (typeof rows)[number]) =>
              half === most ? daysText(half) : `${daysText(half)}; 90% within ${daysText(most)}`,
            ...atEnd,
          }),
        ],
      };
    }
    case 'endings': {
      const label = ({ part }: Figures['endings'][number]) => endingLabel(part);
      const { domain, ticks } = scale(all.endings.map(({ count }) => count));
      return {
        height: 240,
        marginLeft: 40,
        marginBottom: 44,
        x: { label: null, domain: all.endings.map(label), padding: 0.3 },
        y: { label: null, domain },
        marks: [
          gridY(grid(ticks)),
          axisY(counts(ticks)),
          axisX({ tickSize: 0, lineWidth: 4 }),
          barY(all.endings, { x: label, y: 'count', fill, rx: 2 }),
          text(all.endings, {
            x: label,
            y: 'count',
            text: ({ count }: Figures['endings'][number]) => (count === 0 ? '' : figures.format(count)),
            dy: -8,
            fill: 'var(--text)',
          }),
          ruleY([0], zero),
        ],
      };
    }
    case 'quality': {
      const types = [...new Set(all.quality.map(({ documentType }) => documentType))];
      const { domain, ticks } = scale(
        types.map((type) =>
          all.quality.reduce((sum, { documentType, count }) => sum + (documentType === type ? count : 0), 0),
        ),
      );
      const stacked = stackX({
        x: 'count',
        y: 'documentType',
        z: 'word',
        order: [...qualityWords],
        fill: ({ word }: Figures['quality'][number]) => qualityFills[word],
        stroke: ({ word }: Figures['quality'][number]) => qualityStrokes[word],
        title: ({ documentType, word, count }: Figures['quality'][number]) =>
          `${documentType}, ${word}: ${figures.format(count)}`,
      });
      return {
        height: types.length * rowHeight + 28,
        marginLeft: 140,
        marginRight: 24,
        x: { label: null, domain },
        y: { label: null, domain: types, padding: 0.3 },
        color: { type: 'identity' },
        marks: [
          gridX(grid(ticks)),
          axisX(counts(ticks)),
          rowLabels(),
          barX(all.quality, { ...stacked, inset: 0.5, insetLeft: 1, insetRight: 1 }),
          ruleX([0], zero),
        ],
      };
    }
    case 'outcomes':
      return lying(
        all.outcomes,
        ({ word }) => word,
        ({ count }) => figures.format(count),
      );
  }
}
