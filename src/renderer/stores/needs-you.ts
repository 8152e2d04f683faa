import { create } from 'zustand';
import type { NeedsYouCounts } from '#shared/ipc/today.ts';
import { call, on } from '../bridge.ts';
import { coalesce, onHostBack } from './reloading.ts';

/** The numbers of the sidebar: what needs a person, by screen. */
export const useNeedsYou = create<{ counts: NeedsYouCounts | null }>(() => ({ counts: null }));

/** Counts now and after every change; returns the function that stops it. */
export function followNeedsYou(): () => void {
  const count = coalesce(async () => {
    const result = await call('today.counts', null);
    if (result.ok) useNeedsYou.setState({ counts: result.value });
  }, 150);
  // While all vendors are rechecked, it tells of some many times a second.
  const countSoon = coalesce(async () => count.request(), 1000);
  const stops = [
    on('entries.changed', count.request),
    on('documents.changed', count.request),
    on('sync.changed', count.request),
    on('onboarding.changed', countSoon.request),
    onHostBack(count.request),
    count.stop,
    countSoon.stop,
  ];
  count.request();
  return () => stops.forEach((stop) => stop());
}
