import type { ResultKind } from '#shared/service/result-kinds.ts';
import type { ResultNews } from '#shared/outbox/news.ts';
import type { Clock, Timer } from '../clock.ts';

export interface ArrivedResult {
  kind: ResultKind;
  id: string;
  needsYou: boolean;
}

interface Parts {
  clock: Clock;
  wanted(): boolean;
  inSight(result: ArrivedResult): boolean;
  notify(news: ResultNews): void;
}

const quietMs = 4000;
const maxMs = 20_000;
const betweenMs = 60_000;

/** Gathers arriving results into one message a minute at most. Results the person sees are left out. */
export function createNewsGathering(parts: Parts) {
  const { clock } = parts;
  let gathered = new Map<string, ArrivedResult>();
  let firstAt = 0;
  let sentAt = -Infinity;
  let timer: Timer | null = null;

  function plan(): void {
    timer?.cancel();
    const now = clock.steady();
    const at = Math.max(Math.min(now + quietMs, firstAt + maxMs), sentAt + betweenMs);
    timer = clock.after(Math.max(at - now, 0), send);
  }

  function send(): void {
    timer = null;
    // Results opened meanwhile are no news.
    const results = [...gathered.values()].filter((result) => !parts.inSight(result));
    gathered = new Map();
    const [first] = results;
    if (first === undefined || !parts.wanted()) return;
    sentAt = clock.steady();
    const countResults = (one: ResultKind) => results.filter(({ kind }) => kind === one).length;
    parts.notify({
      verifications: countResults('verification'),
      documents: countResults('document'),
      needYou: results.filter(({ kind, needsYou }) => kind === 'verification' && needsYou).length,
      only: results.length === 1 ? { kind: first.kind, id: first.id } : null,
    });
  }

  return {
    arrived(result: ArrivedResult): void {
      if (!parts.wanted() || parts.inSight(result)) return;
      if (gathered.size === 0) firstAt = clock.steady();
      gathered.set(`${result.kind} ${result.id}`, result);
      plan();
    },
    /** For when another workspace is opened, or the app ends. */
    forget(): void {
      timer?.cancel();
      timer = null;
      gathered = new Map();
    },
  };
}
