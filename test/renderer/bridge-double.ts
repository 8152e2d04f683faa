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
import { answersDouble } from './double/answers.ts';
import { appDouble } from './double/app.ts';
import { fail, type Emit, type Handlers } from './double/core.ts';
import { desktopDouble } from './double/desktop.ts';
import { documentsDouble } from './double/documents.ts';
import { draftsDouble } from './double/drafts.ts';
import { expiryDouble } from './double/expiry.ts';
import { exportsDouble } from './double/exports.ts';
import { checksDouble } from './double/checks.ts';
import { importsDouble } from './double/imports.ts';
import { invitesDouble } from './double/invites.ts';
import { lookUpsDouble } from './double/look-ups.ts';
import { networkDouble } from './double/network.ts';
import { outboxDouble } from './double/outbox.ts';
import { situations, type Situation } from './double/situation.ts';
import { templatesDouble } from './double/templates.ts';
import { todayDouble, unclearRows } from './double/today.ts';
import { updatesDouble } from './double/updates.ts';
import { vendorsDouble } from './double/vendors.ts';
import { verificationsDouble } from './double/verifications.ts';

export { situations, type Situation };

/** The bridge as tests hold it: what was asked of it, and a way to tell events. */
export interface BridgeDouble extends GangwayBridge {
  asked: { name: CallName; input: unknown }[];
  emit: Emit;
}

/**
 * An in-memory double of the bridge, typed by the contract. `situation` chooses the data it plays; `overrides` answer
 * single calls in another way.
 */
export function createBridgeDouble(situation: Situation = 'online', overrides: Handlers = {}): BridgeDouble {
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
  const asked: BridgeDouble['asked'] = [];

  function emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    for (const listener of listeners[name]) listener(payload);
  }

  const handlers: Handlers = {
    ...appDouble(situation, emit),
    ...networkDouble(situation),
    ...desktopDouble(),
    ...updatesDouble(emit),
    ...invitesDouble(situation, emit),
    ...draftsDouble(situation, emit),
    ...templatesDouble(situation, emit),
    ...importsDouble(situation, emit),
    ...checksDouble(emit),
    ...outboxDouble(situation, emit, unclearRows),
    ...todayDouble(situation),
    ...vendorsDouble(situation),
    ...lookUpsDouble(situation, emit),
    ...answersDouble(),
    ...exportsDouble(situation),
    ...verificationsDouble(situation, emit),
    ...documentsDouble(situation, emit),
    ...expiryDouble(situation),
    ...overrides,
  };

  async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>> {
    asked.push({ name, input });
    const validationIssue = calls[name].input.safeParse(input).error;
    if (validationIssue !== undefined) return fail('bad_input', validationIssue.message);
    const handler: Handlers[N] = handlers[name];
    if (handler === undefined) return fail('internal', `The double has no answer to ${name}.`);
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
