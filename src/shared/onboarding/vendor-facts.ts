import type { DocumentEvidence } from '../service/doubts.ts';
import type { VerdictFacts } from '../verdict/license-verdict.ts';
import type { EntryState } from '../outbox/outbox.ts';
import type { Reading } from '../service/reading.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';

export interface DecisionFact {
  choice: string;
  /** The account on the computer where it was decided; null where that is not known. */
  by: string | null;
  /** Milliseconds since 1970, as all times of these facts. */
  at: number;
}

/** The invite of a vendor that counts: the one that came farthest. */
export interface InviteFact {
  entryId: string;
  state: EntryState;
  at: number;
}

export interface LicenseFact {
  entryId: string;
  trade: string | null;
  state: string | null;
  /** The same for two verifications of one license; null where no number was submitted. */
  licenseKey: string | null;
  entryState: EntryState;
  /** Marked as sent by a person, so that no result can be requested. */
  markedByPerson: boolean;
  verdict: VerdictFacts;
  decision: DecisionFact | null;
}

export interface DocumentFact {
  jobId: string;
  /** The service's word for what it is; null while none is known. */
  type: string | null;
  /** Whether a result is here and the service is not at work on it any more. */
  ready: boolean;
  /** 0 to 100; null where there is none on a scale that is clear. */
  score: number | null;
  /** How many of its fields differ from the profile, or cannot be compared; null where there is no profile to compare with. */
  contradictions: number | null;
  /** When the service created it; null where it does not say, or not clearly. */
  createdAt: number | null;
  evidence: DocumentEvidence;
  fetchedAt: number | null;
  decision: DecisionFact | null;
  /** The last day on which it is valid, as 2027-03-31, as a person gave it; null where nobody did. */
  validUntil: string | null;
}

/** A person's word on a requirement, or that a vendor need not meet it for a time. Days as 2027-03-31. */
export interface AttestationFact {
  id: string;
  requirementId: string;
  /** The day that it is about. */
  day: string;
  /** The last day on which it counts; null where it has no end of its own. */
  until: string | null;
  note: string;
  by: string | null;
  at: number;
}

export interface WaiverFact {
  id: string;
  requirementId: string;
  reason: string;
  until: string;
  by: string | null;
  at: number;
}

/** All that is known of a vendor and may count for a requirement. What was taken back is not among it. */
export interface VendorFacts {
  /** Null for one that was invited and has no ID yet. */
  vendorId: string | null;
  profile: { reading: Reading<VendorProfile>; fetchedAt: number } | null;
  invite: InviteFact | null;
  /** The service's word that came with the invite's answer. */
  compliance: { word: string; entryId: string; at: number } | null;
  licenses: readonly LicenseFact[];
  documents: readonly DocumentFact[];
  attestations: readonly AttestationFact[];
  waivers: readonly WaiverFact[];
  tags: readonly string[];
}

/** Whether a subject is an address (after @) instead of an ID. */
export function isAddress(subject: string): boolean {
  return subject.startsWith('@');
}

/** The vendor's ID; null for one that has none yet. */
export function toVendorId(subject: string | null): string | null {
  return subject === null || isAddress(subject) ? null : subject;
}

/** A vendor of which nothing else is known, as screens name it: its ID or its address. */
export function showSubject(subject: string): string {
  return isAddress(subject) ? subject.slice(1) : subject;
}
