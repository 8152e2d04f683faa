import '#renderer/bridge.ts';
import { createFakeBridge, type Situation, situations } from './fake-bridge.ts';

/** The page with the fake in place of the main process: `?situation=offline` chooses what it plays. */
const asked = new URLSearchParams(window.location.search).get('situation');
const situation: Situation = situations.find((one) => one === asked) ?? 'online';
window.gangway = createFakeBridge(situation);
await import('#renderer/main.tsx');
