/** The Node that is fetched where the one at hand is too old. */
export const nodeToFetch = '24.21.0';

const oldestMajor = 24;

/**
 * Whether Gangway's tools run on this version of Node, as Node says it ("v24.21.0").
 * @type {typeof import('./node-version.mjs').nodeFits}
 */
export function nodeFits(version) {
  const major = /^v?(\d+)\.\d+\.\d+/.exec(version.trim())?.[1];
  return major !== undefined && Number(major) >= oldestMajor;
}
