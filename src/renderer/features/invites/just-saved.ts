import { create } from 'zustand';

/** The invite that was enqueued last from this window, so that its panel can say that it is safe. */
export const useJustSaved = create<{ entryId: string | null }>(() => ({ entryId: null }));
