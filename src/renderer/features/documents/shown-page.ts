import { create } from 'zustand';
import type { Turn } from './page-view.ts';

export interface ShownPage {
  jobId: string;
  address: string;
  page: number;
  /** How a person turned it. */
  turn: Turn;
}

const useStore = create<{ shown: ShownPage | null }>(() => ({ shown: null }));

/** The page that is on the screen; null while there is none. */
export function useShownPage(): ShownPage | null {
  return useStore(({ shown }) => shown);
}

/** Notes which page is on the screen, so that it can be read beside it. */
export function noteShownPage(shown: ShownPage | null): void {
  useStore.setState({ shown });
}
