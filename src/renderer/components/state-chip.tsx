import { useMemo } from 'react';
import { rowChip, type RowChip } from '#shared/words/chip.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { bindClasses } from '../class-names.ts';
import { useIsPast } from '../stores/now.ts';
import { useCondition } from '../stores/sync.ts';
import { clockTime } from '../time.ts';
import { Icon } from './icon.tsx';
import { stateIcons } from './state-icons.ts';
import styles from './state-chip.module.css';

const cls = bindClasses(styles);

/** What a row says of an entry. `settled` tells that a verification's final result is in, or an invited vendor's profile. */
export function useRowChip(
  entry: Pick<EntryProgress, 'state' | 'reason' | 'attempts' | 'nextAt' | 'markedByPerson'>,
  kind: EntryKind,
  settled = false,
): RowChip {
  const condition = useCondition();
  const { state, reason, attempts, nextAt, markedByPerson } = entry;
  const due = useIsPast(nextAt);
  return useMemo(
    () =>
      rowChip({ kind, state, reason, attempts, nextAt, markedByPerson }, condition, {
        settled,
        time: clockTime,
        due,
      }),
    [kind, state, reason, attempts, nextAt, markedByPerson, condition, settled, due],
  );
}

/** The chip of an entry: icon and word, filled only where something acts now or needs a person. */
export function StateChip({
  entry,
  kind,
  settled = false,
  inLine,
}: {
  entry: Pick<EntryProgress, 'state' | 'reason' | 'attempts' | 'nextAt' | 'markedByPerson'>;
  kind: EntryKind;
  settled?: boolean;
  inLine?: 'icon' | 'ground';
}) {
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
