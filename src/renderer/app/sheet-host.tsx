import { AboutDialog } from '../features/about/about-dialog.tsx';
import { DiagnosticsDialog } from '../features/about/diagnostics-dialog.tsx';
import { closeSheet, useSheets } from '../stores/sheets.ts';

/** Draws what is open over the screen. */
export function SheetHost() {
  const open = useSheets((store) => store.open);
  switch (open) {
    case 'diagnostics':
      return <DiagnosticsDialog onClose={closeSheet} />;
    case 'about':
      return <AboutDialog onClose={closeSheet} />;
    case null:
      return null;
  }
}
