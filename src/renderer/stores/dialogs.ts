import { create } from 'zustand';

/** What can be opened over any screen, also where there is no screen. */
export type DialogId = 'diagnostics' | 'about';

export const useDialogs = create<{ open: DialogId | null }>(() => ({ open: null }));

export function openDialog(id: DialogId): void {
  useDialogs.setState({ open: id });
}

export function closeDialog(): void {
  useDialogs.setState({ open: null });
}
