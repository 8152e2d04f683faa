import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { pluralize } from '../base/pluralize.ts';
import { stages, type Stage } from './judge-vendor.ts';
import { scoreLabels } from '../service/score.ts';

export const figures = z.object({
  stages: z.array(z.object({ stage: z.enum(stages), count: z.number() })),
  /** Whole days from the previous stage: the median and the 90th percentile. Stages without data are left out. */
  durations: z.array(
    z.object({ stage: z.enum(stages), count: z.number(), half: z.number(), most: z.number() }),
  ),
  /** Vendors by the month in which their first requirement ends, as 2027-03, or `later`. */
  endings: z.array(z.object({ part: z.string(), count: z.number() })),
  quality: z.array(
    z.object({ documentType: z.string(), word: z.enum([...scoreLabels, 'No score']), count: z.number() }),
  ),
  outcomes: z.array(z.object({ code: z.string(), word: z.string(), count: z.number() })),
});
export type Figures = z.infer<typeof figures>;

export interface FigureTable {
  head: string[];
  rows: (string | number)[][];
}

export const figureTitles = {
  stages: 'Onboarding funnel',
  durations: 'How long each stage takes',
  endings: 'Expirations by month',
  quality: 'Document quality by type',
  outcomes: 'Verification results',
} as const;
export const figureIds = ownNames(figureTitles);
export type FigureId = keyof typeof figureTitles;

export const stageLabels: Readonly<Record<Stage, string>> = {
  known: 'Known here',
  invited: 'Invited or enrolled',
  readable: 'Profile in order',
  licensed: 'Licenses in order',
  documented: 'Documents in order',
  ready: 'May work',
};

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export const endingLabel = (part: string): string =>
  part === 'later' ? 'Later' : monthFormat.format(new Date(`${part}-01T00:00:00Z`));

export const daysText = (days: number): string => (days === 0 ? 'the same day' : pluralize(days, 'day'));

export function toFigureTable(id: FigureId, figures: Figures): FigureTable {
  const tables: Readonly<Record<FigureId, FigureTable>> = {
    stages: {
      head: ['Stage', 'Vendors'],
      rows: figures.stages.map(({ stage, count }) => [stageLabels[stage], count]),
    },
    durations: {
      head: ['Stage', 'Vendors', 'Days for half of the vendors', 'Days for 90% of the vendors'],
      rows: figures.durations.map(({ stage, count, half, most }) => [stageLabels[stage], count, half, most]),
    },
    endings: {
      head: ['Month of first expiration', 'Vendors'],
      rows: figures.endings.map(({ part, count }) => [endingLabel(part), count]),
    },
    quality: {
      head: ['Document type', 'Quality', 'Documents'],
      rows: figures.quality.map(({ documentType, word, count }) => [documentType, word, count]),
    },
    outcomes: {
      head: ['Outcome', 'Verifications'],
      rows: figures.outcomes.map(({ word, count }) => [word, count]),
    },
  };
  return tables[id];
}

export function summarizeFigure(id: FigureId, figures: Figures): string {
  switch (id) {
    case 'stages': {
      const { count: all = 0 } = figures.stages[0] ?? {};
      const { count: ready = 0 } = figures.stages.at(-1) ?? {};
      if (all === 0) return 'No vendor is known on this computer yet.';
      return `${pluralize(ready, 'vendor')} of ${all.toLocaleString('en-US')} may work today.`;
    }
    case 'durations': {
      const longest = figures.durations.toSorted((one, other) => other.half - one.half)[0];
      if (longest === undefined) return 'No vendor has moved to the next stage yet.';
      if (longest.half === 0) return 'Half of the vendors finished each stage on the same day.';
      return `${stageLabels[longest.stage]} takes longest: half of the vendors got there within ${daysText(longest.half)}.`;
    }
    case 'endings': {
      const [{ part, count } = { part: 'later', count: 0 }] = figures.endings;
      if (sum(figures.endings) === 0) return 'No upcoming expirations.';
      return `${pluralize(count, 'vendor')} ${count === 1 ? 'has' : 'have'} something that expires in ${endingLabel(part)}.`;
    }
    case 'quality': {
      const total = sum(figures.quality);
      if (total === 0) return 'No documents looked up yet.';
      const good = sum(figures.quality.filter(({ word }) => word === 'Good' || word === 'Fair'));
      return `${pluralize(good, 'document')} of ${total.toLocaleString('en-US')} ${good === 1 ? 'is' : 'are'} fair or good.`;
    }
    case 'outcomes': {
      const [first] = figures.outcomes;
      if (first === undefined) return 'No licenses submitted yet.';
      const total = sum(figures.outcomes).toLocaleString('en-US');
      return `The most frequent is “${first.word}”: ${first.count.toLocaleString('en-US')} of ${total}.`;
    }
  }
}

export const isEmptyFigure = (id: FigureId, figures: Figures): boolean => sum(figures[id]) === 0;

const sum = (rows: readonly { count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);
