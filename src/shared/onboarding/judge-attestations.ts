import { toDayNumber, type DayNumber } from '../base/dates.ts';
import {
  bestFinding,
  judgeEnd,
  showDay,
  showNearDay,
  toFinding,
  toMetUntil,
  type Finding,
  type JudgingDay,
  showPerson,
} from './finding.ts';
import type { AttestationRequirement } from './requirement-set.ts';
import type { AttestationFact, VendorFacts } from './vendor-facts.ts';

export function judgeAttestations(
  rule: AttestationRequirement,
  { attestations }: VendorFacts,
  day: JudgingDay,
): Finding {
  const own = attestations.filter(({ requirementId }) => requirementId === rule.id);
  return (
    bestFinding(own.map((attestation) => judgeOne(attestation, rule, day))) ??
    toFinding('missing', 'not confirmed', 'Not confirmed yet.', { step: 'attest' })
  );
}

function judgeOne(attestation: AttestationFact, rule: AttestationRequirement, day: JudgingDay): Finding {
  const { id, at, by, note } = attestation;
  const details = { record: { kind: 'attestation', id }, asOf: at } as const;
  const held = toDayNumber(attestation.day);
  const said = `Confirmed${showPerson(by)} for ${showDay(held)}${note === '' ? '' : ` (“${note}”)`}`;
  if (held > day.today) {
    day.changesAfter(held - 1);
    const brief = `confirmed for ${showNearDay(held, day.today)}`;
    return toFinding('waiting', brief, `${said}. That day is in the future.`, details);
  }
  const until = findEnd(attestation, held, rule);
  if (until === null) return toFinding('met', 'confirmed', `${said}.`, details);
  const end = judgeEnd(until, rule.soonDays, day);
  if (end === 'over') {
    const brief = `expired ${showNearDay(until, day.today)}`;
    return toFinding('failed', brief, `${said}. Expired ${showDay(until)}.`, {
      ...details,
      until,
      step: 'attest',
    });
  }
  const met = toMetUntil(until, end === 'soon', { brief: 'confirmed', said, step: 'attest' }, day);
  return { ...met, ...details };
}

function findEnd({ until }: AttestationFact, held: DayNumber, { maxDays }: AttestationRequirement) {
  const ends = [
    ...(until === null ? [] : [toDayNumber(until)]),
    ...(maxDays === null ? [] : [held + maxDays]),
  ];
  return ends.length === 0 ? null : Math.min(...ends);
}
