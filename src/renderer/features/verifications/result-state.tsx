import { localDay } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { resultChip } from '#shared/words/result-chip.ts';
import { Chip, StateChip } from '../../components/state-chip.tsx';
import { useNow } from '../../time.ts';
import { useWorkspace } from '../../stores/session.ts';

export function ResultState({ row }: { row: VerificationRow }) {
  const { settings } = useWorkspace();
  const chip = resultChip(row, settings, localDay(new Date(useNow('minute'))));
  if (chip !== null) return <Chip chip={chip} inLine="icon" />;
  return <StateChip entry={row} kind="verification" settled={row.watch?.kind === 'settled'} inLine="icon" />;
}
