import { describe, expect, it } from 'vitest';
import { toDayNumber } from '#shared/base/dates.ts';
import { writeLetter, type LetterFacts } from '#shared/letters/letter.ts';
import { defaultLetters } from '#shared/letters/default-letters.ts';
import type { Asked } from '#shared/letters/letter-lines.ts';
import { language as languages, letterKinds, letterPlaceholders } from '#shared/letters/letter-templates.ts';
import { findDueMark, findMark } from '#shared/letters/renewals.ts';
import { fillMessage } from '#shared/outbox/message-template.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';

const id = '00000000-0000-4000-8000-000000000001';
const today = toDayNumber('2027-03-01');
const license = {
  kind: 'license',
  id,
  name: 'State license',
  trade: 'Plumbing',
  state: 'CA',
  soonDays: 30,
  maxAgeDays: null,
} as const;
const w9 = {
  kind: 'document',
  id,
  name: 'Tax form',
  documentType: 'W-9',
  minScore: 70,
  maxAgeDays: null,
  needsEndDate: false,
  soonDays: 0,
} as const;
const briefing = { kind: 'attestation', id, name: 'Safety briefing', maxDays: 365, soonDays: 30 } as const;
const profile = (ask: Extract<Requirement, { kind: 'profile' }>['ask']) =>
  ({ kind: 'profile', id, name: 'Profile', ask, maxAgeDays: null }) as const;

function judged(requirement: Requirement, state: Asked['state'], more: Partial<Asked> = {}): Asked {
  return { requirement, state, record: null, asOf: null, stale: false, until: null, step: null, ...more };
}
const facts: LetterFacts = {
  firstName: 'Ana',
  company: 'Harbor Pipe',
  yourName: 'Dana Whitfield',
  yourCompany: 'Harbor Lane Homes',
  today,
  judgements: [],
  sites: [],
};
type Kind = (typeof letterKinds)[number];
const write = (judgements: Asked[], kind: Kind = 'missing', language: 'en' | 'es' = 'en') =>
  writeLetter(kind, language, defaultLetters[kind][language], { ...facts, judgements });
const listLines = (...letter: Parameters<typeof write>) =>
  write(...letter)
    .body.split('\n')
    .filter((line) => line.startsWith('- '));
const lines = (...judgements: Asked[]) => listLines(judgements);

describe('a letter on what is missing', () => {
  it('greets the vendor by name, and is signed', () => {
    const letter = write([judged(w9, 'missing')]);
    expect(letter).toMatchObject({
      subject: 'What we still need from you',
      asked: [id],
      empty: [],
      unknown: [],
    });
    expect(letter.body).toMatch(/^Hello Ana,\n[^]*we still need:\n\n- Your W-9\.\n/);
    expect(letter.body).toMatch(/\n\nThank you,\nDana Whitfield\nHarbor Lane Homes$/);
  });

  it('leaves no gap where a name is not known', () => {
    const template = defaultLetters.missing;
    const unknown = { ...facts, firstName: null, yourName: '', judgements: [judged(w9, 'missing')] };
    const letter = writeLetter('missing', 'en', template.en, unknown);
    expect(letter.empty).toEqual(['first name', 'your name']);
    expect(letter.body).toMatch(/^Hello,\n[^]*\nThank you,\nHarbor Lane Homes$/);
    expect(writeLetter('missing', 'es', template.es, unknown).body).toMatch(/^Estimado\(a\):\n/);
  });

  it('asks for everything once, under the names of the sites that need it', () => {
    const [everywhere, pier] = [judged(w9, 'missing'), judged(briefing, 'missing')];
    const two = { ...briefing, id: '00000000-0000-4000-8000-000000000002' };
    const sites = [
      { site: 'Cedar Terrace', judgements: [everywhere] },
      { site: 'Pier 40 Lofts', judgements: [everywhere, judged(two, 'missing')] },
    ];
    const judgements = [everywhere, judged(two, 'missing')];
    const letter = writeLetter('missing', 'en', defaultLetters.missing.en, { ...facts, judgements, sites });
    expect(letter.body).toContain(
      'need:\n\nFor Cedar Terrace and Pier 40 Lofts:\n- Your W-9.\n\nFor Pier 40 Lofts:\n- Safety briefing: please arrange it with us.\n\nPlease',
    );
    const spanish = writeLetter(
      'missing',
      'es',
      { subject: '{company}: {site}', body: '{missing}' },
      { ...facts, judgements: [pier], sites },
    );
    expect(spanish.subject).toBe('Harbor Pipe: Cedar Terrace y Pier 40 Lofts');
  });

  it('says which words in braces are no placeholders, and keeps them', () => {
    const template = { subject: 'For {company}', body: '{Missing} for {vendor name}' };
    const letter = writeLetter('missing', 'en', template, { ...facts, judgements: [judged(w9, 'missing')] });
    expect(letter).toMatchObject({ unknown: ['vendor name'], body: '- Your W-9. for {vendor name}' });
  });

  it('asks for what the vendor can send, in its words and not in ours', () => {
    const document = { kind: 'document' as const, id };
    expect(lines(judged(license, 'missing'))).toEqual([
      '- Your CA Plumbing license: its number, the name on it and its expiration date.',
    ]);
    const verification = { kind: 'verification' as const, id };
    expect(lines(judged(license, 'failed', { record: verification, asOf: 1 }))[0]).toContain(
      'A valid CA Plumbing license',
    );
    expect(lines(judged(license, 'missing', { record: verification, asOf: 1 }))).toEqual([
      '- The expiration date of your CA Plumbing license, with a copy that shows it.',
    ]);
    expect(lines(judged(license, 'expiring', { until: toDayNumber('2027-03-31') }))).toEqual([
      '- Your renewed CA Plumbing license: the one we have expires on Mar 31, 2027.',
    ]);
    expect(lines(judged(w9, 'failed', { record: document }))[0]).toContain('A new copy of your W-9');
    expect(lines(judged(w9, 'failed', { record: document, until: toDayNumber('2026-01-31') }))).toEqual([
      '- A new W-9: the one we have is no longer valid.',
    ]);
    expect(lines(judged(briefing, 'missing'))).toEqual(['- Safety briefing: please arrange it with us.']);
    expect(
      lines(
        judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing', {
          record: { kind: 'profile', id },
          step: 'refresh',
        }),
      )[0],
    ).toMatch(/^- In your profile: Phone/);
    expect(
      lines(judged(profile({ what: 'readable' }), 'waiting', { record: { kind: 'invite', id } }))[0],
    ).toContain('accept our invite');
  });

  it('asks for nothing that is met or waived, or waits for the service or for us, and then is none', () => {
    const waiting = [
      judged(license, 'waiting'),
      judged(w9, 'waiting'),
      judged(profile({ what: 'readable' }), 'missing'),
    ];
    const letter = write([judged(license, 'met'), judged(w9, 'waived'), ...waiting]);
    expect(letter.asked).toEqual([]);
  });

  it('says of nothing that we have it where a waiver has ended and nothing ever came', () => {
    expect(lines(judged(license, 'failed'), judged(w9, 'failed'))).toEqual([
      '- Your CA Plumbing license: its number, the name on it and its expiration date.',
      '- Your W-9.',
    ]);
  });

  it('leaves to us what is too old here, is not fetched or sent, or waits for our word', () => {
    const ours: Asked[] = [
      judged(w9, 'missing', { record: { kind: 'document', id }, asOf: 1, step: 'give_date' }),
      judged(w9, 'failed', { record: { kind: 'document', id }, asOf: 1, step: 'review' }),
      judged(license, 'missing', {
        record: { kind: 'verification', id },
        asOf: 1,
        stale: true,
        step: 'check_now',
      }),
      judged(license, 'missing', { record: { kind: 'verification', id }, step: 'see_verification' }),
      judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing', {
        record: { kind: 'profile', id },
        stale: true,
        step: 'refresh',
      }),
      judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing', { step: 'look_up' }),
      judged(profile({ what: 'compliance' }), 'waiting', { record: { kind: 'invite', id } }),
      judged(profile({ what: 'readable' }), 'failed', { record: { kind: 'invite', id }, step: 'see_invite' }),
      judged(briefing, 'waiting', { record: { kind: 'attestation', id } }),
    ];
    for (const one of ours) expect(lines(one)).toEqual([]);
  });

  it('asks for the same only once', () => {
    expect(lines(judged(w9, 'missing'), judged(w9, 'missing'))).toHaveLength(1);
  });
});

describe('a letter in Spanish', () => {
  it('asks for the same, with usted and dates in Spanish', () => {
    const verification = { kind: 'verification' as const, id };
    const document = { kind: 'document' as const, id };
    const all = [
      judged(license, 'missing'),
      judged(license, 'expiring', { until: toDayNumber('2027-03-31') }),
      judged(license, 'failed', { record: verification, asOf: 1 }),
      judged(w9, 'missing'),
      judged(w9, 'failed', { record: document }),
      judged(briefing, 'expiring'),
      judged(profile({ what: 'readable' }), 'waiting', { record: { kind: 'invite', id } }),
    ];
    expect(listLines(all, 'missing', 'es')).toEqual([
      '- Su licencia (CA Plumbing): el número, el nombre que figura en ella y la fecha de vencimiento.',
      '- Su licencia (CA Plumbing) renovada: la que tenemos vence el 31 de marzo de 2027.',
      '- Una licencia (CA Plumbing) vigente: la que tenemos no se pudo confirmar o ya ha vencido.',
      '- Su documento «W-9».',
      '- Una nueva copia de su documento «W-9»: plana, con luz uniforme y con las cuatro esquinas visibles.',
      '- «Safety briefing»: vence pronto. Por favor, acuérdelo de nuevo con nosotros.',
      '- Su perfil: por favor, acepte nuestra invitación y complételo. Si no la ha recibido, avísenos.',
    ]);
    expect(listLines(all, 'missing', 'en')).toHaveLength(all.length);
    expect(write(all, 'missing', 'es').body).toMatch(/^Estimado\(a\) Ana:\n/);
  });
});

describe('the default letters', () => {
  it('use only placeholders that there are', () => {
    const values = Object.fromEntries(Object.keys(letterPlaceholders).map((name) => [name, 'x']));
    for (const kind of letterKinds)
      for (const spoken of languages.options)
        for (const text of Object.values(defaultLetters[kind][spoken]))
          expect(fillMessage(text, values).unknown).toEqual([]);
  });
});

describe('a renewal', () => {
  const until = (ahead: number) => judged(license, 'met', { until: today + ahead });

  it('asks for licenses and documents that end within 60 days, and for nothing else', () => {
    expect(
      listLines([until(60), until(61), judged(briefing, 'met', { until: today + 5 })], 'renewal'),
    ).toEqual(['- Your renewed CA Plumbing license: the one we have expires on Apr 30, 2027.']);
    expect(listLines([judged(w9, 'expiring', { until: today })], 'renewal')).toHaveLength(1);
    expect(listLines([judged(w9, 'waived', { until: today })], 'renewal')).toEqual([]);
  });

  it('is due at 60, 30 and 7 days, until a letter is written at that mark', () => {
    expect([61, 60, 31, 30, 8, 7, 0, -1].map((left) => findMark(today + left, today))).toEqual([
      null,
      60,
      60,
      30,
      30,
      7,
      7,
      null,
    ]);
    const due = (left: number, askedAgo: number | null) =>
      findDueMark([{ id, until: today + left }], () => (askedAgo === null ? null : today - askedAgo), today);
    expect(due(45, null)).toBe(60);
    expect(due(45, 15)).toBe(null);
    expect(due(45, 16)).toBe(60);
    expect(due(30, 1)).toBe(30);
    expect(due(30, 0)).toBe(null);
    expect(due(61, null)).toBe(null);
  });

  it('goes by the end that is next where several are due', () => {
    const ends = [
      { id: 'a', until: today + 50 },
      { id: 'b', until: today + 5 },
    ];
    expect(findDueMark(ends, () => null, today)).toBe(7);
    expect(findDueMark(ends, (one) => (one === 'b' ? today : null), today)).toBe(60);
  });
});

describe('an invite reminder', () => {
  it('asks for what the vendor does in the invite', () => {
    const invited = judged(profile({ what: 'readable' }), 'waiting', { record: { kind: 'invite', id } });
    const letter = write(
      [invited, judged({ ...w9, id: '00000000-0000-4000-8000-000000000002' }, 'missing')],
      'invite',
    );
    expect(letter.asked).toEqual([id]);
    expect(letter.body).toContain('don’t have your profile yet');
  });
});
