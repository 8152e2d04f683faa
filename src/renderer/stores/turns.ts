import { create } from 'zustand';
import { navigate, useNavigation, type RouteTarget } from './navigation.ts';

interface Turns {
  /** Where the next are done, in order; for as long as the window is open. */
  waiting: readonly RouteTarget[];
  words: { one: string; todo: string };
  /** Where they were begun, and what opens after the last. */
  home: RouteTarget;
}

export const maxTurns = 200;

export const useTurns = create<Turns>(() => ({
  waiting: [],
  words: { one: 'vendor', todo: 'verify' },
  home: { screen: 'vendors' },
}));

/** Opens the place of the first; the others wait for their turn. @param words as in 3 more vendors to verify */
export function startBatch(places: readonly RouteTarget[], words: Turns['words']): void {
  useTurns.setState({ waiting: places, words, home: useNavigation.getState().route });
  nextTurn();
}

/** Opens the next; after the last, the place where they were begun. */
export function nextTurn(): void {
  const { waiting, home } = useTurns.getState();
  const [next = home, ...others] = waiting;
  useTurns.setState({ waiting: others });
  navigate(next);
}

export function endTurns(): void {
  useTurns.setState({ waiting: [] });
}
