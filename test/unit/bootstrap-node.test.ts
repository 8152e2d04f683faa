import { describe, it, expect } from 'vitest';
import { nodeFits, nodeToFetch } from '../../scripts/bootstrap/node-version.mjs';

describe('the Node that the tools run on', () => {
  it.each(['v24.0.0', 'v24.21.0', 'v26.1.3', '24.21.0\n', 'v100.0.0'])('fits from 24 on: %j', (version) => {
    expect(nodeFits(version)).toBe(true);
  });

  it.each(['v20.20.2', 'v22.14.0', 'v9.99.99', 'v2.4.0', '', 'bash: node: not found', 'v24'])(
    'does not fit when older or when it is no version: %j',
    (version) => {
      expect(nodeFits(version)).toBe(false);
    },
  );

  it('is one that fits when it is fetched', () => {
    expect(nodeFits(nodeToFetch)).toBe(true);
  });

  it('is told apart by its whole major number', () => {
    expect(['v2.99.0', 'v120.1.0', 'none'].map(nodeFits)).toEqual([false, true, false]);
  });
});
