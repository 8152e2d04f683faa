import { z } from 'zod';
import { vendorAnswer } from '../onboarding/answer.ts';
import { findingStates, nextSteps } from '../onboarding/finding.ts';
import { onboardingStatuses } from '../onboarding/judge-vendor.ts';
import { appliesTo, requirement, requirementSets } from '../onboarding/requirement-set.ts';
import { vendorRow } from './vendors.ts';
import { columnFilter, vendorColumn } from '../settings/lists.ts';
import { call, instant, loadPage, nothing, pageRequest, vendorSubject as subject } from './call.ts';
import { figures } from '../onboarding/figures.ts';

const day = z.iso.date();
const site = z.string().trim().min(1).max(200).nullable().default(null);

const requirementState = z.enum([...findingStates, 'waived']);

const recordRef = z.object({
  kind: z.enum(['profile', 'invite', 'verification', 'document', 'attestation']),
  id: z.string(),
});

/** The state of one requirement, and its evidence. */
const judgedRequirement = z.object({
  setId: z.string(),
  setName: z.string(),
  requirement,
  state: requirementState,
  reason: z.string(),
  record: recordRef.nullable(),
  /** When that record was fetched or made. */
  asOf: instant.nullable(),
  /** Whether the record is older than the rule lets it be. */
  stale: z.boolean(),
  /** The last day on which it is met, as 2027-03-31. */
  until: day.nullable(),
  step: z.enum(nextSteps).nullable(),
  /** The waiver that counts today, whether it is needed or not. */
  waiver: z
    .object({
      id: z.string(),
      reason: z.string(),
      until: day,
      by: z.string().nullable(),
      at: instant,
    })
    .nullable(),
});
export type JudgedRequirement = z.infer<typeof judgedRequirement>;

const onboardingRecord = z.object({
  kind: z.enum(['waiver', 'attestation']),
  id: z.string(),
  requirementId: z.string(),
  /** As it was called then. */
  requirement: z.string(),
  /** The reason or the note. */
  text: z.string(),
  /** The day that an attestation is about. */
  day: day.nullable(),
  /** The last day on which it counts. */
  until: day.nullable(),
  by: z.string().nullable(),
  at: instant,
  /** When a person took it back; null where nobody did. */
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
});
export type OnboardingRecord = z.infer<typeof onboardingRecord>;

/** A vendor with all that its requirements say, as of this moment. */
const judgedVendor = z.object({
  subject,
  /** Null for one that has no ID yet. */
  vendorId: z.string().nullable(),
  name: z.string(),
  /** Whom a letter to it goes to, as far as that is known. */
  contact: z.object({ email: z.string().nullable(), firstName: z.string().nullable() }),
  answer: vendorAnswer,
  /** What differs between its job sites; null where nothing does. */
  bySite: z.string().nullable(),
  requirements: z.array(judgedRequirement),
  /** Waivers and attestations, the newest first, also those that ended. */
  records: z.array(onboardingRecord),
  tags: z.array(z.string()),
  /** The job sites that the profile names. */
  sites: z.array(z.string()),
});
export type JudgedVendor = z.infer<typeof judgedVendor>;

/** A line of the list: the answer, and the state of each requirement column. */
const onboardingRow = z.object({
  subject,
  vendorId: z.string().nullable(),
  name: z.string(),
  answer: vendorAnswer,
  /** Since when it has this status. */
  since: instant,
  profile: vendorRow.nullable(),
  sites: z.array(z.string()),
  /** By the IDs of the requirements that apply. */
  cells: z.record(
    z.string(),
    judgedRequirement.pick({ state: true, reason: true, until: true, stale: true, step: true, record: true }),
  ),
});
export type OnboardingRow = z.infer<typeof onboardingRow>;

export const onboardingFilter = z.object({
  search: z.string().max(200).default(''),
  where: z.partialRecord(vendorColumn, columnFilter).default({}),
  status: z
    .enum([...onboardingStatuses, 'none'])
    .nullable()
    .default(null),
  site,
  set: z.uuid().nullable().default(null),
  requirement: z.object({ id: z.uuid(), state: requirementState.nullable() }).nullable().default(null),
  /** Those that Today lists as newly blocked only. */
  newlyBlocked: z.boolean().default(false),
});
export type OnboardingFilter = z.infer<typeof onboardingFilter>;

const statusCounts = z.record(z.enum([...onboardingStatuses, 'none']), z.number());

const problems = z.array(
  z.object({ setId: z.string(), requirementId: z.string().nullable(), sentence: z.string() }),
);

const recordNames = z
  .array(z.object({ id: z.string().max(100), subject }))
  .min(1)
  .max(5000);

export const onboardingCalls = {
  /** The requirement sets: those of this workspace, and those that the company laid down for every seat. */
  'onboarding.sets': call(
    nothing,
    z.object({
      own: requirementSets,
      shared: requirementSets,
      /** Why the company's file is not used; null where all is well, or there is none. */
      sharedProblem: z.string().nullable(),
      tags: z.array(z.object({ tag: z.string(), count: z.number() })),
      sites: z.array(z.object({ site: z.string(), count: z.number() })),
    }),
  ),
  /** How many vendors a set would apply to, and what vendors have that it can name, the most frequent first. */
  'onboarding.scope': call(
    z.object({ appliesTo }),
    z.object({
      count: z.number(),
      /** Whether there are more vendors than were looked through. */
      partial: z.boolean(),
      known: z.object({
        services: z.array(z.string()),
        states: z.array(z.string()),
        jobSites: z.array(z.string()),
        tags: z.array(z.string()),
      }),
    }),
  ),
  'onboarding.save': call(
    z.object({ sets: requirementSets }),
    /** `before` are the sets that these replaced. */
    z.object({ problems, before: requirementSets }),
  ),
  /** The vendors, the most urgent first. */
  'onboarding.page': call(
    pageRequest.extend({ ...onboardingFilter.shape, sort: z.enum(['urgency', 'name']).default('urgency') }),
    loadPage(onboardingRow),
  ),
  /** How many of the filter's vendors have each standing, and how many are still to be rechecked. */
  'onboarding.counts': call(onboardingFilter, z.object({ statuses: statusCounts, judging: z.number() })),
  'onboarding.figures': call(nothing, figures),
  /** One vendor as of this moment, at a job site where one is named; null where nothing is known of it. */
  'onboarding.vendor': call(z.object({ subject, site }), judgedVendor.nullable()),
  'onboarding.waive': call(
    z.object({
      subjects: z.array(subject).min(1).max(5000),
      requirementId: z.uuid(),
      reason: z.string().trim().min(1).max(500),
      until: day,
    }),
    z.object({ waived: z.number(), records: recordNames }),
  ),
  /** Notes a person's own word on a requirement. */
  'onboarding.attest': call(
    z.object({
      subjects: z.array(subject).min(1).max(5000),
      requirementId: z.uuid(),
      day,
      until: day.nullable(),
      note: z.string().trim().max(500),
    }),
    z.object({ attested: z.number(), records: recordNames }),
  ),
  'onboarding.takeBack': call(z.object({ records: recordNames }), z.null()),
  /** Lets waivers and attestations count again that were ended. */
  'onboarding.putBack': call(z.object({ records: recordNames }), z.null()),
  /** Notes that a person has seen that these vendors became blocked, so that Today has them no more. */
  'onboarding.noteSeen': call(z.object({ subjects: z.array(subject).min(1).max(5000) }), z.null()),
  'onboarding.tag': call(
    z.object({
      vendorIds: z.array(subject).min(1).max(5000),
      tag: z.string().trim().min(1).max(60),
      on: z.boolean(),
    }),
    /** The vendors for which this changed something. */
    z.object({ changed: z.array(z.string()) }),
  ),
  /** Notes until when a document is valid, as a person read it; null takes it back. */
  'onboarding.setValidUntil': call(
    z.object({ jobId: z.guid(), day: day.nullable() }),
    z.object({ before: day.nullable() }),
  ),
};
