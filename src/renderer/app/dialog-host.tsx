import { lazy, Suspense } from 'react';
import { closeDialog, useDialogs } from '../stores/dialogs.ts';

const dialogs = {
  about: lazy(async () => ({ default: (await import('../features/about/about-dialog.tsx')).AboutDialog })),
  diagnostics: lazy(async () => ({
    default: (await import('../features/about/diagnostics-dialog.tsx')).DiagnosticsDialog,
  })),
};

/** Draws what is open over the screen. */
export function DialogHost() {
  const open = useDialogs((store) => store.open);
  if (open === null) return null;
  const Dialog = dialogs[open];
  return (
    <Suspense>
      <Dialog onClose={closeDialog} />
    </Suspense>
  );
}
