import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../bridge.ts';
import type { EarlierInvite } from './duplicate-words.ts';

interface Looked {
  /** What was asked for. */
  key: string;
  found: readonly EarlierInvite[];
  /** Why earlier invites could not be looked up; a sentence. */
  problem: string | null;
  /** When it was found, in milliseconds of the page's clock. */
  at: number;
}

/** How long a warning has to stand before pressing on counts as having read it, in milliseconds. */
const readingTime = 700;

/** What is known of earlier invites to the same address or vendor. */
export interface Duplicates {
  found: readonly EarlierInvite[];
  problem: string | null;
  checking: boolean;
  /** Looks after a field was left. */
  lookNow: () => void;
  /** Looks before queueing; `new_ones` where something came up that the person has not been shown yet. */
  check: () => Promise<'nothing_new' | 'new_ones'>;
}

/** Looks for earlier invites to the address or vendor that is typed. The invite that is being corrected is not one. */
export function useDuplicates(email: string, vendorId: string, replaces: string | null): Duplicates {
  const asked = { email: email.trim(), vendorId: vendorId.trim() };
  const key = JSON.stringify(asked);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [checking, setChecking] = useState(false);
  const newest = useRef(0);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const look = useCallback(async (): Promise<Looked> => {
    newest.current += 1;
    const mine = newest.current;
    const wanted: { email: string; vendorId: string } = { email: asked.email, vendorId: asked.vendorId };
    const fresh = await lookUp(key, wanted, replaces);
    if (mounted.current && mine === newest.current) {
      // What is found again keeps the time since when it has been on the screen.
      setLooked((before) => (before !== null && saysTheSame(before, fresh) ? before : fresh));
    }
    return fresh;
  }, [key, asked.email, asked.vendorId, replaces]);

  const shown = looked?.key === key ? looked : null;
  return {
    found: shown?.found ?? [],
    problem: shown?.problem ?? null,
    checking,
    lookNow: () => void look(),
    async check() {
      setChecking(true);
      const read = shown !== null && performance.now() - shown.at >= readingTime ? shown : null;
      const fresh = await look();
      if (mounted.current) setChecking(false);
      const known = new Set(read?.found.map((invite) => invite.entryId));
      const unseen = fresh.found.some((invite) => !known.has(invite.entryId));
      const unseenProblem = fresh.problem !== null && read?.problem == null;
      return unseen || unseenProblem ? 'new_ones' : 'nothing_new';
    },
  };
}

function saysTheSame(one: Looked, other: Looked): boolean {
  const told = ({ key, found, problem }: Looked) => JSON.stringify({ key, found, problem });
  return told(one) === told(other);
}

async function lookUp(
  key: string,
  { email, vendorId }: { email: string; vendorId: string },
  replaces: string | null,
): Promise<Looked> {
  const at = performance.now();
  if (email === '' && vendorId === '') return { key, found: [], problem: null, at };
  const result = await call('invites.duplicates', {
    email: email === '' ? null : email,
    vendorId: vendorId === '' ? null : vendorId,
  });
  if (!result.ok) return { key, found: [], problem: result.error.message, at: performance.now() };
  const found = result.value.filter((row) => row.state !== 'cancelled' && row.entryId !== replaces);
  return { key, found, problem: null, at: performance.now() };
}
