import { z } from 'zod';
import { updateStatus } from '../updates.ts';
import { call, nothing } from './call.ts';

export const updateCalls = {
  'updates.status': call(nothing, updateStatus),
  /** Looks for an update now and answers with what was found. */
  'updates.check': call(nothing, updateStatus),
  /** Begins to fetch the update that was found; `updates.changed` tells how far it is. */
  'updates.download': call(nothing, updateStatus),
  /** Settles what is being sent, then installs what was fetched and starts again. */
  'updates.install': call(nothing, nothing),
  /** Sets where updates come from; null looks nowhere. Refused where the administrator chose. */
  'updates.setFeed': call(z.object({ address: z.string().max(2000).nullable() }), updateStatus),
};
