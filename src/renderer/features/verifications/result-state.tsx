import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { resultChip } from '#shared/result-chip.ts';
import { Chip, StateChip } from '../../components/state-chip.tsx';
import { useStatusWords } from '../../stores/session.ts';

/** Where a license check stands: on its way, being checked, or what its result asks for. */
export function ResultState({ row }: { row: VerificationRow }) {
  const own = useStatusWords();
  const chip = resultChip(row, own);
  if (chip !== null) return <Chip chip={chip} inLine="icon" />;
  return <StateChip entry={row} kind="verification" settled={row.watch?.kind === 'settled'} inLine="icon" />;
}
