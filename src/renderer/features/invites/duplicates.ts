import { useCallback } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import { call } from '../../bridge.ts';
import { useEarlier, type Earlier } from '../../stores/earlier.ts';
import type { EarlierInvite } from './duplicate-messages.ts';

/** Looks for earlier invites to the address or vendor that is typed. The invite that is being corrected is not one. */
export function useDuplicates(
  typedEmail: string,
  typedVendorId: string,
  replaces: string | null,
): Earlier<EarlierInvite> {
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
