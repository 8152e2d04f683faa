import {
  Ban,
  Check,
  CircleArrowUp,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Cloud,
  CloudCheck,
  CloudOff,
  Loader,
  Lock,
  OctagonPause,
  OctagonX,
  Pause,
  Pencil,
  RotateCw,
  Send,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import type { ChipIcon } from '#shared/chip.ts';
import type { HistoryLine } from '#shared/sentences.ts';
import type { SyncWords } from '#shared/sync-words.ts';

/** The icons that shared policies name. */
export const stateIcons: Record<ChipIcon | HistoryLine['icon'] | SyncWords['icon'], LucideIcon> = {
  pencil: Pencil,
  clock: Clock,
  cloud: Cloud,
  'cloud-check': CloudCheck,
  'cloud-off': CloudOff,
  'circle-arrow-up': CircleArrowUp,
  timer: Timer,
  lock: Lock,
  'circle-question-mark': CircleQuestionMark,
  'octagon-x': OctagonX,
  'octagon-pause': OctagonPause,
  check: Check,
  loader: Loader,
  'circle-check': CircleCheck,
  ban: Ban,
  pause: Pause,
  send: Send,
  'rotate-cw': RotateCw,
};
