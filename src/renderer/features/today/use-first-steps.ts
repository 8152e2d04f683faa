import type { FirstSteps } from '#shared/ipc/today.ts';
import { useLive } from '../../stores/live.ts';
import { useWorkspace } from '../../stores/session.ts';

/** How far the first steps are in a workspace that is new; null where they are not to be shown any more. */
export function useFirstSteps(): FirstSteps | null {
  const { practice, settings } = useWorkspace();
  const wanted = !practice && !settings.firstStepsDismissed;
  const { state } = useLive('today.firstSteps', wanted ? null : undefined, [
    { event: 'entries.changed', id: null },
    { event: 'vendors.changed', id: null },
    { event: 'onboarding.changed', id: null },
  ]);
  if (!wanted || state.kind !== 'ready') return null;
  // A workspace in use is not new again because it has no requirements.
  const { vendors, invites, verifications } = state.value;
  return vendors > 0 && invites > 0 && verifications > 0 ? null : state.value;
}
