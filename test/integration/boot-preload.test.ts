import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callNames } from '#shared/ipc/contract.ts';
import { builtPreload, demandBuild } from '#test/boot/booted-app.ts';
import { eventNames } from '../event-names.ts';

type Heard = (event: unknown, ...payload: unknown[]) => void;
const anyFunction = z.custom<(...given: unknown[]) => unknown>((value) => typeof value === 'function');

/** Runs the built preload script as Electron's sandbox does: one script, with nothing to require but `electron`. */
function runPreload() {
  demandBuild();
  const exposed = new Map<string, unknown>();
  const invoked: unknown[][] = [];
  const listeners = new Map<string, Heard[]>();
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => exposed.set(name, api) },
    ipcRenderer: {
      invoke: (...given: unknown[]) => {
        invoked.push(given);
        return Promise.resolve('the answer');
      },
      on: (channel: string, heard: Heard) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), heard]);
      },
      off: (channel: string, heard: Heard) => {
        const left = (listeners.get(channel) ?? []).filter((one) => one !== heard);
        listeners.set(channel, left);
      },
    },
  };
  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`A sandboxed preload script cannot require ${name}`);
    return electron;
  };
  runInContext(
    readFileSync(builtPreload, 'utf8'),
    createContext({ require, exports: {}, module: { exports: {} } }),
  );
  const bridge = z.record(z.string(), anyFunction).parse(exposed.get('gangway'));
  return { exposed, invoked, listeners, bridge };
}

describe('the built preload script', () => {
  it('is one file that runs in the sandbox', () => {
    expect(() => runPreload()).not.toThrow();
    // Beside it lies only the list of what was taken into it.
    expect(readdirSync(dirname(builtPreload)).toSorted()).toEqual(['index.cjs', 'licenses.json.gz']);
  });

  it('puts exactly one name into the page, with exactly two functions', () => {
    const { exposed, bridge } = runPreload();
    expect([...exposed.keys()]).toEqual(['gangway']);
    expect(Object.keys(bridge).toSorted()).toEqual(['call', 'on']);
  });

  it('carries a call and its input over the call’s own channel, and nothing more', async () => {
    const { bridge, invoked } = runPreload();
    for (const name of callNames) {
      await expect(bridge['call']?.(name, { a: 1 }, 'more', 'and more')).resolves.toBe('the answer');
    }
    expect(invoked).toEqual(callNames.map((name) => [`gangway:${name}`, { a: 1 }]));
  });

  it.each(['ipc-secret', 'ELECTRON_BROWSER_REQUIRE', '', 'gangway:gangway:x', '../x'])(
    'cannot be brought to use a channel that is not Gangway’s by the name %j',
    async (name) => {
      const { bridge, invoked, listeners } = runPreload();
      await bridge['call']?.(name, null);
      bridge['on']?.(name, () => undefined);
      expect(invoked).toEqual([[`gangway:${name}`, null]]);
      expect([...listeners.keys()]).toEqual([`gangway:${name}`]);
    },
  );

  it('hands a listener the payload without the event that leads back to Electron', () => {
    const { bridge, listeners } = runPreload();
    for (const name of eventNames) {
      const heard: unknown[][] = [];
      bridge['on']?.(name, (...given: unknown[]) => heard.push(given));
      for (const listener of listeners.get(`gangway:${name}`) ?? []) {
        listener({ sender: 'Electron', ports: [] }, { ids: ['a'] }, 'more');
      }
      expect(heard).toEqual([[{ ids: ['a'] }]]);
    }
  });

  it('stops listening when asked', () => {
    const { bridge, listeners } = runPreload();
    const stop = anyFunction.parse(bridge['on']?.('sync.changed', () => undefined));
    expect(listeners.get('gangway:sync.changed')).toHaveLength(1);
    stop();
    expect(listeners.get('gangway:sync.changed')).toEqual([]);
  });
});
