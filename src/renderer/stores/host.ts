import { create } from 'zustand';
import type { EventPayload } from '#shared/ipc/contract.ts';
import { on } from '../bridge.ts';

/** Whether the page's host is running. */
export const useHost = create<{ state: EventPayload<'host.changed'> }>(() => ({ state: 'here' }));

export const followHost = (): (() => void) => on('host.changed', (state) => useHost.setState({ state }));

/** Calls `back` when the host is back, since events were missed. Returns the stop function. */
export const onHostBack = (back: () => void): (() => void) =>
  on('host.changed', (state) => {
    if (state === 'here') back();
  });
