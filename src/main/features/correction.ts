import type { CorrectionProblem } from '#shared/outbox/outbox.ts';
import { refuse } from '../ipc/handlers.ts';

/** Why the outbox does not queue an item: another version of it was queued or is on its way. */
export const correctionRefusals: Record<CorrectionProblem, ReturnType<typeof refuse>> = {
  corrected: refuse(
    'too_late',
    'This item was already corrected and queued again. Open the newer one. Nothing was queued.',
  ),
  on_its_way: refuse(
    'too_late',
    'This item or another version of it is already on its way. Cancel that one first. Nothing was queued.',
  ),
  superseded: refuse(
    'too_late',
    'Another version of this item was tried since. Open that one. Nothing was queued.',
  ),
  not_editable: refuse(
    'too_late',
    'This item can’t be edited anymore: sending has started, or it was canceled. Nothing was queued.',
  ),
};
