import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { showSubject } from '#shared/onboarding/vendor-facts.ts';
import { compareClocks, recordClock } from '#shared/team/record.ts';
import { createQueries } from './query.ts';

/** When something was done, in the order of all records. */
export const claimTime = z
  .object({ seat: z.string(), seq: z.number(), ...recordClock.shape })
  .transform(({ wall, counter, ...row }) => ({ ...row, clock: { wall, counter } }));
type ClaimTime = z.infer<typeof claimTime>;

/** From a time on a vendor has an address, or no longer. */
export interface Claim extends ClaimTime {
  vendor: string;
  hasIt: boolean;
  correction: Correction | null;
}

/** From one invite to another, by their entry IDs. `isOpen`: a third one names the address, too, and may be another vendor's. */
interface Correction {
  from: string;
  to: string;
  isOpen: boolean;
}

const inviteRow = z.object({
  entry: z.string(),
  recipient: z.string().nullable(),
  replaces: z.string().nullable(),
  /** Whom the invite that it corrects names. */
  earlier: z.string().nullable(),
  isReplaced: z.number(),
  queued: storedTime(),
  canceled: storedTime().nullable(),
});
type SharedInvite = z.infer<typeof inviteRow>;

function storedTime() {
  return z.string().transform((text) => claimTime.parse(JSON.parse(text)));
}

/** Who has an address since it was corrected, or its correction canceled; `linked`: all that it was corrected to and from. */
interface Corrections {
  claims: Claim[];
  linked: string[];
}

/**
 * Which addresses people corrected, from the records of the invites alone. An address that another invite names as well may be
 * another vendor's: then what was done to it stays with it. A correction that was canceled leads back.
 */
export function createAddressCorrections(db: Database) {
  const { prepareQuery } = createQueries(db);
  const time = (row: string) =>
    `json_object('seat', ${row}.seat, 'seq', ${row}.seq, 'wall', ${row}.wall, 'counter', ${row}.counter)`;
  // The invites that name an address, and those that correct these.
  const around = prepareQuery(
    `WITH named (entry) AS (SELECT entry FROM invited_address WHERE email_key = ?)
     SELECT i.entry, i.recipient, i.replaces, (SELECT b.recipient FROM shared_invite b WHERE b.entry = i.replaces LIMIT 1) AS earlier,
       EXISTS (SELECT 1 FROM shared_invite n WHERE n.replaces IS NOT NULL AND n.replaces = +i.entry) AS isReplaced, ${time('i')} AS queued,
       (SELECT CASE WHEN s.body ->> 'isCanceled' THEN ${time('s')} END FROM team_record s
        WHERE s.subject = i.entry AND s.kind = 'entry_state' AND s.item IS NOT NULL
        ORDER BY s.wall DESC, s.counter DESC, s.seat DESC, s.seq DESC LIMIT 1) AS canceled
     FROM (SELECT entry FROM named UNION SELECT n.entry FROM named CROSS JOIN shared_invite n ON n.replaces IS NOT NULL AND n.replaces = +named.entry) a
       CROSS JOIN shared_invite i ON i.entry = a.entry
     ORDER BY i.wall, i.counter, i.seat, i.seq`,
    inviteRow,
  );

  return function read(address: string): Corrections {
    // A copy of a workspace may have written an invite, too.
    const all = Map.groupBy(around.all(showSubject(address)), ({ entry }) => entry);
    const invites = [...all.values()].flatMap(([first]) => first ?? []);
    const named = invites.filter(({ recipient }) => recipient === address);
    const getWithdrawal = (one: SharedInvite) => (one.isReplaced === 1 ? null : one.canceled);
    const isCurrent = (one: SharedInvite) =>
      one.canceled === null &&
      !invites.some((next) => next.replaces === one.entry && getWithdrawal(next) === null);
    const isOpen = (entry: string | null, at: ClaimTime) =>
      named.some(
        (one) => one.entry !== entry && isCurrent(one) && compareClocks(getFirst(one).queued, at) < 0,
      );
    /** Where only other details were corrected, the first invite under the address. They are in the order in which they were queued. */
    function getFirst(one: SharedInvite): SharedInvite {
      const before = named.slice(0, named.indexOf(one)).find(({ entry }) => entry === one.replaces);
      return before === undefined ? one : getFirst(before);
    }

    const from = invites.flatMap((one) => {
      const { recipient, replaces } = one;
      if (recipient === null || recipient === address || replaces === null) return [];
      return named.some(({ entry }) => entry === replaces) ? [{ ...one, recipient, replaces }] : [];
    });
    const to = named.flatMap((one) => {
      const { earlier, replaces } = one;
      if (earlier === null || earlier === address || replaces === null) return [];
      return [{ ...one, earlier, replaces }];
    });
    const claims = [
      ...from.flatMap((one): Claim[] => {
        if (getWithdrawal(one) !== null) return [];
        const correction = { from: one.replaces, to: one.entry, isOpen: isOpen(one.replaces, one.queued) };
        return [{ ...one.queued, vendor: one.recipient, hasIt: true, correction }];
      }),
      ...to.flatMap((one): Claim[] => {
        const at = getWithdrawal(one);
        if (at === null) return [];
        const correction = { from: one.entry, to: one.replaces, isOpen: isOpen(one.entry, at) };
        return [{ ...at, vendor: one.earlier, hasIt: true, correction }];
      }),
    ];
    // Who is invited under the address after that is another vendor.
    const ended = named
      .filter((one) => getWithdrawal(one) === null)
      .flatMap(({ queued }) => claims.map((one): Claim => ({ ...one, ...queued, hasIt: false })));
    const linked = [...from.map(({ recipient }) => recipient), ...to.map(({ earlier }) => earlier)];
    return { claims: [...claims, ...ended], linked };
  };
}
