import { ChevronDown, ChevronUp } from 'lucide-react';
import { countText } from '#shared/base/counted.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';

/** The most verifications that the walk knows at once; those behind come up as the first are decided. */
const maxWalked = 200;

/** The walk through the verifications that need a decision, from where one of them is open. */
export interface DecisionWalk {
  /** How many need a decision; null before that is known. */
  total: number | null;
  /** Which of them is open, from 1; null where the open one needs no decision. */
  place: number | null;
  previousId: string | null;
  nextId: string | null;
  /** The one to open once the open one is decided: the next, else the first that was passed over; null after the last. */
  afterDecisionId: string | null;
}

/** Reads the walk around an open verification (docs/decisions/keyboard-and-everyone.md). */
export function useDecisionWalk(entryId: string): DecisionWalk {
  const { state } = useLive('verifications.page', { tab: 'to_decide', limit: maxWalked }, [
    { event: 'entries.changed', id: null },
  ]);
  if (state.kind !== 'ready') {
    return { total: null, place: null, previousId: null, nextId: null, afterDecisionId: null };
  }
  const { rows, total } = state.value;
  const at = rows.findIndex((row) => row.entryId === entryId);
  const nextId = rows[at + 1]?.entryId ?? null;
  return {
    total,
    place: at === -1 ? null : at + 1,
    previousId: rows[at - 1]?.entryId ?? null,
    nextId,
    afterDecisionId:
      at === -1 ? null : (nextId ?? rows.find((row) => row.entryId !== entryId)?.entryId ?? null),
  };
}

/** Opens a verification of the walk. */
export function openInWalk(entryId: string | null): void {
  if (entryId !== null) navigate({ screen: 'verifications', path: [entryId] });
}

/** Where the open verification stands among those that need a decision, and the way to the others. */
export function WalkButtons({ walk: { total, place, previousId, nextId } }: { walk: DecisionWalk }) {
  useShortcut(shortcutKeys.previous, () => openInWalk(previousId));
  useShortcut(shortcutKeys.next, () => openInWalk(nextId));
  if (total === null) return null;
  return (
    <>
      <span className="faint-figure">
        {total === 0
          ? 'None left to decide'
          : place === null
            ? `${countText(total)} to decide`
            : `${countText(place)} of ${countText(total)} to decide`}
      </span>
      {total === 0 ? null : (
        <>
          <IconButton
            icon={ChevronUp}
            label="Previous to decide"
            keys={shortcutKeys.previous}
            disabled={previousId === null}
            onPress={() => openInWalk(previousId)}
          />
          <IconButton
            icon={ChevronDown}
            label="Next to decide"
            keys={shortcutKeys.next}
            disabled={nextId === null}
            onPress={() => openInWalk(nextId)}
          />
        </>
      )}
    </>
  );
}
