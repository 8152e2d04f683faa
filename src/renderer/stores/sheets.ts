import { create } from 'zustand';

/** What can be opened over any screen, also where there is no screen. */
export type SheetId = 'diagnostics' | 'about';

/** Which of them is open. */
export const useSheets = create<{ open: SheetId | null }>(() => ({ open: null }));

export function openSheet(id: SheetId): void {
  useSheets.setState({ open: id });
}

export function closeSheet(): void {
  useSheets.setState({ open: null });
}
