import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCalendar, fromDayNumber, toDayNumber } from '#shared/onboarding/calendar.ts';
import { nextSteps } from '#shared/onboarding/finding.ts';
import { judgeVendor, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import type { DocumentRequirement } from '#shared/onboarding/requirement-set.ts';
import type { DocumentFact } from '#shared/onboarding/vendor-facts.ts';
import { noFacts, setForEveryone } from '#test/onboarding-samples.ts';
import { readGoldenTable, type GoldenCase } from './golden-table.ts';

/** The next step, the record and whether there is a last day, by the sentence of the finding. */
const table = `
step             | record       | until | sentence
attest           | -            | no    | ^Nobody has attested it
attest           | attestation  | yes   | ^Attested .* It expires
attest           | attestation  | yes   | ^Attested .* It counted until
-                | attestation  | yes   | ^Attested .* It counts until
-                | attestation  | no    | ^Attested by \\w+ for [^.]*\\.( That day is still to come\\.)?$
add_document     | -            | no    | ^No document of the type
add_document     | document     | yes   | ^Accepted .*, but it expires
add_document     | document     | no    | ^A new copy was asked for
add_document     | document     | yes   | ^It is from .* older than this rule allows
add_document     | document     | yes   | ^It was valid until
ask_new_copy     | document     | no    | ^Its score is .* is asked for
ask_new_copy     | document     | no    | ^The service’s “\\w+” is “\\w+”\\.$
review           | document     | no    | ^The service’s “\\w+” is “\\w+”\\. Check by hand
review           | document     | no    | not agree with the profile
review           | document     | no    | ^No name was read
review           | document     | no    | ^It has no score
review           | document     | no    | ^Nobody has decided
review           | document     | no    | , but it is dated .* still to come
give_date        | document     | no    | nobody has said until when
give_date        | document     | no    | its date isn’t known
look_up          | document     | no    | ^There is no profile to compare
-                | document     | no    | ^(A|The) document is still being processed
-                | document     | yes   | ^(Accepted|Its score is) .*, and valid until
-                | document     | no    | ^(Accepted( by \\w+)? on [^,]*, \\d+|Its score is \\d+, and nothing differs from the profile)\\.$
submit           | -            | no    | No license (for .* )?was submitted
submit           | verification | yes   | Verified, but it expires
-                | verification | yes   | Verified, and valid until
-                | verification | no    | Verified\\. It does not expire\\.$
check_now        | verification | yes   | ^The answer is from .* older than this rule allows
check_now        | verification | no    | ^No final result came
-                | verification | no    | ^The service accepted the details
-                | verification | yes   | ^The service is still at work on this
see_verification | verification | any   | ^(The verification|The service refused the verification|Marked as sent)
see_verification | verification | any   | ^(It ran out|It is verified, but|The expiration can’t be read|There is nothing to compare)
see_verification | verification | any   | ^(The service says|The service answered|The service gave|\\d+ details? differs?)
see_verification | verification | yes   | ^(The service’s word “(revoked|partial)”|Gangway doesn’t know the service’s word)
refresh          | profile      | no    | (This rule asks for|not given in the profile)
refresh          | profile      | no    | ^The profile was fetched .* older than this rule allows
-                | profile      | no    | ^The profile can be read
-                | profile      | no    | ^(Enrollment|Minority tags)[^:]*: [^.]*\\.$
invite           | -            | no    | ^(This vendor was not invited|The service has not reported a compliance status)
invite           | invite       | no    | ^The invite was canceled
look_up          | -            | no    | ^The profile was never fetched
look_up          | invite       | no    | ^Invited on .* of a vendor with an ID$
see_invite       | invite       | no    | ^Invited on .* of a vendor without an ID$
see_invite       | invite       | no    | ^(The invite|The service refused the invite)
sort_word        | invite       | no    | which Gangway does not know
-                | invite       | no    | ^The service’s word is “(compliant|COMPLIANT)”\\.$
see_invite       | invite       | no    | ^The service’s word is
`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [step = '', record = '', until = '', ...sentence] = line.split(' | ').map((cell) => cell.trim());
    return { line, step, record, until, pattern: new RegExp(sentence.join(' | ')) };
  });

const goldenCases = readGoldenTable(readFileSync(join(import.meta.dirname, 'golden-cases.md'), 'utf8'));

/** Judges one document. The rule requires a score of 80 and an age of 30 days at most. */
function judgeDocument(fact: Partial<DocumentFact>, rule: Partial<DocumentRequirement> = {}): Judgement {
  const document: DocumentFact = {
    jobId: 'R-0',
    type: 'W-9',
    ready: true,
    score: 90,
    contradictions: 0,
    evidence: { doubts: [], named: true },
    createdAt: Date.parse('2026-11-01T12:00Z'),
    fetchedAt: Date.parse('2026-11-02T12:00Z'),
    decision: null,
    validUntil: null,
    ...fact,
  };
  const requirement: DocumentRequirement = {
    kind: 'document',
    id: 'w9',
    name: 'W-9',
    documentType: 'W-9',
    minScore: 80,
    maxAgeDays: 30,
    needsEndDate: false,
    soonDays: 0,
    ...rule,
  };
  const [judgement] = judgeVendor(
    { ...noFacts, documents: [document] },
    {
      sets: [setForEveryone(requirement)],
      today: toDayNumber('2026-11-23'),
      toDay: createCalendar('UTC'),
      words: {},
      site: null,
    },
  ).judgements;
  if (judgement === undefined) throw new Error('The set applies to everyone.');
  return judgement;
}

const doubt = { member: 'status', words: 'xyzzy' };
const accepted = { choice: 'accept', by: null, at: Date.parse('2026-11-03T12:00Z') };

/** Documents that the golden cases cannot express. */
const documents: [
  Partial<DocumentFact>,
  state: string,
  reason: string,
  rule?: Partial<DocumentRequirement>,
][] = [
  [
    {
      evidence: {
        doubts: [
          { ...doubt, bad: false },
          { ...doubt, bad: true },
        ],
        named: true,
      },
    },
    'failed',
    'The service’s “status” is “xyzzy”.',
  ],
  [
    { evidence: { doubts: [{ ...doubt, bad: false }], named: true } },
    'waiting',
    'The service’s “status” is “xyzzy”. Check by hand.',
  ],
  [{ evidence: { doubts: [], named: false } }, 'waiting', 'No name was read from it. Check by hand.'],
  [{ score: 79.9 }, 'failed', 'Its score is 79, and 80 is asked for.'],
  [
    { score: 80 },
    'met',
    'Its score is 80, and nothing differs from the profile, and valid until Dec 1, 2026.',
  ],
  [
    { createdAt: Date.parse('2026-11-25T12:00Z'), decision: accepted },
    'waiting',
    'Accepted on Nov 3, 2026, but it is dated Nov 25, 2026, which is still to come.',
  ],
  [
    { createdAt: Date.parse('2026-11-24T12:00Z'), decision: accepted },
    'met',
    'Accepted on Nov 3, 2026, and valid until Dec 24, 2026.',
  ],
  [
    { createdAt: null, decision: accepted },
    'missing',
    'Accepted on Nov 3, 2026, but its date isn’t known, so its age isn’t either.',
  ],
  [
    { createdAt: null, decision: accepted, validUntil: '2026-11-30' },
    'met',
    'Accepted on Nov 3, 2026, and valid until Nov 30, 2026.',
  ],
  [{ createdAt: null, decision: accepted }, 'met', 'Accepted on Nov 3, 2026.', { maxAgeDays: null }],
  [
    { createdAt: Date.parse('2026-10-23T12:00Z'), decision: accepted },
    'failed',
    'It is from Oct 23, 2026, which is older than this rule allows.',
  ],
];

describe('a document without a decision, or with an odd date', () => {
  it.each(documents)('%o is %s: %s', (fact, state, reason, rule) => {
    const judgement = judgeDocument(fact, rule);
    expect([judgement.state, judgement.reason]).toEqual([state, reason]);
  });

  it('shows when it was fetched, or created if it was never fetched', () => {
    const [future] = documents.filter(([, , reason]) => reason.includes('still to come'));
    if (future === undefined) throw new Error('There is one.');
    expect(judgeDocument(future[0]).asOf).toBe(Date.parse('2026-11-02T12:00Z'));
    expect(judgeDocument({ ready: false, fetchedAt: null }).asOf).toBe(Date.parse('2026-11-01T12:00Z'));
  });
});

/** When the record of a judgement was created or fetched. */
function findMoment({ facts }: GoldenCase, { record }: Judgement): number | null {
  const { id } = record ?? { id: '' };
  switch (record?.kind) {
    case undefined:
      return null;
    case 'profile':
      return id === facts.vendorId ? (facts.profile?.fetchedAt ?? null) : null;
    case 'invite':
      return [facts.invite, facts.compliance].find((one) => one?.entryId === id)?.at ?? null;
    case 'verification':
      return facts.licenses.find(({ entryId }) => entryId === id)?.verdict.answeredAt ?? null;
    case 'document': {
      const document = facts.documents.find(({ jobId }) => jobId === id);
      return document?.type == null ? null : (document.fetchedAt ?? document.createdAt);
    }
    case 'attestation':
      return facts.attestations.find((one) => one.id === id)?.at ?? null;
  }
}

describe('the next step', () => {
  const golden = goldenCases.flatMap((one) =>
    judgeVendor(one.facts, one.judgedBy).judgements.map((judgement) => ({ one, judgement })),
  );
  const judged = [
    ...golden.map(({ one: { facts }, judgement }) => {
      const whose = facts.vendorId === null ? 'of a vendor without an ID' : 'of a vendor with an ID';
      const { reason } = judgement;
      return { ...judgement, reason: reason.startsWith('Invited on') ? `${reason} ${whose}` : reason };
    }),
    ...documents.map(([fact, , , rule]) => judgeDocument(fact, rule)),
  ].filter(({ state, reason }) => state !== 'waived' && !reason.startsWith('The waiver ended'));
  const findRows = ({ reason, record, until }: Judgement) =>
    rows.filter(
      (row) =>
        row.pattern.test(reason) &&
        row.record === (record?.kind ?? '-') &&
        (row.until === 'any' || row.until === (until === null ? 'no' : 'yes')),
    );

  it('matches the table, and every row of the table is used', () => {
    for (const judgement of judged) {
      const steps = findRows(judgement).map(({ step }) => step);
      expect([judgement.reason, steps[0]]).toEqual([judgement.reason, judgement.step ?? '-']);
    }
    const used = new Set(judged.map((judgement) => findRows(judgement)[0]?.line));
    expect(rows.map(({ line }) => line).filter((line) => !used.has(line))).toEqual([]);
    expect(nextSteps.filter((step) => !rows.some((row) => row.step === step))).toEqual([]);
  });

  it('does not depend on a waiver', () => {
    const waived = golden.filter(
      ({ judgement: { state, reason } }) => state === 'waived' || reason.startsWith('The waiver ended'),
    );
    expect(waived.length).toBeGreaterThan(0);
    for (const { one, judgement } of waived) {
      const [without] = judgeVendor({ ...one.facts, waivers: [] }, one.judgedBy).judgements;
      expect(without).toMatchObject({
        state: judgement.found,
        step: judgement.step,
        record: judgement.record,
        until: judgement.until,
      });
    }
  });

  it('comes with the time of its record', () => {
    for (const { one, judgement } of golden)
      expect([judgement.reason, judgement.asOf]).toEqual([judgement.reason, findMoment(one, judgement)]);
  });

  it('comes with the stale flag only if the record is too old', () => {
    for (const { one, judgement } of golden) {
      const { kind } = judgement.record ?? { kind: null };
      const { maxAgeDays } = { maxAgeDays: null, ...judgement.requirement };
      const fetched = kind === 'profile' || kind === 'invite' || kind === 'verification';
      if (!fetched || judgement.asOf === null || maxAgeDays === null) {
        expect([judgement.reason, judgement.stale]).toEqual([judgement.reason, false]);
      } else if (kind !== 'verification' || judgement.state === 'met') {
        const old = one.judgedBy.toDay(judgement.asOf) + maxAgeDays < one.judgedBy.today;
        expect([judgement.reason, judgement.stale]).toEqual([judgement.reason, old]);
      } else expect(judgement.stale).toBe(/older than this rule/.test(judgement.reason));
    }
  });

  it('comes with the earliest end of all requirements met', () => {
    for (const { facts, judgedBy } of goldenCases) {
      const { judgements, nextEnd, holdsUntil } = judgeVendor(facts, judgedBy);
      const ends = judgements.flatMap(({ state, until, waiver }) => {
        const last = state === 'waived' ? waiver?.until : until === null ? undefined : fromDayNumber(until);
        return last !== undefined && ['met', 'expiring', 'waived'].includes(state) ? [last] : [];
      });
      expect(nextEnd).toBe(ends.toSorted()[0] ?? null);
      if (nextEnd !== null) expect(holdsUntil).not.toBeNull();
    }
  });
});
