import type {
  AppliesTo,
  Requirement,
  RequirementKind,
  RequirementSet,
} from '#shared/onboarding/requirement-set.ts';
import type { SetProblem } from '#shared/onboarding/set-problems.ts';
import type { scopeParts } from '#shared/onboarding/labels.ts';

/** A set while it is edited: lists are comma-separated text. */
export interface SetDraft extends Omit<RequirementSet, 'appliesTo'> {
  appliesTo: Scope<string>;
}

export interface DraftProblem extends SetProblem {
  field: 'name' | 'documentType' | null;
}

type Scope<Value> = Record<(typeof scopeParts)[number], Value>;

function mapScope<From, To>(
  { services, states, jobSites, tags }: Scope<From>,
  map: (from: From) => To,
): Scope<To> {
  return { services: map(services), states: map(states), jobSites: map(jobSites), tags: map(tags) };
}

export const toDraft = ({ appliesTo, ...set }: RequirementSet): SetDraft => ({
  ...set,
  appliesTo: mapScope(appliesTo, (values) => values.join(', ')),
});

/** Reads comma-separated values. */
export const readList = (text: string): string[] =>
  [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');

export const readScope = (scope: SetDraft['appliesTo']): AppliesTo => mapScope(scope, readList);

export const fromDraft = ({ appliesTo, ...set }: SetDraft): RequirementSet => ({
  ...set,
  name: set.name.trim(),
  appliesTo: readScope(appliesTo),
  requirements: set.requirements.map((requirement) => ({ ...requirement, name: requirement.name.trim() })),
});

export const newSet = (): SetDraft => ({
  id: crypto.randomUUID(),
  name: '',
  appliesTo: { services: '', states: '', jobSites: '', tags: '' },
  requirements: [],
});

/** What most companies require of every vendor, to begin with. */
export const starterSet = (): SetDraft => ({
  ...newSet(),
  name: 'All vendors',
  requirements: [
    newRequirement('profile'),
    { ...documentRequirement(), name: 'W-9', documentType: 'W-9', minScore: 70 },
    { ...documentRequirement(), name: 'Insurance', documentType: 'COI', needsEndDate: true },
  ],
});

/** What property managers ask of the trades that work at their sites. */
export const exampleSet = (): SetDraft => ({
  ...newSet(),
  name: 'Trades at our properties',
  requirements: [
    { ...documentRequirement(), name: 'W-9', documentType: 'W-9', minScore: 70 },
    ...['General liability insurance', 'Workers’ compensation insurance'].map((name) => ({
      ...documentRequirement(),
      name,
      documentType: name,
      needsEndDate: true,
    })),
    { ...newRequirement('license'), name: 'Contractor license' },
    { ...documentRequirement(), name: 'Agreement', documentType: 'Agreement' },
  ],
});

export const copySet = (set: RequirementSet): SetDraft => ({
  ...toDraft(set),
  id: crypto.randomUUID(),
  name: `${set.name} (copy)`,
  requirements: set.requirements.map((one) => ({ ...one, id: crypto.randomUUID() })),
});

const documentRequirement = () =>
  ({
    kind: 'document',
    id: crypto.randomUUID(),
    name: '',
    documentType: '',
    minScore: null,
    maxAgeDays: null,
    needsEndDate: false,
    soonDays: null,
  }) as const satisfies Requirement;

/** A requirement with what most will want of its kind. */
export function newRequirement(kind: RequirementKind): Requirement {
  const id = crypto.randomUUID();
  const requirements: { [Kind in RequirementKind]: Extract<Requirement, { kind: Kind }> } = {
    profile: { kind: 'profile', id, name: 'Profile', ask: { what: 'readable' }, maxAgeDays: null },
    license: { kind: 'license', id, name: '', trade: null, state: null, soonDays: null, maxAgeDays: null },
    document: documentRequirement(),
    attestation: { kind: 'attestation', id, name: '', maxDays: null, soonDays: null },
  };
  return requirements[kind];
}
