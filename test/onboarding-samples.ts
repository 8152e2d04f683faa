import type { Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import type { VendorFacts } from '#shared/onboarding/vendor-facts.ts';

/** A vendor of whom nothing is known. */
export const noFacts: VendorFacts = {
  vendorId: 'V-1',
  profile: null,
  invite: null,
  compliance: null,
  licenses: [],
  documents: [],
  filed: [],
  attestations: [],
  waivers: [],
  tags: [],
};

/** A requirement set that applies to every vendor. */
export function setForEveryone(...requirements: Requirement[]): RequirementSet {
  return {
    id: '00000000-0000-4000-8000-000000000010',
    name: 'Everyone',
    appliesTo: { services: [], states: [], jobSites: [], tags: [] },
    requirements,
  };
}
