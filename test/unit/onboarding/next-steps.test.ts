import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCalendar, fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { nextSteps, showPerson } from '#shared/onboarding/finding.ts';
import { judgeVendor, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import type { DocumentRequirement } from '#shared/onboarding/requirement-set.ts';
import type { DocumentFact } from '#shared/onboarding/vendor-facts.ts';
import { noFacts, setForEveryone } from '#test/onboarding-samples.ts';
import { readGoldenTable, type GoldenCase } from './golden-table.ts';

/** The next step, the record and whether there is a last day, by the sentence of the finding. */
const table = `
step             | record       | until | sentence
attest           | -            | no    | ^Not confirmed yet
attest           | attestation  | yes   | ^Confirmed .* Expires (in|today)
attest           | attestation  | yes   | ^Confirmed .* Expired
-                | attestation  | yes   | ^Confirmed .* Valid through
-                | attestation  | no    | ^Confirmed by \\w+ for [^.]*\\.( That day is in the future\\.)?$
add_document     | -            | no    | ^No (W-9|COI) on file
add_document     | document     | yes   | ^Accepted .* Expires in|^Accepted .* Expires today
add_document     | document     | no    | ^New copy requested
add_document     | document     | yes   | ^Dated .* a newer one is required
add_document     | document     | yes   | ^Expired 
ask_new_copy     | document     | no    | ^Quality .* required
ask_new_copy     | document     | no    | ^The service’s “\\w+” is “\\w+”\\.$
review           | document     | no    | ^The service’s “\\w+” is “\\w+”\\. Check by hand
review           | document     | no    | match the profile
review           | document     | no    | ^No name could be read
review           | document     | no    | ^No quality score
review           | document     | no    | ^Not reviewed yet
review           | document     | no    | , but dated .* in the future
give_date        | document     | no    | Add its expiration date
give_date        | document     | no    | its date isn’t known
look_up          | document     | no    | ^No profile to compare
-                | document     | no    | ^(A|The) document is being processed
-                | document     | yes   | ^(Accepted|Quality) .* Valid through
-                | document     | no    | ^(Accepted( by \\w+)? on [^,]*, \\d+|Quality \\d+, everything matches the profile)\\.$
submit           | -            | no    | No license (for .* )?on file
submit           | verification | yes   | Verified\\. Expires
-                | verification | yes   | Verified\\. Valid through
-                | verification | no    | Verified\\. Doesn’t expire\\.$
check_now        | verification | yes   | ^Last checked .* newer check is required
check_now        | verification | no    | ^No final result came
-                | verification | no    | ^The service accepted the details
-                | verification | yes   | ^The service is still working on this
see_verification | verification | any   | ^(The verification|The service refused the verification|Marked as sent)
see_verification | verification | any   | ^(Expired|Verified, but|There is nothing to compare)
see_verification | verification | any   | ^(The service says|The service answered|The service gave|\\d+ details? differs?)
see_verification | verification | yes   | ^(The service’s word “(revoked|partial)”|Gangway doesn’t know the service’s word)
refresh          | profile      | no    | (profile says .* required|not provided in the profile)
refresh          | profile      | no    | ^Profile fetched .* a newer one is required
-                | profile      | no    | ^Profile on file
-                | profile      | no    | ^(Enrollment|Minority tags)[^:]*: [^.]*\\.$
invite           | -            | no    | ^(Not invited yet|The service hasn’t reported a compliance status)
invite           | invite       | no    | ^The invite was canceled
look_up          | -            | no    | ^Profile not fetched yet
look_up          | invite       | no    | ^Invited .* of a vendor with an ID$
see_invite       | invite       | no    | ^Invited .* of a vendor without an ID$
see_invite       | invite       | no    | ^(The invite|The service refused the invite)
sort_word        | invite       | no    | Gangway doesn’t know this status
-                | invite       | no    | ^Service says “(compliant|COMPLIANT)”\\.$
see_invite       | invite       | no    | ^Service says
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
      soonDays: 30,
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
  [{ evidence: { doubts: [], named: false } }, 'waiting', 'No name could be read. Check by hand.'],
  [{ score: 79.9 }, 'failed', 'Quality 79; 80 required.'],
  [{ score: 80 }, 'met', 'Quality 80, everything matches the profile. Valid through Dec 1, 2026.'],
  [
    { createdAt: Date.parse('2026-11-25T12:00Z'), decision: accepted },
    'waiting',
    'Accepted on Nov 3, 2026, but dated Nov 25, 2026, which is in the future.',
  ],
  [
    { createdAt: Date.parse('2026-11-24T12:00Z'), decision: accepted },
    'met',
    'Accepted on Nov 3, 2026. Valid through Dec 24, 2026.',
  ],
  [{ createdAt: null, decision: accepted }, 'missing', 'Accepted on Nov 3, 2026, but its date isn’t known.'],
  [
    { createdAt: null, decision: accepted, validUntil: '2026-11-30' },
    'met',
    'Accepted on Nov 3, 2026. Valid through Nov 30, 2026.',
  ],
  [{ createdAt: null, decision: accepted }, 'met', 'Accepted on Nov 3, 2026.', { maxAgeDays: null }],
  [
    { createdAt: Date.parse('2026-10-23T12:00Z'), decision: accepted },
    'failed',
    'Dated Oct 23, 2026; a newer one is required.',
  ],
];

describe('a document without a decision, or with an odd date', () => {
  it.each(documents)('%o is %s: %s', (fact, state, reason, rule) => {
    const judgement = judgeDocument(fact, rule);
    expect([judgement.state, judgement.reason]).toEqual([state, reason]);
  });

  it('shows when it was fetched, or created if it was never fetched', () => {
    const [future] = documents.filter(([, , reason]) => reason.includes('in the future'));
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
    case 'filed':
      return facts.filed.find((one) => one.id === id)?.at ?? null;
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
      return { ...judgement, reason: reason.startsWith('Invited') ? `${reason} ${whose}` : reason };
    }),
    ...documents.map(([fact, , , rule]) => judgeDocument(fact, rule)),
  ].filter(({ state, reason }) => state !== 'waived' && !reason.startsWith('Waiver ended'));
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
      ({ judgement: { state, reason } }) => state === 'waived' || reason.startsWith('Waiver ended'),
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
      } else expect(judgement.stale).toBe(/newer (one|check|answer) is required/.test(judgement.reason));
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

it('names a person, and no account that several people may share', () => {
  expect(['Maria Ortiz', 'mortiz', null, 'root', 'Administrator'].map(showPerson)).toEqual([
    ' by Maria Ortiz',
    ' by mortiz',
    '',
    '',
    '',
  ]);
});
