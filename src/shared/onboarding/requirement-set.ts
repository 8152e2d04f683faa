import { z } from 'zod';
import { vendorFieldPaths } from '../service/vendor-fields.ts';

const id = z.uuid();
const name = z.string().trim().min(1).max(80);
const value = z.string().trim().min(1).max(200);
const dayCount = z.number().int().min(1).max(3650);
/** How many days before its end it counts as expiring; 0: on its last day; null: by the workspace's settings. */
const soonDays = z.number().int().min(0).max(365).nullable();
/** The oldest record to rely on, in days since it was fetched; null for any age. */
const maxAgeDays = dayCount.nullable();

const base = { id, name };

const profileRequirement = z.object({
  kind: z.literal('profile'),
  ...base,
  ask: z.discriminatedUnion('what', [
    z.object({ what: z.literal('readable') }),
    /** The compliance status of the invite's answer is a good word. */
    z.object({ what: z.literal('compliance') }),
    z.object({ what: z.literal('given'), field: z.string().max(200) }),
    z.object({ what: z.literal('one_of'), field: z.string().max(200), values: z.array(value).max(50) }),
  ]),
  maxAgeDays,
});
export type ProfileRequirement = z.infer<typeof profileRequirement>;

const licenseRequirement = z.object({
  kind: z.literal('license'),
  ...base,
  trade: value.nullable(),
  state: value.nullable(),
  soonDays,
  maxAgeDays,
});
export type LicenseRequirement = z.infer<typeof licenseRequirement>;

const documentRequirement = z.object({
  kind: z.literal('document'),
  ...base,
  documentType: value,
  /** From this score on it counts without review if nothing differs from the profile; null: never. */
  minScore: z.number().int().min(1).max(100).nullable(),
  /** In days since the service created it; null for any age. */
  maxAgeDays,
  needsEndDate: z.boolean(),
  soonDays,
});
export type DocumentRequirement = z.infer<typeof documentRequirement>;

const attestationRequirement = z.object({
  kind: z.literal('attestation'),
  ...base,
  /** The longest that a confirmation counts, in days; null: until the end the person gave it. */
  maxDays: dayCount.nullable(),
  soonDays,
});
export type AttestationRequirement = z.infer<typeof attestationRequirement>;

export const requirement = z.discriminatedUnion('kind', [
  profileRequirement,
  licenseRequirement,
  documentRequirement,
  attestationRequirement,
]);
export type Requirement = z.infer<typeof requirement>;
export type RequirementKind = Requirement['kind'];
export const requirementKinds: readonly RequirementKind[] = requirement.options.map(
  ({ shape }) => shape.kind.value,
);

const anyOf = z.array(value).max(100);

/** A vendor has to have one of the values of each part; an empty part applies to all. */
export const appliesTo = z.object({ services: anyOf, states: anyOf, jobSites: anyOf, tags: anyOf });
export type AppliesTo = z.infer<typeof appliesTo>;

export const requirementSet = z.object({ ...base, appliesTo, requirements: z.array(requirement).max(40) });
export type RequirementSet = z.infer<typeof requirementSet>;

export const maxSets = 50;
export const maxRequirements = 200;

export const requirementSets = z.array(requirementSet).max(maxSets);

export const askableFields = vendorFieldPaths
  .filter(({ path }) => !['id', 'lat', 'lng', 'icon', 'logo'].includes(path.at(-1) ?? ''))
  .map(({ field, path }) => ({ id: path.join('.'), label: field.label, path, kind: field.kind ?? null }));
