import { useRef, useState } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';

interface Looked<Row> {
  key: string;
  found: readonly Row[];
  /** Why earlier ones could not be looked up; a sentence. */
  problem: string | null;
  at: number;
}

/** How long a warning has to stand before pressing on counts as having read it, in milliseconds. */
const readingTime = 700;

/**
 * Looks for earlier entries like the typed one, except the one that it replaces. Results belong to their `key`.
 * @param lookUp gives null where too little is typed to look for
 */
export function useEarlier<Row extends { entryId: string }>(
  key: string,
  replaces: string | null,
  lookUp: () => Promise<CallResult<readonly Row[]>> | null,
) {
  const [looked, setLooked] = useState<Looked<Row> | null>(null);
  const [checking, setChecking] = useState(false);
  const newest = useRef(0);

  async function look(): Promise<Looked<Row>> {
    newest.current += 1;
    const mine = newest.current;
    const result = (await lookUp()) ?? { ok: true as const, value: [] };
    const fresh: Looked<Row> = {
      key,
      found: result.ok ? result.value.filter(({ entryId }) => entryId !== replaces) : [],
      problem: result.ok ? null : result.error.message,
      at: performance.now(),
    };
    if (mine === newest.current) {
      // What is found again keeps the time since when it has been on the screen.
      setLooked((before) => (before !== null && saysTheSame(before, fresh) ? before : fresh));
    }
    return fresh;
  }

  const shown = looked?.key === key ? looked : null;
  const { found = [], problem = null } = shown ?? {};
  return {
    found,
    problem,
    /** Whether there is an earlier one, or nobody knows whether there is. */
    isFound: found.length > 0 || problem !== null,
    checking,
    lookNow: () => void look(),
    /** Looks before enqueueing; `new_ones` if something was found that was not shown long enough to be read. */
    async check(): Promise<'nothing_new' | 'new_ones'> {
      setChecking(true);
      const read = shown !== null && performance.now() - shown.at >= readingTime ? shown : null;
      const fresh = await look();
      setChecking(false);
      const known = new Set(read?.found.map((row) => row.entryId));
      const unseen = fresh.found.some((row) => !known.has(row.entryId));
      const unseenProblem = fresh.problem !== null && read?.problem == null;
      return unseen || unseenProblem ? 'new_ones' : 'nothing_new';
    },
  };
}

function saysTheSame<Row>(one: Looked<Row>, other: Looked<Row>): boolean {
  const told = ({ key, found, problem }: Looked<Row>) => JSON.stringify({ key, found, problem });
  return told(one) === told(other);
}
