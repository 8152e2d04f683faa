import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { contradictingFields } from '#shared/comparison/profile.ts';
import { documentEvidence } from '#shared/service/doubts.ts';
import { getName } from '#shared/base/foreign-text.ts';
import {
  attestationFact,
  filedFact,
  showSubject,
  toVendorId,
  waiverFact,
  type DocumentFact,
  type LicenseFact,
  type VendorFacts,
} from '#shared/onboarding/vendor-facts.ts';
import { entryState } from '#shared/outbox/outbox.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { readKept } from '#shared/service/envelope.ts';
import { decisionColumns, toDecision } from './decisions.ts';
import type { ReadingStore } from './readings.ts';
import { selectColumns, storedJson } from './query.ts';
import { createSubjectResolver } from './vendor-links.ts';
import type { VendorStore } from './vendors.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import { selectVerificationsWith, toVerificationRow } from './verification-page.ts';

export interface KnownVendor {
  name: string;
  facts: VendorFacts;
}

interface FactsDeps {
  vendors: Pick<VendorStore, 'judged'>;
  readings: Pick<ReadingStore, 'latestBody'>;
  /** The member that the service wraps its answers in now. */
  envelope: () => string | null;
}

const inviteRow = z.object({
  subject: z.string(),
  entryId: z.string(),
  state: entryState,
  at: z.number(),
  name: z.string(),
  word: z.string().nullable(),
});
const licenseRow = z.object({ subject: z.string(), place: z.unknown(), licenseKey: z.string().nullable() });
const documentRow = z.object({
  jobId: z.string(),
  documentType: z.string().nullable(),
  ready: z.number(),
  score: z.number().nullable(),
  createdAt: z.number().nullable(),
  fetchedAt: z.number().nullable(),
  evidence: storedJson(documentEvidence, { doubts: [], named: false }),
  validUntil: z.string().nullable(),
});
const ofSubject = z.object({ subject: z.string() });
const tagRow = z.object({ tag: z.string() });
const lookedUpRow = z.object({ name: z.string().nullable() });

/** SQL for the requested subjects, as a JSON list. */
const asked = '(SELECT value FROM json_each(@subjects))';

export function createOnboardingFacts(db: Database, { vendors, readings, envelope }: FactsDeps) {
  const invites = db.prepare(
    `SELECT s.subject, e.id AS entryId, e.state, COALESCE(e.sent_at, e.changed_at) AS at, e.title AS name,
       i.compliance_status AS word
     FROM (SELECT a.value AS subject, i.entry FROM json_each(@subjects) a JOIN invite i ON i.vendor_id = a.value
       UNION ALL SELECT a.value, i.entry FROM json_each(@subjects) a JOIN vendor v ON v.vendor_id = a.value
         JOIN invite i ON i.email_key = v.email_key AND i.vendor_id IS NULL
       UNION ALL SELECT a.value, i.entry FROM json_each(@subjects) a JOIN colleague_vendor c ON c.vendor_id = a.value
         JOIN invite i ON i.email_key = c.email_key AND i.vendor_id IS NULL
       UNION ALL SELECT a.value, i.entry FROM json_each(@subjects) a
         JOIN invite i ON a.value LIKE '@%' AND i.email_key = substr(a.value, 2) AND i.vendor_id IS NULL) s
     JOIN invite i ON i.entry = s.entry JOIN entry e ON e.seq = s.entry
     ORDER BY CASE e.state WHEN 'accepted' THEN 0 WHEN 'in_doubt' THEN 1 WHEN 'rejected' THEN 3 WHEN 'dead' THEN 4
       WHEN 'cancelled' THEN 5 ELSE 2 END, e.seq DESC`,
  );
  const haveId = db
    .prepare(
      `SELECT a.value FROM json_each(@subjects) a WHERE a.value LIKE '@%'
       AND (EXISTS (SELECT 1 FROM vendor WHERE email_key = substr(a.value, 2))
         OR EXISTS (SELECT 1 FROM colleague_vendor WHERE email_key = substr(a.value, 2)))`,
    )
    .pluck();
  const lookedUp = db.prepare(
    `SELECT vendor_id AS subject, name FROM colleague_vendor WHERE vendor_id IN ${asked}`,
  );
  const licenses = db.prepare(
    `${selectVerificationsWith(`v.license_key AS licenseKey,
       CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.data.locationWhereLicenseIsValid.state') END AS place, `)}
     WHERE v.vendor_id IN ${asked}`,
  );
  const documents = db.prepare(
    `SELECT o.vendor_id AS subject, ${selectColumns('o', documentRow)}, ${decisionColumns} FROM document o
       LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
         WHERE kind = 'document' AND subject = o.job_id AND undone_at IS NULL)
     WHERE o.vendor_id IN ${asked}`,
  );
  const filed = db.prepare(
    `SELECT subject, id, kind AS type, signed_on AS signedOn, valid_until AS validUntil, filed_by AS by, filed_at AS at
     FROM filed_document WHERE subject IN ${asked} AND replaced_by IS NULL AND removed_at IS NULL`,
  );
  const waivers = db.prepare(
    `SELECT subject, id, requirement_id AS requirementId, reason, until, given_by AS by, at FROM waiver
     WHERE subject IN ${asked} AND ended_at IS NULL`,
  );
  const attestations = db.prepare(
    `SELECT subject, id, requirement_id AS requirementId, day, until, note, given_by AS by, at FROM attestation
     WHERE subject IN ${asked} AND ended_at IS NULL`,
  );
  const tags = db.prepare(
    `SELECT vendor_id AS subject, tag FROM vendor_tag WHERE vendor_id IN ${asked} ORDER BY tag`,
  );

  function toLicense(raw: unknown): LicenseFact {
    const { row } = toVerificationRow(raw);
    const { place, licenseKey } = licenseRow.parse(raw);
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

  function toDocument(raw: unknown, profile: VendorProfile | null, compared: boolean): DocumentFact {
    const { jobId, documentType: type, ready, ...row } = documentRow.parse(raw);
    const decision = toDecision(raw);
    const counts = compared && ready === 1 && profile !== null && decision?.choice !== 'accept';
    return {
      ...row,
      jobId,
      type,
      ready: ready === 1,
      contradictions: counts ? countContradictions(jobId, profile) : null,
      decision,
    };
  }

  /** How many fields differ or cannot be compared; an unreadable result counts as one. */
  function countContradictions(jobId: string, profile: VendorProfile): number {
    const latest = readings.latestBody('document', jobId);
    const result = latest === null ? null : readKept(documentResult, latest.body, envelope());
    return result === null ? 1 : contradictingFields(result, profile).length;
  }

  return {
    /** See {@link createSubjectResolver}. */
    resolve: createSubjectResolver(db),
    /**
     * @param subjects vendors' IDs, or @ and the address of one that was invited and has none yet
     * @param compared whether documents are compared with the profile, for which their whole answers are read
     * @returns those of which something is known, by their subjects
     */
    read(subjects: readonly string[], compared: boolean): Map<string, KnownVendor> {
      const list = { subjects: JSON.stringify(subjects) };
      /** @returns the function that reads the rows of one of them */
      function readBySubject<T>(statement: Statement, row: z.ZodType<T>): (subject: string) => T[] {
        const bySubject = Map.groupBy(statement.all(list), (raw) => ofSubject.parse(raw).subject);
        const rows = z.array(row);
        return (subject) => rows.parse(bySubject.get(subject) ?? []);
      }
      const invited = readBySubject(invites, inviteRow);
      const licensed = readBySubject(licenses, z.unknown());
      const sent = readBySubject(documents, z.unknown());
      const onFile = readBySubject(filed, filedFact);
      const waived = readBySubject(waivers, waiverFact);
      const attested = readBySubject(attestations, attestationFact);
      const tagged = readBySubject(tags, tagRow);
      const elsewhere = readBySubject(lookedUp, lookedUpRow);
      const profiles = vendors.judged(subjects.flatMap((subject) => toVendorId(subject) ?? []));
      // One whose profile has the address is judged under its ID.
      const haveIds = new Set(haveId.all(list));
      const known = new Map<string, KnownVendor>();
      for (const subject of subjects) {
        if (haveIds.has(subject)) continue;
        const vendorId = toVendorId(subject);
        const profile = (vendorId === null ? null : profiles.get(vendorId)) ?? null;
        const itsInvites = invited(subject);
        const [invite = null] = itsInvites;
        const reply = itsInvites.find(({ state, word }) => state === 'accepted' && word !== null);
        const facts: VendorFacts = {
          vendorId,
          profile,
          invite,
          compliance: reply?.word == null ? null : { word: reply.word, entryId: reply.entryId, at: reply.at },
          licenses: licensed(subject).map(toLicense),
          documents: sent(subject).map((raw) => toDocument(raw, profile?.reading.value ?? null, compared)),
          filed: onFile(subject),
          attestations: attested(subject),
          waivers: waived(subject),
          tags: tagged(subject).map(({ tag }) => tag),
        };
        const [colleagues] = elsewhere(subject);
        if (isNothing(facts) && colleagues === undefined) continue;
        const { companyName, firstName, lastName, email } = profile?.reading.value ?? {};
        const contact = [firstName, lastName].filter((part) => part != null).join(' ');
        const name = getName(
          companyName,
          contact,
          colleagues?.name,
          email,
          invite?.name,
          showSubject(subject),
        );
        known.set(subject, { name, facts });
      }
      return known;
    },
  };
}

/** Whether nothing is known of a vendor any more, such as after its only invite was canceled. */
function isNothing({ profile, invite, ...facts }: VendorFacts): boolean {
  const { licenses, documents, filed, attestations, waivers, tags } = facts;
  const others = [licenses, documents, filed, attestations, waivers, tags];
  return (
    profile === null &&
    (invite === null || invite.state === 'cancelled') &&
    others.every(({ length }) => length === 0)
  );
}
