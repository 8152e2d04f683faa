import { rowChip, type RowChip } from '#shared/words/chip.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { bindClasses } from '../class-names.ts';
import { useCondition } from '../stores/sync.ts';
import { useIsPast, clockTime } from '../time.ts';
import { Icon } from './icon.tsx';
import styles from './state-chip.module.css';
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
  EqualNot,
  History,
  Loader,
  Lock,
  type LucideIcon,
  Mail,
  OctagonPause,
  OctagonX,
  Pause,
  Pencil,
  RotateCw,
  Send,
  Timer,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { ChipIcon } from '#shared/base/tone.ts';
import type { HistoryLine } from '#shared/words/sentences.ts';
import type { SyncLabels } from '#shared/words/sync-labels.ts';

const cls = bindClasses(styles);

type ChipEntry = Pick<EntryProgress, 'state' | 'reason' | 'attempts' | 'nextAt' | 'markedByPerson'>;

/** The chip of an entry. `settled`: a verification's final result or an invited vendor's profile is in. */
export function useRowChip(entry: ChipEntry, kind: EntryKind, settled = false): RowChip {
  const due = useIsPast(entry.nextAt);
  return rowChip({ ...entry, kind }, useCondition(), { settled, time: clockTime, due });
}

interface StateChipProps {
  entry: ChipEntry;
  kind: EntryKind;
  settled?: boolean;
  inLine?: 'icon' | 'ground';
}

/** The chip of an entry: icon and word, filled only where something acts now or needs a person. */
export function StateChip({ entry, kind, settled = false, inLine }: StateChipProps) {
  return <Chip chip={useRowChip(entry, kind, settled)} {...(inLine === undefined ? {} : { inLine })} />;
}

/**
 * A chip drawn from its words, for chips that do not belong to an entry, such as a draft's or a comparison's.
 * `inLine` says what of it stands in line with what is above and below: in a column of chips always the icon; among
 * other text the ground, and the icon where there is no ground.
 */
export function Chip({
  chip,
  inLine,
}: {
  chip: Pick<RowChip, 'icon' | 'word' | 'tone' | 'filled' | 'sentence'>;
  inLine?: 'icon' | 'ground';
}) {
  const outward = inLine === 'icon' || (inLine === 'ground' && !chip.filled);
  return (
    <span
      className={`${cls('chip', chip.filled && 'filled', outward && 'outward')} inline-row note figures medium unbroken pad-0-6 round-chip`}
      data-tone={chip.tone}
      title={chip.sentence}
    >
      <Icon of={stateIcons[chip.icon]} size={14} turning={chip.icon === 'loader' && chip.filled} />
      {chip.word}
    </span>
  );
}

export const stateIcons: Record<ChipIcon | HistoryLine['icon'] | SyncLabels['icon'], LucideIcon> = {
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
  'equal-not': EqualNot,
  mail: Mail,
  history: History,
  'triangle-alert': TriangleAlert,
  pause: Pause,
  send: Send,
  'rotate-cw': RotateCw,
  undo: Undo2,
};
