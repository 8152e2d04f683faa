import { create } from 'zustand';
import { navigate, type RouteTarget } from './navigation.ts';

interface Turns {
  /** Where the next are done, in order; for as long as the window is open. */
  waiting: readonly RouteTarget[];
  words: { one: string; todo: string };
}

export const maxTurns = 200;

export const useTurns = create<Turns>(() => ({ waiting: [], words: { one: 'vendor', todo: 'verify' } }));

/** Opens the place of the first; the others wait for their turn. @param words as in 3 more vendors to verify */
export function startBatch(places: readonly RouteTarget[], words: Turns['words']): void {
  const [first, ...waiting] = places;
  if (first === undefined) return;
  useTurns.setState({ waiting, words });
  navigate(first);
}

export function nextTurn(): void {
  const { waiting, words } = useTurns.getState();
  startBatch(waiting, words);
}

export function endTurns(): void {
  useTurns.setState({ waiting: [] });
}
