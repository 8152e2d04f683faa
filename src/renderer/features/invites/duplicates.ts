import { useCallback } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import { call } from '../../bridge.ts';
import { earlierSentence, type EarlierEntry, type EarlierLabels } from '../../components/earlier-warning.tsx';
import { useEarlier } from '../../stores/earlier.ts';

export type EarlierInvite = EarlierEntry & { contactName: string | null; email: string | null };

/** Finds earlier invites to the typed address or vendor, except the one being corrected. */
export function useDuplicates(typedEmail: string, typedVendorId: string, replaces: string | null) {
  const [email, vendorId] = [typedEmail.trim(), typedVendorId.trim()];
  const lookUp = useCallback(async (): Promise<CallResult<readonly EarlierInvite[]>> => {
    if (email === '' && vendorId === '') return { ok: true, value: [] };
    const result = await call('invites.duplicates', {
      email: email === '' ? null : email,
      vendorId: vendorId === '' ? null : vendorId,
    });
    if (!result.ok) return result;
    const found = result.value.filter((row) => row.state !== 'cancelled' && row.entryId !== replaces);
    return { ok: true, value: found };
  }, [email, vendorId, replaces]);
  return useEarlier(JSON.stringify({ email, vendorId }), lookUp);
}

export function getFirstName(contactName: string | null): string | null {
  const first = contactName?.trim().split(/\s+/)[0];
  return first === undefined || first === '' ? null : first;
}

/** What an earlier invite to the vendor means for a new one; null if no reason to wait. */
export function duplicateSentence(invite: EarlierInvite, now: number): string | null {
  const name = getFirstName(invite.contactName) ?? invite.email ?? 'This vendor';
  const sent = {
    in_doubt: (day: string) => `${name} was invited ${day}, and that invite may already have been sent.`,
    accepted: (day: string) =>
      `${name} was invited ${day}${invite.markedByPerson ? ', marked as sent by you' : ''}.`,
  };
  return earlierSentence(invite, `An invite to ${name}`, sent, now);
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
