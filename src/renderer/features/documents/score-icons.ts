import { CircleCheck, OctagonX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ScoreMeaning } from '#shared/score.ts';

/** The icons that the meaning of a score names. */
export const scoreIcons: Record<ScoreMeaning['icon'], LucideIcon> = {
  'octagon-x': OctagonX,
  'triangle-alert': TriangleAlert,
  'circle-check': CircleCheck,
};
