import type { CallInput } from '#shared/ipc/contract.ts';
import { call } from '../../bridge.ts';
import { earlierSentence, type EarlierEntry, type EarlierLabels } from '../../components/earlier-warning.tsx';
import { useEarlier } from '../../stores/earlier.ts';

export type EarlierInvite = EarlierEntry & { contactName: string | null; email: string | null };

/** Finds earlier invites to the typed address or vendor, except the one being corrected. */
export function useDuplicates(typedEmail: string, typedVendorId: string, replaces: string | null) {
  const email = typedEmail.trim() || null;
  const vendorId = typedVendorId.trim() || null;
  return useEarlier<EarlierInvite>(JSON.stringify({ email, vendorId }), replaces, () =>
    email === null && vendorId === null ? null : findInvites({ email, vendorId }),
  );
}

async function findInvites(typed: CallInput<'invites.duplicates'>) {
  const result = await call('invites.duplicates', typed);
  return result.ok
    ? { ok: true as const, value: result.value.filter(({ state }) => state !== 'cancelled') }
    : result;
}

export function getFirstName(contactName: string | null): string | null {
  const first = contactName?.trim().split(/\s+/)[0];
  return first === undefined || first === '' ? null : first;
}

/** What an earlier invite to the vendor means for a new one; null if no reason to wait. */
export function duplicateSentence(invite: EarlierInvite, now: number): string | null {
  const name = getFirstName(invite.contactName) ?? invite.email ?? 'This vendor';
  const { colleague: who } = invite;
  const by = who === undefined ? '' : ` by ${who}`;
  const sent = {
    in_doubt: (day: string) => `${name} was invited ${day}${by}, and that invite may already have been sent.`,
    accepted: (day: string) =>
      `${name} was invited ${day}${invite.markedByPerson ? `, marked as sent by ${who ?? 'you'}` : by}.`,
  };
  return earlierSentence(invite, `${who === undefined ? 'An' : `${who}’s`} invite to ${name}`, sent, now);
}

export const duplicateLabels: EarlierLabels<EarlierInvite> = {
  screen: 'invites',
  unknown: {
    title: 'Earlier invites could not be looked up.',
    meaning: 'The vendor may have been invited before.',
  },
  sentence: duplicateSentence,
  open: ({ contactName, email }) => `Open the invite to ${contactName ?? email ?? 'this vendor'}`,
  consequence: (found) =>
    found.some(({ state }) => state !== 'rejected' && state !== 'dead')
      ? 'Another invite may deliver a second email.'
      : null,
};
