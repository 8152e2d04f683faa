/** The Node that is fetched where the one at hand is too old. */
export const nodeToFetch = '24.21.0';

const oldestMajor = 24;

/**
 * The major number of a version as Node says it ("v24.21.0"); undefined when it is none.
 * @type {typeof import('./node-version.mjs').getMajor}
 */
export function getMajor(version) {
  const digits = /^v?(\d+)\.\d+\.\d+/.exec(version.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Whether Gangway's tools run on this version of Node.
 * @type {typeof import('./node-version.mjs').nodeFits}
 */
export function nodeFits(version) {
  const major = getMajor(version);
  return major !== undefined && major >= oldestMajor;
}
