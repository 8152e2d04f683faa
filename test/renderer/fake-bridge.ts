import type { CallResult } from '#shared/ipc/call.ts';
import {
  calls,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  type GangwayBridge,
} from '#shared/ipc/contract.ts';
import { fakeAnswers } from './fake/answers.ts';
import { fakeApp } from './fake/app.ts';
import { fail, type Emit, type Handlers } from './fake/core.ts';
import { fakeDesktop } from './fake/desktop.ts';
import { fakeDocuments } from './fake/documents.ts';
import { fakeDrafts } from './fake/drafts.ts';
import { fakeExpiry } from './fake/expiry.ts';
import { fakeExports } from './fake/exports.ts';
import { fakeChecks } from './fake/checks.ts';
import { fakeImports } from './fake/imports.ts';
import { fakeInvites } from './fake/invites.ts';
import { fakeLookUps } from './fake/look-ups.ts';
import { fakeNetwork } from './fake/network.ts';
import { fakeOutbox } from './fake/outbox.ts';
import { situations, type Situation } from './fake/situation.ts';
import { fakeTemplates } from './fake/templates.ts';
import { fakeToday, unclearRows } from './fake/today.ts';
import { fakeUpdates } from './fake/updates.ts';
import { fakeVendors } from './fake/vendors.ts';
import { fakeVerifications } from './fake/verifications.ts';

export { situations, type Situation };

/** The bridge as tests hold it: what was asked of it, and a way to tell events. */
export interface FakeBridge extends GangwayBridge {
  asked: { name: CallName; input: unknown }[];
  emit: Emit;
}

/**
 * An in-memory fake of the bridge, typed by the contract. `situation` chooses the data it plays; `overrides` answer
 * single calls in another way.
 */
export function createFakeBridge(situation: Situation = 'online', overrides: Handlers = {}): FakeBridge {
  const listeners: { [N in EventName]: Set<(payload: EventPayload<N>) => void> } = {
    'sync.changed': new Set(),
    'entries.changed': new Set(),
    'vendors.changed': new Set(),
    'lookups.changed': new Set(),
    'documents.changed': new Set(),
    'search.changed': new Set(),
    'templates.changed': new Set(),
    'drafts.changed': new Set(),
    'checks.changed': new Set(),
    'results.arrived': new Set(),
    'queue.emptied': new Set(),
    'imports.changed': new Set(),
    'workspace.changed': new Set(),
    'observations.changed': new Set(),
    'settings.changed': new Set(),
    'keychain.changed': new Set(),
    'updates.changed': new Set(),
    'desktop.asked': new Set(),
    'host.changed': new Set(),
  };
  const asked: FakeBridge['asked'] = [];

  function emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    for (const listener of listeners[name]) listener(payload);
  }

  const handlers: Handlers = {
    ...fakeApp(situation, emit),
    ...fakeNetwork(situation),
    ...fakeDesktop(),
    ...fakeUpdates(emit),
    ...fakeInvites(situation, emit),
    ...fakeDrafts(situation, emit),
    ...fakeTemplates(situation, emit),
    ...fakeImports(situation, emit),
    ...fakeChecks(emit),
    ...fakeOutbox(situation, emit, unclearRows),
    ...fakeToday(situation),
    ...fakeVendors(situation),
    ...fakeLookUps(situation, emit),
    ...fakeAnswers(),
    ...fakeExports(situation),
    ...fakeVerifications(situation, emit),
    ...fakeDocuments(situation, emit),
    ...fakeExpiry(situation),
    ...overrides,
  };

  async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>> {
    asked.push({ name, input });
    const validationIssue = calls[name].input.safeParse(input).error;
    if (validationIssue !== undefined) return fail('bad_input', validationIssue.message);
    const handler: Handlers[N] = handlers[name];
    if (handler === undefined) return fail('internal', `The fake has no answer to ${name}.`);
    return handler(input);
  }

  function on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
    listeners[name].add(listener);
    return () => {
      listeners[name].delete(listener);
    };
  }

  return { asked, emit, call, on };
}
