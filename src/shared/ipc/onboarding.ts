import { z } from 'zod';
import { vendorAnswer } from '../onboarding/answer.ts';
import { findingStates, nextSteps, recordRef } from '../onboarding/finding.ts';
import { onboardingStatuses } from '../onboarding/judge-vendor.ts';
import { appliesTo, requirement, requirementSet, requirementSets } from '../onboarding/requirement-set.ts';
import { setProblem } from '../onboarding/set-problems.ts';
import { vendorRow } from './vendors.ts';
import { columnFilter, vendorColumn } from '../settings/lists.ts';
import {
  call,
  instant,
  loadPage,
  nothing,
  pageRequest,
  toOverridden,
  vendorSubject as subject,
} from './call.ts';
import { language } from '../letters/letter-templates.ts';
import { figures } from '../onboarding/figures.ts';

const day = z.iso.date();
const site = z.string().trim().min(1).max(200).nullable().default(null);

const requirementState = z.enum([...findingStates, 'waived']);

const judgedRequirement = z.object({
  setId: z.string(),
  setName: z.string(),
  requirement,
  state: requirementState,
  reason: z.string(),
  record: recordRef.nullable(),
  asOf: instant.nullable(),
  stale: z.boolean(),
  until: day.nullable(),
  step: z.enum(nextSteps).nullable(),
  /** When the vendor was last asked for it, and the open follow-up that waits for it. */
  asked: z.object({ at: instant, by: z.string().nullable(), followUp: z.string().nullable() }).nullable(),
  waiver: z
    .object({ id: z.string(), reason: z.string(), until: day, by: z.string().nullable(), at: instant })
    .nullable(),
});
export type JudgedRequirement = z.infer<typeof judgedRequirement>;

export const onboardingRecord = z.object({
  kind: z.enum(['waiver', 'attestation']),
  id: z.string(),
  requirementId: z.string(),
  requirement: z.string(),
  text: z.string(),
  day: day.nullable(),
  until: day.nullable(),
  by: z.string().nullable(),
  at: instant,
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
});
export type OnboardingRecord = z.infer<typeof onboardingRecord>;

/** Who takes care of a vendor, and who said so. */
export const assignee = z.object({ member: z.string(), by: z.string().nullable(), at: instant });
export type Assignee = z.infer<typeof assignee>;

const judgedVendor = z.object({
  subject,
  vendorId: z.string().nullable(),
  name: z.string(),
  contact: z.object({ email: z.string().nullable(), firstName: z.string().nullable() }),
  answer: vendorAnswer,
  bySite: z.string().nullable(),
  requirements: z.array(judgedRequirement),
  /** Newest first, also those that ended. */
  records: z.array(onboardingRecord),
  tags: z.array(z.string()),
  sites: z.array(z.string()),
  /** The language of its letters. */
  language,
  assignee: assignee.nullable(),
  /** The IDs of the requirements that its letter asks for now. */
  asks: z.array(z.string()),
});
export type JudgedVendor = z.infer<typeof judgedVendor>;

const onboardingRow = z.object({
  subject,
  vendorId: z.string().nullable(),
  name: z.string(),
  answer: vendorAnswer,
  since: instant,
  profile: vendorRow.nullable(),
  sites: z.array(z.string()),
  assignee: assignee.nullable(),
  cells: z.record(
    z.string(),
    judgedRequirement.pick({ state: true, reason: true, until: true, stale: true, step: true, record: true }),
  ),
});
export type OnboardingRow = z.infer<typeof onboardingRow>;

const statusOrNone = z.enum([...onboardingStatuses, 'none']);
export const onboardingFilter = z.object({
  search: z.string().max(200).default(''),
  where: z.partialRecord(vendorColumn, columnFilter).default({}),
  status: statusOrNone.nullable().default(null),
  site,
  set: z.uuid().nullable().default(null),
  requirement: z.object({ id: z.uuid(), state: requirementState.nullable() }).nullable().default(null),
  newlyBlocked: z.boolean().default(false),
  /** The name of the person it is assigned to; empty for nobody. */
  assignedTo: z.string().max(200).nullable().default(null),
});
export type OnboardingFilter = z.infer<typeof onboardingFilter>;

const statusCounts = z.record(statusOrNone, z.number());

const problems = z.array(setProblem);

const recordNames = z
  .array(z.object({ id: z.string().max(100), subject }))
  .min(1)
  .max(5000);

export const onboardingCalls = {
  'onboarding.sets': call(
    nothing,
    z.object({
      own: requirementSets,
      /** Of sets that two people saved within a minute: the version that does not count, for a week. */
      overridden: z.array(toOverridden(requirementSet)),
      shared: requirementSets,
      sharedProblem: z.string().nullable(),
      tags: z.array(z.object({ tag: z.string(), count: z.number() })),
      sites: z.array(z.object({ site: z.string(), count: z.number() })),
      /** Whom a vendor can be assigned to: this computer's person (null without a name), and the others of the team. */
      people: z.object({ own: z.string().nullable(), others: z.array(z.string()) }),
    }),
  ),
  /** How many vendors a set would apply to, and the values vendors have, most frequent first. */
  'onboarding.scope': call(
    z.object({ appliesTo }),
    z.object({
      count: z.number(),
      /** Whether only some of the vendors were read. */
      partial: z.boolean(),
      known: z.record(appliesTo.keyof(), z.array(z.string())),
    }),
  ),
  'onboarding.save': call(
    z.object({ sets: requirementSets }),
    z.object({ problems, before: requirementSets }),
  ),
  'onboarding.page': call(
    pageRequest.extend({ ...onboardingFilter.shape, sort: z.enum(['urgency', 'name']).default('urgency') }),
    loadPage(onboardingRow),
  ),
  'onboarding.counts': call(onboardingFilter, z.object({ statuses: statusCounts, judging: z.number() })),
  'onboarding.figures': call(nothing, figures),
  /** One vendor now, at a job site where one is named; null where nothing is known of it. */
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
  'onboarding.putBack': call(z.object({ records: recordNames }), z.null()),
  'onboarding.noteSeen': call(z.object({ subjects: z.array(subject).min(1).max(5000) }), z.null()),
  'onboarding.tag': call(
    z.object({
      vendorIds: z.array(subject).min(1).max(5000),
      tag: z.string().trim().min(1).max(60),
      on: z.boolean(),
    }),
    z.object({ changed: z.array(z.string()) }),
  ),
  /** Says who takes care of vendors (null: nobody); returns who did. */
  'onboarding.assign': call(
    z.object({
      changes: z
        .array(z.object({ subject, member: z.string().trim().min(1).max(80).nullable() }))
        .min(1)
        .max(5000),
    }),
    z.object({ before: z.array(z.object({ subject, member: z.string().nullable() })) }),
  ),
  /** Sets a document's expiration, as a person read it; null takes it back. */
  'onboarding.setValidUntil': call(
    z.object({ jobId: z.guid(), day: day.nullable() }),
    z.object({ before: day.nullable() }),
  ),
};
