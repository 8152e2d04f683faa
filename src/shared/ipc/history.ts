import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { call, instant, pageRequest, vendorSubject as subject } from './call.ts';

export const historyKinds = {
  invite: 'Invites',
  profile: 'Profile',
  license: 'Licenses',
  document: 'Documents',
  exception: 'Waivers and confirmations',
  note: 'Notes, letters and follow-ups',
  status: 'Status changes',
} as const;
export const historyKind = z.enum(ownNames(historyKinds));
export type HistoryKind = z.infer<typeof historyKind>;

const historyLine = z.object({
  id: z.string(),
  at: instant,
  kind: historyKind,
  title: z.string(),
  text: z.string().nullable(),
  /** Whether the text is a letter, which is shown on request. */
  isLetter: z.boolean(),
  /** Who did it; null where nobody did or no name was noted. */
  by: z.string().nullable(),
});
export type VendorHistoryLine = z.infer<typeof historyLine>;

/** Of all kinds where it is null. */
export const historyQuery = z.object({ subject, kind: historyKind.nullable().default(null) });

export const historyCalls = {
  /** What happened with a vendor, newest first. */
  'history.page': call(
    pageRequest.extend(historyQuery.shape),
    z.object({ rows: z.array(historyLine), next: z.string().nullable() }),
  ),
};
