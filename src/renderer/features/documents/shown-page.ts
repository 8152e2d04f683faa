import { create } from 'zustand';
import type { Turn } from './page-view.ts';

/** The page of a document that is on the screen. */
export interface ShownPage {
  jobId: string;
  /** Of the picture that is kept on this computer. */
  address: string;
  /** From 1. */
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
