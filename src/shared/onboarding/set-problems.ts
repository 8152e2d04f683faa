import { z } from 'zod';
import { stateForm } from '../base/states.ts';
import { pluralize } from '../base/pluralize.ts';
import { foldText } from '../base/fold-text.ts';
import { askableFields, maxRequirements, type Requirement, type RequirementSet } from './requirement-set.ts';

export const setProblem = z.object({
  setId: z.string(),
  requirementId: z.string().nullable(),
  sentence: z.string(),
});
export type SetProblem = z.infer<typeof setProblem>;

/** Why rules that fit the schema can't be applied. @param soonDays for requirements without their own; null if unknown */
export function findSetProblems(sets: readonly RequirementSet[], soonDays: number | null): SetProblem[] {
  const total = sets.reduce((sum, set) => sum + set.requirements.length, 0);
  if (total > maxRequirements) {
    return sets.slice(-1).map((set) => ({
      setId: set.id,
      requirementId: null,
      sentence: tooManyRequirements(total),
    }));
  }
  const before: Before = { setIds: new Set(), setNames: new Set(), ids: new Set(), soonDays };
  return sets.flatMap((set) => inSet(set, before));
}

export const tooManyRequirements = (total: number): string =>
  `There are ${pluralize(total, 'requirement')} in all sets; the maximum is ${maxRequirements}.`;

/** In bytes as JSON. A team's record takes little more. */
const largestSet = 60_000;

interface Before {
  setIds: Set<string>;
  setNames: Set<string>;
  ids: Set<string>;
  soonDays: number | null;
}

function repeated(seen: Set<string>, one: string): boolean {
  const { size } = seen;
  return seen.add(one).size === size;
}

function inSet(set: RequirementSet, { setIds, setNames, ids, soonDays }: Before): SetProblem[] {
  const whole = (sentence: string): SetProblem => ({ setId: set.id, requirementId: null, sentence });
  const names = new Set<string>();
  const choices: Choice[] = [];
  return [
    set.requirements.length > 0
      ? []
      : whole('This set has no requirements. Add a requirement, or delete the set.'),
    new TextEncoder().encode(JSON.stringify(set)).length > largestSet
      ? whole('This set is too long to be saved. Use fewer values, or make two sets of it.')
      : [],
    repeated(setIds, set.id) ? whole('Another set has the same ID.') : [],
    repeated(setNames, foldText(set.name)) ? whole(`Another set is called “${set.name}”.`) : [],
    ...set.requirements.map((requirement) =>
      [
        repeated(ids, requirement.id) ? 'Another requirement has the same ID.' : [],
        repeated(names, foldText(requirement.name))
          ? `Another requirement of this set is called “${requirement.name}”.`
          : [],
        inKind(requirement, soonDays),
        contradictions(requirement, choices),
      ]
        .flat()
        .map((sentence) => ({ setId: set.id, requirementId: requirement.id, sentence })),
    ),
  ].flat();
}

function inKind(requirement: Requirement, soonDays: number | null): string[] {
  switch (requirement.kind) {
    case 'profile':
      return inProfile(requirement);
    case 'license':
      return [];
    case 'document':
      return alwaysExpiring(requirement.maxAgeDays, requirement.soonDays ?? soonDays);
    case 'attestation':
      return alwaysExpiring(requirement.maxDays, requirement.soonDays ?? soonDays);
  }
}

function alwaysExpiring(lastsDays: number | null, soonDays: number | null): string[] {
  if (lastsDays === null || soonDays === null || soonDays < lastsDays) return [];
  return [
    `It is valid for ${pluralize(lastsDays, 'day')} and warns ${pluralize(soonDays, 'day')} before expiration, so it would always be expiring.`,
  ];
}

function inProfile({ ask }: Extract<Requirement, { kind: 'profile' }>): string[] {
  if (ask.what !== 'given' && ask.what !== 'one_of') return [];
  const field = askableFields.find(({ id }) => id === ask.field);
  if (field === undefined) return [`A profile has no field “${ask.field}”.`];
  if (ask.what === 'given') return [];
  if (ask.values.length === 0) return [`Enter the allowed values of ${field.label}.`];
  const neither = ask.values.filter((value) => !['yes', 'no'].includes(foldText(value)));
  if (field.kind !== 'yes_no' || neither.length === 0) return [];
  return [`${field.label} can only be Yes or No, not “${neither[0] ?? ''}”.`];
}

interface Choice {
  name: string;
  field: string;
  allowed: ReadonlySet<string>;
}

/** Earlier requirements that no profile can meet together with this one: one field, no value that both allow. */
function contradictions(requirement: Requirement, before: Choice[]): string[] {
  if (requirement.kind !== 'profile' || requirement.ask.what !== 'one_of') return [];
  const { field, values } = requirement.ask;
  // A list may hold values of both.
  if (isList(field)) return [];
  const allowed = new Set(values.map(field === 'location.stateCode' ? stateForm : foldText));
  const against = before.filter(
    (other) => other.field === field && [...allowed].every((value) => !other.allowed.has(value)),
  );
  before.push({ name: requirement.name, field, allowed });
  return against.map(({ name }) => `It contradicts “${name}”: no vendor can meet both.`);
}

const isList = (field: string): boolean =>
  ['services', 'specialties', 'jobSites', 'minorityTags', 'propertyManagementSoftware'].some((list) =>
    field.split('.').includes(list),
  );
