import { createBridgeDouble, type Situation, situations } from './bridge-double.ts';

/** The page with the double in place of the main process: `?situation=offline` chooses what it plays. */
const asked = new URLSearchParams(window.location.search).get('situation');
const situation: Situation = situations.find((one) => one === asked) ?? 'online';
window.gangway = createBridgeDouble(situation);
await import('#renderer/main.tsx');
