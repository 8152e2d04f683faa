import {
  Ban,
  Check,
  CircleQuestionMark,
  Clock,
  OctagonPause,
  OctagonX,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { LookUpJob, LookUpOutcome, LookUpRow } from '#shared/ipc/look-ups.ts';
import { lookUpLabels } from '#shared/words/look-up-labels.ts';
import type { Segment } from '../../components/progress-segments.tsx';

export const outcomeMessage: Record<
  LookUpOutcome,
  { word: string; icon: LucideIcon; tone: 'pos' | 'cau' | 'neg' | 'neu' }
> = {
  waiting: { word: lookUpLabels.waiting, icon: Clock, tone: 'neu' },
  found: { word: lookUpLabels.found, icon: Check, tone: 'pos' },
  unknown: { word: lookUpLabels.unknown, icon: CircleQuestionMark, tone: 'cau' },
  not_an_id: { word: lookUpLabels.not_an_id, icon: TriangleAlert, tone: 'cau' },
  refused: { word: lookUpLabels.refused, icon: OctagonX, tone: 'neg' },
  unreadable: { word: lookUpLabels.unreadable, icon: OctagonX, tone: 'neg' },
  gave_up: { word: lookUpLabels.gave_up, icon: OctagonPause, tone: 'neg' },
  cancelled: { word: lookUpLabels.cancelled, icon: Ban, tone: 'neu' },
};

/** How many came to nothing that a person should look at. */
function findProblems({ counts }: LookUpJob): number {
  return counts.unknown + counts.not_an_id + counts.refused + counts.unreadable + counts.gave_up;
}

/** The bar of a look-up, in a fixed order. */
export function getSegments({ counts }: LookUpJob): Segment[] {
  return [
    { id: 'found', label: 'found', count: counts.found, tone: 'pos' },
    { id: 'unknown', label: 'not known', count: counts.unknown, tone: 'cau' },
    { id: 'not_an_id', label: 'not an ID', count: counts.not_an_id, tone: 'cau' },
    {
      id: 'problem',
      label: 'with a problem',
      count: counts.refused + counts.unreadable + counts.gave_up,
      tone: 'neg',
    },
    { id: 'cancelled', label: 'canceled', count: counts.cancelled, tone: 'neu' },
    { id: 'waiting', label: 'waiting', count: counts.waiting, tone: 'rest' },
  ];
}

/** How many came to nothing that asking again may change. */
export function getFailed({ counts }: LookUpJob): number {
  return counts.unknown + counts.refused + counts.unreadable + counts.gave_up;
}

const triedAgain: readonly LookUpOutcome[] = ['unknown', 'refused', 'unreadable', 'gave_up'];

/** Whether a person can have a line asked for at once. */
export function canTryAgain({ outcome, nextAt }: LookUpRow): boolean {
  return triedAgain.includes(outcome) || nextAt !== null;
}

/** Where a look-up stands, in a few words. */
export function lookUpTitle(job: LookUpJob): string {
  const problems = findProblems(job);
  const rest = problems === 0 ? '' : `, ${problems} not`;
  if (job.endedAt !== null) {
    const found = `${job.counts.found} of ${job.total} fetched${rest}`;
    return job.cancelled ? `Canceled: ${found}` : found;
  }
  return `${job.total - job.counts.waiting} of ${job.total} done${rest === '' ? '' : `${rest} fetched`}`;
}
