import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

// Loaded before the app in tests that need hours to pass: the wall clock, the steady clock and the timers all run
// faster by the same factor, so that the app lives through the time as it would live through real time.

/** No timer is cut shorter than this, so that limits on what really takes time, such as the keychain, stay fair. */
const minMs = 1000;

const speed = Number(process.env['GANGWAY_TEST_CLOCK_SPEED'] ?? '1');
const behindMs = Number(process.env['GANGWAY_TEST_CLOCK_BEHIND_MS'] ?? '0');
const realNow = Date.now.bind(Date);
const realUptime = os.uptime.bind(os);
const realTimeout = globalThis.setTimeout;
const startedAt = realNow();
const startedUptime = realUptime();

Date.now = () => Math.round(startedAt - behindMs + (realNow() - startedAt) * speed);
os.uptime = () => startedUptime - behindMs / 1000 + (realUptime() - startedUptime) * speed;
syncBuiltinESMExports();

function fasterTimeout<A extends unknown[]>(
  action: (...args: A) => void,
  ms = 0,
  ...args: A
): NodeJS.Timeout {
  return realTimeout(action, Math.max(ms / speed, Math.min(ms, minMs)), ...args);
}
// The real function carries a promisified form of its own, which has to stay.
globalThis.setTimeout = Object.assign(fasterTimeout, { __promisify__: realTimeout.__promisify__ });
