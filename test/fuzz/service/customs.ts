import type { Random } from '#test/chaos/random.ts';
import { isoDay, type CalendarDay } from '#shared/base/dates.ts';
import type { WorkspaceSettings } from '#shared/settings/settings.ts';
import type { ExpiryFact } from './meaning.ts';

const scales = [1, 10, 100] as const;
const dateOrders = ['iso', 'month_first', 'day_first', 'epoch_seconds'] as const;

/** How one service does what the interface leaves open, on one day. */
export interface Customs {
  /** Applies a request with the same Idempotency-Key once only. Where it does, that is said in the settings. */
  honoursKey: boolean;
  /** Takes the same details twice without harm. Where it does, that is said in the settings. */
  harmless: boolean;
  /** Wraps its answers in this member now and then. */
  envelope: string | null;
  envelopeSaid: boolean;
  /** A status of its own that refuses the token; said in the settings. */
  tokenStatus: number | null;
  /** What a full score is. */
  overall: (typeof scales)[number];
  part: (typeof scales)[number];
  confidence: (typeof scales)[number];
  scalesSaid: boolean;
  dates: (typeof dateOrders)[number];
  datesSaid: boolean;
}

export function randomCustoms(random: Random): Customs {
  const envelope = random.chance(0.3) ? random.pick(['data', 'result', 'payload'] as const) : null;
  return {
    honoursKey: random.chance(0.25),
    harmless: random.chance(0.3),
    envelope,
    envelopeSaid: random.chance(0.8),
    tokenStatus: random.chance(0.2) ? random.pick([419, 440, 498] as const) : null,
    overall: random.pick(scales),
    part: random.pick(scales),
    confidence: random.pick(scales),
    scalesSaid: random.chance(0.4),
    dates: random.pick(dateOrders),
    datesSaid: random.chance(0.5),
  };
}

const scaleNames = { 1: 'zero_to_one', 10: 'zero_to_ten', 100: 'zero_to_hundred' } as const;

/** What a person who knows the service sets for it; nothing of it is untrue. */
export function settingsFor(customs: Customs): Partial<WorkspaceSettings> {
  const { envelope, envelopeSaid, scalesSaid, datesSaid } = customs;
  return {
    honoursIdempotencyKey: customs.honoursKey,
    resubmittingIsHarmless: customs.harmless,
    envelope: envelopeSaid ? envelope : null,
    tokenRefusedStatuses: customs.tokenStatus === null ? [401] : [401, customs.tokenStatus],
    ...(scalesSaid
      ? {
          scoreScale: scaleNames[customs.overall],
          partScoreScale: scaleNames[customs.part],
          confidenceScale: scaleNames[customs.confidence],
        }
      : {}),
    ...(datesSaid ? { dateForm: customs.dates } : {}),
  };
}

/** A score as that service writes it. `whole` is on 0 to 100. */
export function getScore(whole: number, full: Customs['overall']): number {
  return full === 100 ? whole : Number(((whole * full) / 100).toFixed(4));
}

/** A day as that service writes it, or what stands where a date should be. */
export function randomExpiry(random: Random, customs: Customs): ExpiryFact {
  if (random.chance(0.12)) {
    const text = random.pick(['see certificate', '99/99/2027', '0000-00-00', 'n/a'] as const);
    return { text, day: null, twoWays: false };
  }
  const year = random.between(2026, 2029);
  const month = random.between(1, 12);
  const day = random.between(1, 28);
  const date = { year, month, day };
  return { text: dateText(date, customs.dates), day: isoDay(date), twoWays: isTwoWays(date, customs.dates) };
}

function isTwoWays({ month, day }: CalendarDay, dates: Customs['dates']): boolean {
  return (dates === 'month_first' || dates === 'day_first') && day <= 12 && day !== month;
}

function dateText({ year, month, day }: CalendarDay, dates: Customs['dates']): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  switch (dates) {
    case 'iso':
      return `${year}-${two(month)}-${two(day)}`;
    case 'month_first':
      return `${two(month)}/${two(day)}/${year}`;
    case 'day_first':
      return `${two(day)}/${two(month)}/${year}`;
    case 'epoch_seconds':
      return String(Date.UTC(year, month - 1, day) / 1000);
  }
}
