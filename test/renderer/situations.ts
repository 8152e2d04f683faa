import type { EntryState, QueueCondition } from '#shared/outbox/outbox.ts';
import type { SubmittedLicenseDetails } from '#shared/service/verification.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { brightwater, toInvitation } from './sample-company.ts';
import { until } from './screen.tsx';

// What the service and the network can do to a queue, for `before` of a test.

/** Waits until the queue is in a condition. */
export async function untilCondition({ ask }: CoreBridge, kind: QueueCondition['kind']): Promise<void> {
  await until(async () => {
    const { condition } = await ask('outbox.status', null);
    if (condition.kind !== kind) throw new Error(`The queue is ${condition.kind}, not ${kind}.`);
  });
}

/** No connection can be made any more; `code` as Node names it. */
export async function goOffline(bridge: CoreBridge, code = 'ENETUNREACH'): Promise<void> {
  bridge.service.inTheWay = { notSent: code };
  await bridge.ask('outbox.syncNow', null);
  await untilCondition(bridge, 'offline');
}

/** The service does not accept the token any more. */
export async function signOut(bridge: CoreBridge): Promise<void> {
  bridge.service.inTheWay = json({ message: 'The token is not valid.' }, 401);
  await bridge.core.call('vendors.lookUp', { vendorId: brightwater.id });
  await untilCondition(bridge, 'signed_out');
}

/** Queues an invite to somebody. */
export function enqueueInvite({ ask }: CoreBridge, contact: string, company: string) {
  return ask('invites.enqueue', { invitation: toInvitation(contact, company), replaces: null });
}

/** Submits a license and waits until the service has taken or refused it; gives the entry's id. */
export async function enqueueVerification(
  { ask }: CoreBridge,
  data: SubmittedLicenseDetails,
  vendorId: string | null = null,
): Promise<string> {
  const { entryId } = await ask('verifications.enqueue', { type: 'license', data, vendorId, replaces: null });
  await untilDone(async () => (await ask('verifications.get', { entryId })).state);
  return entryId;
}

/** Sends an invite and waits until the service has taken or refused it; gives the entry's id. */
export async function sendInvite({ ask }: CoreBridge, invitation: VendorInvitation): Promise<string> {
  const { entryId } = await ask('invites.enqueue', { invitation, replaces: null });
  await untilDone(async () => (await ask('invites.get', { entryId })).state);
  return entryId;
}

function untilDone(getState: () => Promise<EntryState>): Promise<void> {
  return until(async () => {
    const state = await getState();
    if (state === 'queued' || state === 'sending') throw new Error(`The item is still ${state}.`);
  });
}
