import { z } from 'zod';
import { vendorFieldPaths } from '../service/vendor-fields.ts';

const id = z.uuid();
const name = z.string().trim().min(1).max(80);
const value = z.string().trim().min(1).max(200);
const dayCount = z.number().int().min(1).max(3650);
/** How many days before its end something counts as expiring; 0: on its last day alone; null: as the workspace's settings say. */
const soonDays = z.number().int().min(0).max(365).nullable();
/** The oldest record that may be relied on, in days since it was fetched; null where age does not count. */
const maxAgeDays = dayCount.nullable();

const profileRequirement = z.object({
  kind: z.literal('profile'),
  id,
  name,
  ask: z.discriminatedUnion('what', [
    z.object({ what: z.literal('readable') }),
    /** The compliance status that came with the invite's answer counts as good by the workspace's status words. */
    z.object({ what: z.literal('compliance') }),
    z.object({ what: z.literal('given'), field: z.string().max(200) }),
    z.object({ what: z.literal('one_of'), field: z.string().max(200), values: z.array(value).max(50) }),
  ]),
  maxAgeDays,
});
export type ProfileRequirement = z.infer<typeof profileRequirement>;

const licenseRequirement = z.object({
  kind: z.literal('license'),
  id,
  name,
  /** The trade as it is submitted; null for any. */
  trade: value.nullable(),
  /** By name or by code; null for any. */
  state: value.nullable(),
  soonDays,
  maxAgeDays,
});
export type LicenseRequirement = z.infer<typeof licenseRequirement>;

const documentRequirement = z.object({
  kind: z.literal('document'),
  id,
  name,
  documentType: value,
  /** From this score on, 0 to 100, it counts without a person's decision if nothing differs from the profile; null: never. */
  minScore: z.number().int().min(1).max(100).nullable(),
  /** The oldest that it may be, in days since the service created it; null where age does not count. */
  maxAgeDays,
  /** Whether somebody has to have said until when it is valid. */
  needsEndDate: z.boolean(),
  soonDays,
});
export type DocumentRequirement = z.infer<typeof documentRequirement>;

const attestationRequirement = z.object({
  kind: z.literal('attestation'),
  id,
  name,
  /** The longest that one counts, in days; null: until the end that the person gave it. */
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
/** All kinds of requirements, in the order in which an editor offers them. */
export const requirementKinds: readonly RequirementKind[] = requirement.options.map(
  ({ shape }) => shape.kind.value,
);

const anyOf = z.array(value).max(100);

/** Which vendors a set applies to: those that have one of the values of each part; an empty part leaves nobody out. */
export const appliesTo = z.object({ services: anyOf, states: anyOf, jobSites: anyOf, tags: anyOf });
export type AppliesTo = z.infer<typeof appliesTo>;

/** Requirements under a name, and the vendors that they apply to. */
export const requirementSet = z.object({
  id,
  name,
  appliesTo,
  requirements: z.array(requirement).max(40),
});
export type RequirementSet = z.infer<typeof requirementSet>;

/** So many sets there can be in a workspace, and so many requirements in all of them. */
export const maxSets = 50;
export const maxRequirements = 200;

export const requirementSets = z.array(requirementSet).max(maxSets);

/** The fields of a profile that a requirement can ask for, each with the path by which rules name it. */
export const askableFields = vendorFieldPaths
  .filter(({ path }) => !['id', 'lat', 'lng', 'icon', 'logo'].includes(path.at(-1) ?? ''))
  .map(({ field, path }) => ({ id: path.join('.'), label: field.label, path, kind: field.kind ?? null }));
