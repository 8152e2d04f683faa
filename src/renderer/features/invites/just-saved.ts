import { create } from 'zustand';
import type { QueueCondition } from '#shared/outbox.ts';

/** The invite that was handed over last from this window, so that its panel can say that it is safe. */
export const useJustSaved = create<{ entryId: string | null }>(() => ({ entryId: null }));

/** What is said once an invite is safe on this computer. */
export function savedSentence(condition: QueueCondition): string {
  switch (condition.kind) {
    case 'offline':
      return 'Saved. It will be sent when the network is back.';
    case 'working_offline':
      return 'Saved. It will be sent when you switch Work offline off.';
    case 'signed_out':
      return 'Saved. It will be sent when you sign in.';
    case 'paused':
      return 'Saved. It will be sent when you resume the outbox.';
    case 'cannot_save':
      return 'Saved. It will be sent when Gangway can save its queue again.';
    case 'connecting':
    case 'online':
    case 'busy':
    case 'server_trouble':
    case 'redirected':
      return 'Saved. It is sent as soon as its turn comes.';
  }
}
