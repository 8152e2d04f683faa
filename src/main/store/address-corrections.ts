import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { showSubject } from '#shared/onboarding/vendor-facts.ts';
import { compareClocks, recordClock } from '#shared/team/record.ts';
import { createQueries } from './query.ts';
import { withClock } from './record-rows.ts';

/** The place of a record in the order of all records. */
export const claimTime = z
  .object({ seat: z.string(), seq: z.number(), ...recordClock.shape })
  .transform((row) => withClock(row));
type ClaimTime = z.infer<typeof claimTime>;

/** A record that says that a vendor has an address from then on, or no longer has it. */
export interface Claim extends ClaimTime {
  vendor: string;
  hasIt: boolean;
  correction: Correction | null;
}

/** The entry IDs of the corrected invite and its correction. `isAmbiguous`: a third invite to the address may be for another vendor. */
interface Correction {
  from: string;
  to: string;
  isAmbiguous: boolean;
}

const inviteRow = z.object({
  entry: z.string(),
  recipient: z.string().nullable(),
  replaces: z.string().nullable(),
  /** The recipient of the invite that it corrects. */
  earlier: z.string().nullable(),
  isReplaced: z.number(),
  queued: storedTime(),
  canceled: storedTime().nullable(),
});
type SharedInvite = z.infer<typeof inviteRow>;

function storedTime() {
  return z.string().transform((text) => claimTime.parse(JSON.parse(text)));
}

/** Claims of corrections and canceled corrections; `linked`: every recipient that the address was corrected to or from. */
interface Corrections {
  claims: Claim[];
  linked: string[];
}

/**
 * Reads which addresses people corrected, from the records of invites alone. A canceled correction leads back to the first address.
 * @returns the function that reads them for @ and an address
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
    // A copy of a workspace may have written the same invite.
    const all = Map.groupBy(around.all(showSubject(address)), ({ entry }) => entry);
    const invites = [...all.values()].flatMap(([first]) => first ?? []);
    const named = invites.filter(({ recipient }) => recipient === address);
    const getCancellation = (one: SharedInvite) => (one.isReplaced === 1 ? null : one.canceled);
    const isCurrent = (one: SharedInvite) =>
      one.canceled === null &&
      !invites.some((next) => next.replaces === one.entry && getCancellation(next) === null);
    const isAmbiguous = (entry: string | null, at: ClaimTime) =>
      named.some(
        (one) => one.entry !== entry && isCurrent(one) && compareClocks(getFirst(one).queued, at) < 0,
      );
    /** The first invite to this address, where later ones correct only other details. `named` is in the order of queueing. */
    function getFirst(one: SharedInvite): SharedInvite {
      const before = named.slice(0, named.indexOf(one)).find(({ entry }) => entry === one.replaces);
      return before === undefined ? one : getFirst(before);
    }

    const corrections = invites.flatMap((one) => {
      const { recipient, replaces } = one;
      if (recipient === null || recipient === address || replaces === null) return [];
      return named.some(({ entry }) => entry === replaces) ? [{ ...one, recipient, replaces }] : [];
    });
    const corrected = named.flatMap((one) => {
      const { earlier, replaces } = one;
      if (earlier === null || earlier === address || replaces === null) return [];
      return [{ ...one, earlier, replaces }];
    });
    const claims = [
      ...corrections.flatMap((one): Claim[] => {
        if (getCancellation(one) !== null) return [];
        const correction = {
          from: one.replaces,
          to: one.entry,
          isAmbiguous: isAmbiguous(one.replaces, one.queued),
        };
        return [{ ...one.queued, vendor: one.recipient, hasIt: true, correction }];
      }),
      ...corrected.flatMap((one): Claim[] => {
        const at = getCancellation(one);
        if (at === null) return [];
        const correction = { from: one.entry, to: one.replaces, isAmbiguous: isAmbiguous(one.entry, at) };
        return [{ ...at, vendor: one.earlier, hasIt: true, correction }];
      }),
    ];
    // A later invite to the address is for another vendor.
    const ended = named
      .filter((one) => getCancellation(one) === null)
      .flatMap(({ queued }) => claims.map((one): Claim => ({ ...one, ...queued, hasIt: false })));
    const linked = [
      ...corrections.map(({ recipient }) => recipient),
      ...corrected.map(({ earlier }) => earlier),
    ];
    return { claims: [...claims, ...ended], linked };
  };
}
