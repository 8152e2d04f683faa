import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerLine, toAnswer } from '#shared/onboarding/answer.ts';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { judgeVendor, type JudgedBy, type VendorJudgement } from '#shared/onboarding/judge-vendor.ts';
import type { VendorFacts } from '#shared/onboarding/vendor-facts.ts';
import { noFacts, setForEveryone } from '#test/onboarding-samples.ts';
import { readGoldenTable, type GoldenCase } from './onboarding/golden-table.ts';

const cases = readGoldenTable(readFileSync(join(import.meta.dirname, 'onboarding/golden-cases.md'), 'utf8'));

describe('the golden cases', () => {
  it('are at least two hundred', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });

  it.each(cases.map((one) => [`${one.section} | ${one.said}`, one] as const))('%s', (_, one) => {
    const judged = judgeVendor(one.facts, one.judgedBy);
    const { judgements } = judged;
    const answer = answerLine(toAnswer(judged, one.judgedBy.today));
    expect({ states: judgements.map(({ state }) => state), answer }).toEqual({
      states: one.states,
      answer: one.vendor,
    });
    if (one.why !== '') expect(judgements[0]?.reason).toBe(one.why);
  });
});

describe('a requirement that a person attests', () => {
  const briefing = (id: string) =>
    ({ kind: 'attestation', id, name: `Briefing ${id}`, maxDays: null, soonDays: 0 }) as const;

  it('is met by what was attested of it alone', () => {
    const judgedBy: JudgedBy = {
      sets: [setForEveryone(briefing('a'), briefing('b'))],
      today: toDayNumber('2026-11-23'),
      toDay: () => toDayNumber('2026-11-23'),
      words: {},
      soonDays: 30,
      site: null,
    };
    const facts: VendorFacts = {
      ...noFacts,
      attestations: [
        { id: '1', requirementId: 'b', day: '2026-11-23', until: null, note: '', by: 'maria', at: 0 },
      ],
    };
    const { judgements, status } = judgeVendor(facts, judgedBy);
    expect(judgements.map(({ requirement, state, record }) => [requirement.id, state, record?.id])).toEqual([
      ['a', 'missing', undefined],
      ['b', 'met', '1'],
    ]);
    expect(status).toBe('in_progress');
  });
});

/** Any of the cases, with what is known in another order. */
const anyCase = fc.constantFrom(...cases);

function states({ status, judgements }: VendorJudgement) {
  return { status, states: judgements.map(({ state, reason, record }) => ({ state, reason, record })) };
}

/** The same facts and those of another case, as if both vendors were one. */
function joined(one: VendorFacts, other: VendorFacts): VendorFacts {
  return {
    ...one,
    profile: one.profile ?? other.profile,
    invite: one.invite ?? other.invite,
    compliance: one.compliance ?? other.compliance,
    licenses: [...one.licenses, ...other.licenses.map((fact) => ({ ...fact, entryId: `${fact.entryId}b` }))],
    documents: [...one.documents, ...other.documents.map((fact) => ({ ...fact, jobId: `${fact.jobId}b` }))],
    attestations: [
      ...one.attestations,
      ...other.attestations.map((fact) => ({ ...fact, id: `${fact.id}b` })),
    ],
    waivers: [...one.waivers, ...other.waivers.map((fact) => ({ ...fact, id: `${fact.id}b` }))],
  };
}

describe('a waiver', () => {
  const requirement = {
    kind: 'profile',
    id: 'a',
    name: 'Profile',
    ask: { what: 'readable' },
    maxAgeDays: null,
  } as const;
  const waiver = (id: string, until: string) => ({
    id,
    until,
    requirementId: 'a',
    reason: `Reason ${id}`,
    by: null,
    at: 0,
  });
  const judge = (...waivers: VendorFacts['waivers']) =>
    judgeVendor(
      { ...noFacts, waivers },
      {
        sets: [setForEveryone(requirement)],
        today: toDayNumber('2026-11-23'),
        toDay: () => toDayNumber('2026-11-23'),
        words: {},
        soonDays: 30,
        site: null,
      },
    ).judgements[0];

  it('with the last end is used, in any order of the facts', () => {
    const all = [waiver('1', '2026-12-31'), waiver('2', '2026-12-31'), waiver('3', '2026-11-30')] as const;
    const [one, two, three] = all;
    for (const order of [all, [three, two, one], [two, one, three], [two, three, one]] as const) {
      expect(judge(...order)).toMatchObject({
        state: 'waived',
        waiver: two,
        reason: 'Waived until Dec 31, 2026: Reason 2',
      });
    }
  });

  it('is not used for another requirement', () => {
    expect(judge({ ...waiver('1', '2026-12-31'), requirementId: 'b' })).toMatchObject({
      state: 'missing',
      waiver: null,
    });
  });
});

const betterFirst = ['met', 'expiring', 'waived', 'waiting', 'missing', 'failed'];

describe('judging', () => {
  it('does not go by the order of what is known', () => {
    fc.assert(
      fc.property(anyCase, anyCase, fc.integer(), (one, other, seed) => {
        const facts = joined(one.facts, other.facts);
        const turn = <T>(items: readonly T[]) => {
          const at = items.length === 0 ? 0 : Math.abs(seed) % items.length;
          return [...items.slice(at), ...items.slice(0, at)].toReversed();
        };
        const turned: VendorFacts = {
          ...facts,
          licenses: turn(facts.licenses),
          documents: turn(facts.documents),
          attestations: turn(facts.attestations),
          waivers: turn(facts.waivers),
          tags: turn(facts.tags),
        };
        expect(states(judgeVendor(turned, one.judgedBy))).toEqual(states(judgeVendor(facts, one.judgedBy)));
      }),
      {
        numRuns: 2000,
        examples: cases
          .filter(({ said }) => said.includes('document -: not ready'))
          .map((one): [typeof one, typeof one, number] => [one, one, 0]),
      },
    );
  });

  it('never judges a requirement worse for another record that meets it', () => {
    const meeting = cases.filter(({ facts, judgedBy }) => {
      const { judgements } = judgeVendor(facts, judgedBy);
      return judgements.length === 1 && judgements[0]?.found === 'met';
    });
    fc.assert(
      fc.property(fc.constantFrom(...meeting), anyCase, (good, other) => {
        // The same day and rule; of the other what is known besides. A license of its own number, so that it is another one.
        const before = { ...other.facts, profile: good.facts.profile, compliance: good.facts.compliance };
        const met: VendorFacts = {
          ...good.facts,
          licenses: good.facts.licenses.map((fact) => ({ ...fact, licenseKey: `own ${fact.entryId}` })),
        };
        const rank = (facts: VendorFacts, judgedBy: JudgedBy) =>
          betterFirst.indexOf(judgeVendor(facts, judgedBy).judgements[0]?.state ?? '');
        expect(rank(joined(before, met), good.judgedBy)).toBeLessThanOrEqual(rank(before, good.judgedBy));
        expect(rank(joined(before, met), good.judgedBy)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds until the day that it names, and not a day longer than something changes', () => {
    const judgedOn = ({ facts, judgedBy }: GoldenCase, day: number) =>
      judgeVendor(facts, { ...judgedBy, today: day });
    const parts = ({ status, judgements }: VendorJudgement) => [status, judgements.map(({ state }) => state)];
    fc.assert(
      fc.property(anyCase, fc.integer({ min: -400, max: 400 }), (one, ahead) => {
        const today = one.judgedBy.today + ahead;
        const now = judgedOn(one, today);
        const last = now.holdsUntil === null ? today + 3000 : toDayNumber(now.holdsUntil);
        expect(last).toBeGreaterThanOrEqual(today);
        for (const day of [today + 1, Math.floor((today + last) / 2), last]) {
          if (day <= last && day >= today)
            expect([fromDayNumber(day), parts(judgedOn(one, day))]).toEqual([fromDayNumber(day), parts(now)]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never calls a vendor ready that has an expired license and no other', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 4000 }), (one, days) => {
        const expired = fromDayNumber(one.judgedBy.today - days);
        const facts: VendorFacts = {
          ...one.facts,
          waivers: [],
          licenses: one.facts.licenses.map((fact) => ({
            ...fact,
            verdict: { ...fact.verdict, expiresOn: expired, expiryUnclear: false },
          })),
        };
        const { judgements } = judgeVendor(facts, one.judgedBy);
        for (const { requirement, state } of judgements) {
          if (requirement.kind === 'license') expect(['met', 'expiring']).not.toContain(state);
        }
      }),
    );
  });
});
