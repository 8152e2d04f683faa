import '#renderer/bridge.ts';
import { createFakeBridge, type FakeBridge, type Situation } from '../fake-bridge.ts';
import type { Handlers } from './core.ts';

/** Puts the fake in place of the main process. */
export function putBridge(situation: Situation = 'online', overrides: Handlers = {}): FakeBridge {
  const bridge = createFakeBridge(situation, overrides);
  window.gangway = bridge;
  return bridge;
}
