import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { compareWithProfile } from '#shared/comparison/profile.ts';
import { getName } from '#shared/foreign-text.ts';
import {
  isAddress,
  type DocumentFact,
  type LicenseFact,
  type VendorFacts,
} from '#shared/onboarding/vendor-facts.ts';
import { entryState } from '#shared/outbox.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { readKept } from '#shared/service/envelope.ts';
import { decisionColumns, toDecision } from './decisions.ts';
import type { ReadingStore } from './readings.ts';
import { selectColumns } from './shown-row.ts';
import type { KeptProfile, VendorStore } from './vendors.ts';
import { selectVerifications, toVerificationRow } from './verification-page.ts';

/** A vendor with all that its requirements are judged by. */
export interface KnownVendor {
  name: string;
  facts: VendorFacts;
}

/** Reads what is known of a vendor out of the tables of a workspace. */
export interface OnboardingFacts {
  /**
   * @param subject a vendor's ID, or @ and the address of one that was invited and has none yet
   * @param compared whether documents are compared with the profile, for which their whole answers are read
   * @returns null where nothing is known of it any more
   */
  read(subject: string, compared: boolean): KnownVendor | null;
}

interface FactsDeps {
  vendors: Pick<VendorStore, 'get'>;
  readings: Pick<ReadingStore, 'latestBody'>;
  /** The member that the service wraps its answers in now. */
  envelope: () => string | null;
}

const inviteRow = z.object({
  entryId: z.string(),
  state: entryState,
  at: z.number(),
  name: z.string(),
  word: z.string().nullable(),
});
const licenseRow = z.object({ place: z.unknown(), licenseKey: z.string().nullable() });
const documentRow = z.object({
  jobId: z.string(),
  documentType: z.string().nullable(),
  ready: z.number(),
  score: z.number().nullable(),
  addedAt: z.number(),
  createdAt: z.number().nullable(),
  fetchedAt: z.number().nullable(),
  validUntil: z.string().nullable(),
});
const waiverRow = z.object({
  id: z.string(),
  requirementId: z.string(),
  reason: z.string(),
  until: z.string(),
  by: z.string().nullable(),
  at: z.number(),
});
const attestationRow = waiverRow
  .omit({ reason: true })
  .extend({ day: z.string(), until: z.string().nullable(), note: z.string() });

export function createOnboardingFacts(
  db: Database,
  { vendors, readings, envelope }: FactsDeps,
): OnboardingFacts {
  const selectInvites = (whose: string) =>
    db.prepare(
      `SELECT e.id AS entryId, e.state, COALESCE(e.sent_at, e.changed_at) AS at, e.title AS name, i.compliance_status AS word
       FROM invite i JOIN entry e ON e.seq = i.entry WHERE ${whose}
       ORDER BY CASE e.state WHEN 'accepted' THEN 0 WHEN 'in_doubt' THEN 1 WHEN 'rejected' THEN 3 WHEN 'dead' THEN 4
         WHEN 'cancelled' THEN 5 ELSE 2 END, e.seq DESC LIMIT 20`,
    );
  const invitesOfVendor = selectInvites('i.vendor_id = @vendorId');
  const invitesToAddress = selectInvites('i.email_key = @address AND i.vendor_id IS NULL');
  const addressOf = db.prepare('SELECT email_key FROM vendor WHERE vendor_id = ?').pluck();
  const known = db.prepare('SELECT 1 FROM vendor WHERE email_key = ? LIMIT 1').pluck();
  const licenses = db.prepare(`${selectVerifications} WHERE v.vendor_id = ?`);
  const licenseExtras = db.prepare(
    `SELECT v.license_key AS licenseKey,
       CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.data.locationWhereLicenseIsValid.state') END AS place
     FROM verification v JOIN entry e ON e.seq = v.entry WHERE v.entry = ?`,
  );
  const documents = db.prepare(
    `SELECT ${selectColumns('o', documentRow)}, ${decisionColumns} FROM document o
       LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
         WHERE kind = 'document' AND subject = o.job_id AND undone_at IS NULL)
     WHERE o.vendor_id = ?`,
  );
  const waivers = db.prepare(
    `SELECT id, requirement_id AS requirementId, reason, until, given_by AS by, at FROM waiver
     WHERE subject = ? AND ended_at IS NULL`,
  );
  const attestations = db.prepare(
    `SELECT id, requirement_id AS requirementId, day, until, note, given_by AS by, at FROM attestation
     WHERE subject = ? AND ended_at IS NULL`,
  );
  const tags = db.prepare('SELECT tag FROM vendor_tag WHERE vendor_id = ? ORDER BY tag').pluck();

  function readInvites(subject: string, vendorId: string | null) {
    const address: unknown = vendorId === null ? subject.slice(1) : (addressOf.get(vendorId) ?? null);
    const rows = [
      ...(vendorId === null ? [] : invitesOfVendor.all({ vendorId })),
      ...(address === null ? [] : invitesToAddress.all({ address })),
    ];
    return z.array(inviteRow).parse(rows);
  }

  function toLicense(raw: unknown): LicenseFact {
    const { seq, row } = toVerificationRow(raw);
    const { place, licenseKey } = licenseRow.parse(licenseExtras.get(seq));
    return {
      entryId: row.entryId,
      trade: row.licenseTradeType,
      state: typeof place === 'string' || typeof place === 'number' ? String(place) : null,
      licenseKey,
      entryState: row.state,
      markedByPerson: row.markedByPerson,
      verdict: { ...row, byHand: row.watch?.kind === 'by_hand' },
      decision: row.decision,
    };
  }

  function toDocument(raw: unknown, profile: KeptProfile | null, compared: boolean): DocumentFact {
    const {
      jobId,
      documentType: type,
      ready,
      score,
      addedAt,
      createdAt,
      fetchedAt,
      validUntil,
    } = documentRow.parse(raw);
    const decision = toDecision(raw);
    const counts = compared && ready === 1 && profile !== null && decision?.choice !== 'accept';
    return {
      jobId,
      type,
      ready: ready === 1,
      score,
      contradictions: counts ? countContradictions(jobId, profile) : null,
      createdAt: createdAt ?? addedAt,
      fetchedAt,
      decision,
      validUntil,
    };
  }

  /** How many fields differ or cannot be compared; one that cannot be read at all counts as well. */
  function countContradictions(jobId: string, { profile }: KeptProfile): number {
    const latest = readings.latestBody('document', jobId);
    const result = latest === null ? null : readKept(documentResult, latest.body, envelope());
    if (result === null || result.validationIssues.length > 0) return 1;
    return compareWithProfile(result.value.data, profile.value).filter(
      ({ comparison: { verdict } }) => verdict === 'differs' || verdict === 'cannot_compare',
    ).length;
  }

  return {
    read(subject, compared) {
      const vendorId = isAddress(subject) ? null : subject;
      // One whose profile has the address is judged under its ID.
      if (vendorId === null && known.get(subject.slice(1)) !== undefined) return null;
      const profile = vendorId === null ? null : vendors.get(vendorId);
      const invites = readInvites(subject, vendorId);
      const [invite = null] = invites;
      const told = invites.find(({ state, word }) => state === 'accepted' && word !== null);
      const own = vendorId ?? '';
      const facts: VendorFacts = {
        vendorId,
        profile: profile === null ? null : { value: profile.profile.value, fetchedAt: profile.fetchedAt },
        invite,
        compliance: told?.word == null ? null : { word: told.word, entryId: told.entryId, at: told.at },
        licenses: licenses.all(own).map(toLicense),
        documents: documents.all(own).map((raw) => toDocument(raw, profile, compared)),
        attestations: z.array(attestationRow).parse(attestations.all(subject)),
        waivers: z.array(waiverRow).parse(waivers.all(subject)),
        tags: z.array(z.string()).parse(tags.all(own)),
      };
      if (isNothing(facts)) return null;
      const { companyName, firstName, lastName, email } = profile?.profile.value ?? {};
      const contact = [firstName, lastName].filter((part) => part != null).join(' ');
      return { name: getName(companyName, contact, email, invite?.name, subject.replace(/^@/, '')), facts };
    },
  };
}

/** Whether nothing speaks for it being a vendor any more, such as after its only invite was canceled. */
function isNothing({
  profile,
  invite,
  licenses,
  documents,
  attestations,
  waivers,
  tags,
}: VendorFacts): boolean {
  const others = [licenses, documents, attestations, waivers, tags];
  return (
    profile === null &&
    (invite === null || invite.state === 'cancelled') &&
    others.every(({ length }) => length === 0)
  );
}
