import { describe, expect, it } from 'vitest';
import { createNewsGathering, type ArrivedResult } from '#main/watcher/news-gathering.ts';
import { toPlace } from '#shared/settings/place.ts';
import { newsBody, newsPlace, newsTitle, showsResult, type ResultNews } from '#shared/outbox/news.ts';
import { createFakeClock } from '#test/fake-clock.ts';

function situation() {
  const clock = createFakeClock();
  const told: ResultNews[] = [];
  let wanted = true;
  const seen = new Set<string>();
  const news = createNewsGathering({
    clock,
    wanted: () => wanted,
    inSight: ({ id }) => seen.has(id),
    notify: (gathered) => told.push(gathered),
  });
  const check = (id: string, needsYou = false): ArrivedResult => ({ kind: 'verification', id, needsYou });
  const paper = (id: string): ArrivedResult => ({ kind: 'document', id, needsYou: true });
  return { clock, told, news, check, paper, seen, want: (on: boolean) => (wanted = on) };
}

describe('results that arrive', () => {
  it('are told as one once no more come for a moment', () => {
    const { clock, told, news, check, paper } = situation();
    for (let number = 0; number < 12; number += 1) {
      news.arrived(check(`c${number}`, number < 3));
      clock.advance(200);
    }
    news.arrived(paper('d1'));
    news.arrived(paper('d2'));
    expect(told).toEqual([]);
    clock.advance(4000);
    expect(told).toEqual([{ verifications: 12, documents: 2, needYou: 3, only: null }]);
  });

  it('are told after a while where they keep coming, and then not for a minute', () => {
    const { clock, told, news, check } = situation();
    for (let second = 0; second < 75; second += 1) {
      news.arrived(check(`c${second}`));
      clock.advance(1000);
    }
    expect(told).toHaveLength(1);
    expect(told[0]?.verifications).toBe(20);
    clock.advance(60_000);
    expect(told).toHaveLength(2);
    expect(told.reduce((sum, { verifications }) => sum + verifications, 0)).toBe(75);
  });

  it('are named where it is one alone, and counted once however often they came', () => {
    const { clock, told, news, check } = situation();
    news.arrived(check('c1'));
    news.arrived(check('c1', true));
    clock.advance(5000);
    expect(told).toEqual([
      { verifications: 1, documents: 0, needYou: 1, only: { kind: 'verification', id: 'c1' } },
    ]);
  });

  it('are not told where the person sees them arrive, or has seen them by then', () => {
    const { clock, told, news, check, seen } = situation();
    seen.add('c1');
    news.arrived(check('c1'));
    news.arrived(check('c2'));
    seen.add('c2');
    clock.advance(60_000);
    expect(told).toEqual([]);
  });

  it('are not told where the person does not want it, not even those that were gathered', () => {
    const { clock, told, news, check, want } = situation();
    news.arrived(check('c1'));
    want(false);
    news.arrived(check('c2'));
    clock.advance(60_000);
    want(true);
    clock.advance(60_000);
    expect(told).toEqual([]);
  });

  it('are forgotten where another workspace is opened', () => {
    const { clock, told, news, check } = situation();
    news.arrived(check('c1'));
    news.forget();
    clock.advance(60_000);
    expect(told).toEqual([]);
  });
});

describe('what is told of results', () => {
  const news = { verifications: 0, documents: 0, needYou: 0, only: null };

  it.each<[Partial<ResultNews>, string, string]>([
    [{ verifications: 14, needYou: 3 }, '14 results arrived', '14 verifications. 3 need you.'],
    [{ verifications: 1, needYou: 1 }, '1 result arrived', '1 verification. 1 needs you.'],
    [{ verifications: 2, documents: 1 }, '3 results arrived', '2 verifications, 1 document.'],
  ])('is a number, of what, and whether a person has to look: %j', (part, title, body) => {
    expect([newsTitle({ ...news, ...part }), newsBody({ ...news, ...part })]).toEqual([title, body]);
  });

  it('leads to the list that it speaks of', () => {
    expect(newsPlace({ ...news, verifications: 3, needYou: 1 })).toEqual(toPlace('verifications'));
    expect(newsPlace({ ...news, verifications: 2, needYou: 2 }).query).toEqual({ tab: 'needs_you' });
    expect(newsPlace({ ...news, documents: 2 })).toEqual(toPlace('documents'));
    expect(newsPlace({ ...news, verifications: 1, documents: 2 })).toEqual(toPlace('today'));
    const only = { kind: 'document' as const, id: 'j1' };
    expect(newsPlace({ ...news, documents: 1, only })).toEqual(toPlace('documents', 'j1'));
  });

  it('is left out for what a place shows anyway', () => {
    expect(showsResult(toPlace('verifications'), 'verification', 'c1')).toBe(true);
    expect(showsResult(toPlace('verifications', 'c1'), 'verification', 'c1')).toBe(true);
    expect(showsResult(toPlace('verifications', 'c2'), 'verification', 'c1')).toBe(false);
    expect(showsResult(toPlace('verifications', 'import'), 'verification', 'c1')).toBe(false);
    expect(showsResult(toPlace('verifications'), 'document', 'j1')).toBe(false);
    expect(showsResult(toPlace('documents', 'add'), 'document', 'j1')).toBe(false);
    expect(showsResult(toPlace('documents', 'own'), 'document', 'j1')).toBe(false);
    expect(showsResult(toPlace('outbox'), 'verification', 'c1')).toBe(false);
  });
});
