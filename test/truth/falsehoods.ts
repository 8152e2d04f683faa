/** Something on the screen that is not true. The same words at the same place are the same claim. */
export interface FalseClaim {
  kind: string;
  said: string;
}

export interface Counted {
  count: number;
  maxMs: number;
}

/** Longer than this, and it is no delay any more. */
const allowedMs = 1000;
/** A machine that stands still for longer between two looks has shown nothing in that time. */
const maxLookMs = 500;

/** Adds up for how long each false claim stood, look by look. */
export function createFalsehoods(note: (line: string) => void) {
  const standing = new Map<string, { claim: FalseClaim; ms: number; told: boolean }>();
  const counted: Record<string, Counted> = {};
  let lastLook: number | null = null;

  return {
    counted,
    /** @param at milliseconds since 1970 of this look */
    look(claims: readonly FalseClaim[], at: number): void {
      const gone = lastLook === null ? 0 : Math.min(at - lastLook, maxLookMs);
      lastLook = at;
      const seen = new Map(claims.map((claim) => [`${claim.kind} ${claim.said}`, claim]));
      for (const key of standing.keys()) if (!seen.has(key)) standing.delete(key);
      for (const [key, claim] of seen) {
        const before = standing.get(key);
        const now =
          before === undefined ? { claim, ms: 0, told: false } : { ...before, ms: before.ms + gone };
        if (now.ms > allowedMs) {
          const kind = (counted[claim.kind] ??= { count: 0, maxMs: 0 });
          if (!now.told) {
            kind.count += 1;
            note(`false for longer than ${allowedMs} ms: ${claim.kind}: ${claim.said}`);
          }
          kind.maxMs = Math.max(kind.maxMs, now.ms);
          now.told = true;
        }
        standing.set(key, now);
      }
    },
    /** Between one page and the next nothing was shown. */
    turnPage(): void {
      standing.clear();
      lastLook = null;
    },
  };
}
