import { z } from 'zod';
import type { DocumentEvidence } from '../service/doubts.ts';
import type { VerdictFacts } from '../verdict/license-verdict.ts';
import type { EntryState } from '../outbox/outbox.ts';
import type { Reading } from '../service/reading.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';

export interface DecisionFact {
  choice: string;
  by: string | null;
  /** Milliseconds since 1970, as all times of these facts. */
  at: number;
}

/** The vendor's invite that came farthest. */
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
  /** Marked as sent by a person, so no result will come. */
  markedByPerson: boolean;
  verdict: VerdictFacts;
  decision: DecisionFact | null;
}

export interface DocumentFact {
  jobId: string;
  type: string | null;
  /** A result is here, and the service is not processing it any more. */
  ready: boolean;
  score: number | null;
  /** Fields that contradict the profile; null without one. */
  contradictions: number | null;
  /** When the service created it; null where that is unclear. */
  createdAt: number | null;
  evidence: DocumentEvidence;
  fetchedAt: number | null;
  decision: DecisionFact | null;
  /** The last valid day, as a person gave it. */
  validUntil: string | null;
}

/** A document that a person filed here; replaced and removed ones are left out. */
export type FiledFact = z.infer<typeof filedFact>;
export const filedFact = z.object({
  id: z.string(),
  type: z.string(),
  signedOn: z.string().nullable(),
  /** The last valid day, as a person confirmed it. */
  validUntil: z.string().nullable(),
  by: z.string().nullable(),
  at: z.number(),
});

export type WaiverFact = z.infer<typeof waiverFact>;
export const waiverFact = z.object({
  id: z.string(),
  requirementId: z.string(),
  reason: z.string(),
  until: z.string(),
  by: z.string().nullable(),
  at: z.number(),
});

export type AttestationFact = z.infer<typeof attestationFact>;
export const attestationFact = waiverFact.omit({ reason: true }).extend({
  day: z.string(),
  /** The last day on which it counts; null for no end of its own. */
  until: z.string().nullable(),
  note: z.string(),
});

/** All that may count for a vendor's requirements, without what was taken back. */
export interface VendorFacts {
  vendorId: string | null;
  profile: { reading: Reading<VendorProfile>; fetchedAt: number } | null;
  invite: InviteFact | null;
  compliance: { word: string; entryId: string; at: number } | null;
  licenses: readonly LicenseFact[];
  documents: readonly DocumentFact[];
  filed: readonly FiledFact[];
  attestations: readonly AttestationFact[];
  waivers: readonly WaiverFact[];
  tags: readonly string[];
}

/** Whether a subject is an address (after @) instead of an ID. */
export const isAddress = (subject: string): boolean => subject.startsWith('@');

export const toVendorId = (subject: string | null): string | null =>
  subject === null || isAddress(subject) ? null : subject;

export const showSubject = (subject: string): string => (isAddress(subject) ? subject.slice(1) : subject);
