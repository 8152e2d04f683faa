import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { showSubject } from '#shared/onboarding/vendor-facts.ts';
import { compareClocks, recordClock, seatId } from '#shared/team/record.ts';
import { createQueries } from './query.ts';

/** When something was done, in the order of all records. */
export const claimTime = z
  .object({ seat: seatId, seq: z.number(), ...recordClock.shape })
  .transform(({ wall, counter, ...row }) => ({ ...row, clock: { wall, counter } }));
type ClaimTime = z.infer<typeof claimTime>;

/** From a time on a vendor has an address, or no longer; `of`: where that is known from, since both ways may name the same vendor. */
export interface Claim extends ClaimTime {
  of: 'profile' | 'correction';
  vendor: string;
  hasIt: boolean;
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
    const isOnly = (entry: string | null, at: ClaimTime) =>
      !named.some((one) => one.entry !== entry && isCurrent(one) && compareClocks(one.queued, at) < 0);

    const from = invites.flatMap((one) => {
      const { recipient, replaces } = one;
      const isFromHere = recipient !== address && named.some(({ entry }) => entry === replaces);
      return recipient !== null && isFromHere ? [{ ...one, recipient }] : [];
    });
    const to = named.flatMap((one) => {
      const { earlier } = one;
      return earlier !== null && earlier !== address ? [{ ...one, earlier }] : [];
    });
    const claim = (vendor: string, hasIt: boolean, at: ClaimTime): Claim => {
      return { ...at, of: 'correction', vendor, hasIt };
    };
    const corrected = from
      .filter((one) => getWithdrawal(one) === null && isOnly(one.replaces, one.queued))
      .map(({ recipient, queued }) => claim(recipient, true, queued));
    const canceled = to.flatMap((one) => {
      const at = getWithdrawal(one);
      return at !== null && isOnly(one.entry, at) ? [claim(one.earlier, true, at)] : [];
    });
    const claims = [...corrected, ...canceled];
    // Who is invited under the address after that is another vendor.
    const ended = named
      .filter((one) => getWithdrawal(one) === null)
      .flatMap(({ queued }) => claims.map(({ vendor }) => claim(vendor, false, queued)));
    const linked = [...from.map(({ recipient }) => recipient), ...to.map(({ earlier }) => earlier)];
    return { claims: [...claims, ...ended], linked };
  };
}
