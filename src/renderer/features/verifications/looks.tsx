import type { WatchState } from '#shared/ipc/verifications.ts';
import { TimeText } from '../../components/time-text.tsx';
import { useOffline } from '../../stores/sync.ts';

/** When a result was looked at last, and when it is looked at next. */
export function Looks({ watch }: { watch: WatchState }) {
  return (
    <span className="one-line">
      {watch.lastAt === null ? null : <TimeText at={watch.lastAt} />}
      <span className="quiet">
        {watch.lastAt === null ? null : ' · '}
        <Next watch={watch} />
      </span>
    </span>
  );
}

function Next({ watch }: { watch: WatchState }) {
  const offline = useOffline();
  switch (watch.kind) {
    case 'settled':
      return 'finished';
    case 'by_hand':
      return 'when you ask';
    case 'watching':
      return (
        <>
          <span className="visually-hidden">next check </span>
          {offline ? (
            'when online'
          ) : watch.nextAt === null ? (
            'soon'
          ) : (
            <TimeText at={watch.nextAt} form="soon" />
          )}
        </>
      );
  }
}
