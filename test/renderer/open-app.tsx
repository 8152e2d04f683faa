import { App } from '#renderer/app/app.tsx';
import { readHash, useNavigation } from '#renderer/stores/navigation.ts';
import type { BridgeDouble, Situation } from './bridge-double.ts';
import type { Handlers } from './double/core.ts';
import { putBridge, show } from './screen.tsx';

/** Opens the app at an address, as after a start, with the double in place of the main process. */
export async function openApp(
  hash: string,
  situation: Situation = 'online',
  overrides: Handlers = {},
): Promise<BridgeDouble> {
  window.location.hash = hash;
  useNavigation.setState({ route: readHash(hash), position: 0, last: 0 });
  const bridge = putBridge(situation, overrides);
  await show(<App />);
  return bridge;
}
