import { afterAll } from 'vitest';
import { forgetTyped } from '#renderer/stores/drafts.ts';
import { useHelp } from '#renderer/stores/help.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import { clear } from './screen.tsx';

// All files share one page and its stores: none leaves the next one anything.
afterAll(async () => {
  await clear();
  useToasts.setState({ toasts: [] });
  useHelp.setState({ open: null });
  forgetTyped();
});
