import { stateForm } from '../comparison/states.ts';
import { counted } from '../counted.ts';
import { foldText } from '../fold-text.ts';
import { askableFields, maxRequirements, type Requirement, type RequirementSet } from './requirement-set.ts';

/** What is wrong with a set of requirements, as a sentence for the person who writes it. */
export interface SetProblem {
  setId: string;
  /** Null where it is about the set as a whole. */
  requirementId: string | null;
  sentence: string;
}

/** Why rules that fit the schema still cannot be judged by, or would say something that nobody means; empty where they can. */
export function findSetProblems(sets: readonly RequirementSet[]): SetProblem[] {
  const total = sets.reduce((sum, set) => sum + set.requirements.length, 0);
  return [
    ...sets.flatMap((set, index) => inSet(set, sets.slice(0, index))),
    ...(total > maxRequirements
      ? sets.slice(-1).map((set) => ({
          setId: set.id,
          requirementId: null,
          sentence: `There are ${counted(total, 'requirement')} in all sets; ${maxRequirements} are possible.`,
        }))
      : []),
  ];
}

function inSet(set: RequirementSet, before: readonly RequirementSet[]): SetProblem[] {
  const whole = (sentence: string): SetProblem => ({ setId: set.id, requirementId: null, sentence });
  const problems = [
    ...(set.requirements.length === 0
      ? [whole('This set asks for nothing. Add a requirement, or delete the set.')]
      : []),
    ...(before.some(({ id }) => id === set.id) ? [whole('Another set has the same ID.')] : []),
    ...(before.some(({ name }) => foldText(name) === foldText(set.name))
      ? [whole(`Another set is called “${set.name}”.`)]
      : []),
  ];
  const others = before.flatMap(({ requirements }) => requirements);
  return [
    ...problems,
    ...set.requirements.flatMap((requirement, index) =>
      inRequirement(requirement, set.requirements.slice(0, index), others).map((sentence) => ({
        setId: set.id,
        requirementId: requirement.id,
        sentence,
      })),
    ),
  ];
}

function inRequirement(
  requirement: Requirement,
  before: readonly Requirement[],
  others: readonly Requirement[],
): string[] {
  return [
    ...([...before, ...others].some(({ id }) => id === requirement.id)
      ? ['Another requirement has the same ID.']
      : []),
    ...(before.some(({ name }) => foldText(name) === foldText(requirement.name))
      ? [`Another requirement of this set is called “${requirement.name}”.`]
      : []),
    ...inKind(requirement),
    ...before.flatMap((earlier) => contradiction(requirement, earlier)),
  ];
}

function inKind(requirement: Requirement): string[] {
  switch (requirement.kind) {
    case 'profile':
      return inProfile(requirement);
    case 'license':
      return [];
    case 'document':
      return alwaysExpiring(requirement.maxAgeDays, requirement.soonDays);
    case 'attestation':
      return alwaysExpiring(requirement.maxDays, requirement.soonDays);
  }
}

function alwaysExpiring(lastsDays: number | null, soonDays: number): string[] {
  if (lastsDays === null || soonDays < lastsDays) return [];
  return [
    `It counts for ${counted(lastsDays, 'day')} and warns ${counted(soonDays, 'day')} ahead, so it would be expiring from its first day.`,
  ];
}

function inProfile({ ask }: Extract<Requirement, { kind: 'profile' }>): string[] {
  if (ask.what !== 'given' && ask.what !== 'one_of') return [];
  const field = askableFields.find(({ id }) => id === ask.field);
  if (field === undefined) return [`A profile has no field “${ask.field}”.`];
  if (ask.what === 'given') return [];
  if (ask.values.length === 0) return [`Say which values of ${field.label} are good.`];
  const neither = ask.values.filter((value) => !['yes', 'no'].includes(foldText(value)));
  if (field.kind !== 'yes_no' || neither.length === 0) return [];
  return [`${field.label} is Yes or No, never “${neither[0] ?? ''}”.`];
}

/** Two requirements that no profile can meet together: one field, and no value that both allow. */
function contradiction(one: Requirement, other: Requirement): string[] {
  if (one.kind !== 'profile' || other.kind !== 'profile') return [];
  if (one.ask.what !== 'one_of' || other.ask.what !== 'one_of' || one.ask.field !== other.ask.field)
    return [];
  const { field, values } = one.ask;
  const fold = field === 'location.stateCode' ? stateForm : foldText;
  const allowed = new Set(other.ask.values.map(fold));
  // A list may hold values of both.
  if (isList(field) || values.some((value) => allowed.has(fold(value)))) return [];
  return [`It contradicts “${other.name}”: no vendor can meet both.`];
}

function isList(field: string): boolean {
  return ['services', 'specialties', 'jobSites', 'minorityTags', 'propertyManagementSoftware'].some((list) =>
    field.split('.').includes(list),
  );
}
