import { randomUUID } from 'node:crypto';
import type { Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';

/** Ten requirements of all kinds, half of them for plumbers alone. */
export function makeTenRequirements(): RequirementSet[] {
  const profile = (name: string, field: string): Requirement => ({
    kind: 'profile',
    id: randomUUID(),
    name,
    ask: { what: 'given', field },
    maxAgeDays: 365,
  });
  const document = (documentType: string, minScore: number | null): Requirement => ({
    kind: 'document',
    id: randomUUID(),
    name: documentType,
    documentType,
    minScore,
    maxAgeDays: 365,
    needsEndDate: false,
    soonDays: 30,
  });
  const license = (trade: string): Requirement => ({
    kind: 'license',
    id: randomUUID(),
    name: trade,
    trade,
    state: 'CA',
    soonDays: 30,
    maxAgeDays: 90,
  });
  const attestation: Requirement = {
    kind: 'attestation',
    id: randomUUID(),
    name: 'Briefing',
    maxDays: 365,
    soonDays: 30,
  };
  const everyone = { services: [], states: [], jobSites: [], tags: [] };
  return [
    {
      id: randomUUID(),
      name: 'All vendors',
      appliesTo: everyone,
      requirements: [
        profile('Phone', 'phoneNumber'),
        profile('Email', 'email'),
        profile('Crew size', 'enrollmentDetails.crewSize'),
        document('W-9', null),
        document('COI', 85),
      ],
    },
    {
      id: randomUUID(),
      name: 'Plumbers',
      appliesTo: { ...everyone, services: ['Plumbing'] },
      requirements: [
        license('Plumbing'),
        license('Backflow'),
        attestation,
        document('Agreement', null),
        profile('NAICS', 'enrollmentDetails.naicsCode'),
      ],
    },
  ];
}
