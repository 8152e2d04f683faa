import { App } from '#renderer/app/app.tsx';
import { readHash, useNavigation } from '#renderer/stores/navigation.ts';
import type { FakeBridge, Situation } from '../fake-bridge.ts';
import type { Handlers } from './core.ts';
import { show } from '../screen.tsx';
import { putBridge } from './put-bridge.ts';

/** Opens the app at an address, as after a start, with the fake in place of the main process. */
export async function openApp(
  hash: string,
  situation: Situation = 'online',
  overrides: Handlers = {},
): Promise<FakeBridge> {
  window.location.hash = hash;
  useNavigation.setState({ route: readHash(hash), position: 0, last: 0 });
  const bridge = putBridge(situation, overrides);
  await show(<App />);
  return bridge;
}
