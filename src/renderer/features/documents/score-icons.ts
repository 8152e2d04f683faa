import { CircleCheck, OctagonX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ScoreMeaning } from '#shared/service/score.ts';

export const scoreIcons: Record<ScoreMeaning['icon'], LucideIcon> = {
  'octagon-x': OctagonX,
  'triangle-alert': TriangleAlert,
  'circle-check': CircleCheck,
};
