import { counted } from '#shared/counted.ts';
import type { ExchangeObservations } from '#shared/exchange-observations.ts';
import { commonEnvelopes } from '#shared/exchange-observations.ts';
import type { DateObservation, ScoreObservation } from '#shared/observations.ts';
import { matchingForm, getMeaning, type StatusWords } from '#shared/status.ts';

/** What the numbers of one kind of score were; null where none came. */
export function scoresSeen({ results, min, max }: ScoreObservation): string | null {
  if (results === 0 || min === null || max === null) return null;
  return `${counted(results, 'result')}: ${min === max ? min : `${min} to ${max}`}.`;
}

/** How dates were written; null where none came. */
export function datesSeen(dates: DateObservation): string | null {
  const parts: [number, string][] = [
    [dates.monthFirst, 'only with the month first'],
    [dates.dayFirst, 'only with the day first'],
    [dates.eitherOrder, 'in two ways'],
    [dates.oneWay, 'in any order alike'],
    [dates.epochSeconds, 'as seconds since 1970'],
    [dates.epochMilliseconds, 'as milliseconds since 1970'],
    [dates.unreadable, 'not at all'],
  ];
  const seen = parts
    .filter(([count]) => count > 0)
    .map(([count, how]) => `${count.toLocaleString('en')} ${how}`);
  return seen.length === 0 ? null : `Dates seen can be read: ${seen.join('; ')}.`;
}

/** How slow the slowest answer was, in seconds; null before the first. */
export function slowestSeen(ms: number | null): string | null {
  if (ms === null) return null;
  return ms < 1000
    ? 'Slowest answer so far: under 1 s.'
    : `Slowest answer so far: ${Math.round(ms / 1000)} s.`;
}

/** Which status codes came with `invalid_token`; null where none did. */
export function tokenRefusalsSeen({ invalidToken }: ExchangeObservations): string | null {
  const codes = Object.entries(invalidToken).map(
    ([status, times]) => `${status} (${counted(times, 'time')})`,
  );
  return codes.length === 0 ? null : `Seen with invalid_token: ${codes.join(', ')}.`;
}

/** The member that answers looked wrapped in most often, and how often; null where none did. */
export function wrappingSeen({ wrapped }: ExchangeObservations): { name: string; answers: number } | null {
  const found = commonEnvelopes
    .map((name) => ({ name, answers: wrapped[name] ?? 0 }))
    .filter(({ answers }) => answers > 0)
    .toSorted((one, other) => other.answers - one.answers);
  return found[0] ?? null;
}

/** The words that came and that nobody sorted, as they came. */
export function unsortedWords({ statusWords }: ExchangeObservations, own: StatusWords): string[] {
  return statusWords.filter(
    (word) => getMeaning(word, own).category === 'not_recognised' && !Object.hasOwn(own, matchingForm(word)),
  );
}
