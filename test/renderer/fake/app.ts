import { createTokenUnsealer } from '#shared/sealed-token.ts';
import { workspaceSummary, type AppStart, type KeychainStatus, type OpenWorkspace } from '#shared/ipc/app.ts';
import {
  appSettings,
  defaultAppSettings,
  defaultWorkspaceSettings,
  workspaceSettings,
} from '#shared/settings.ts';
import { noDates, noScores, type ScoreObservation, type ServiceObservations } from '#shared/observations.ts';
import { noExchanges } from '#shared/exchange-observations.ts';
import { findObstacle } from '#shared/network-messages.ts';
import { readBaseUrl } from '#shared/service/base-url.ts';
import { at, fail, toId, ok, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

const unsealer = await createTokenUnsealer();

/** A service that scores from 0 to 100 and writes the month before the day. */
const seenScores: ScoreObservation = { ...noScores, results: 41, aboveTen: 41, min: 31, max: 97 };
const observed: ServiceObservations = {
  scores: { overall: seenScores, parts: seenScores, confidence: seenScores },
  dates: { ...noDates, oneWay: 52, monthFirst: 9, eitherOrder: 4 },
};

export const harborLane: OpenWorkspace = {
  id: 'harbor-lane',
  name: 'Harbor Lane Homes',
  baseUrl: 'https://harborlane.example.com',
  practice: false,
  createdAt: at('09:00', 160),
  lastOpenedAt: at('07:58'),
  token: { kept: 'keychain', savedAt: at('10:12', 40), lastAcceptedAt: at('14:26'), away: null },
  settings: {
    ...defaultWorkspaceSettings,
    concurrency: 2,
    statusWords: { 'awaiting cpa': { category: 'under_way', final: false } },
  },
  observed,
  addressChanges: [],
  interfacePolicy: { members: [], problem: null },
  notice: null,
};

const name = 'Secret Service keyring';
const working: KeychainStatus = { kind: 'works', name: 'Windows Credential Manager' };

/** What the fake plays of a keychain that is of no use, and of the token that should be in it. */
const keychainSituations: Partial<
  Record<Situation, { keychain: KeychainStatus; token: Partial<OpenWorkspace['token']> }>
> = {
  keychain_locked: {
    keychain: { kind: 'locked', name, detail: 'Cannot create an item in a locked collection' },
    token: { kept: 'none', away: 'locked' },
  },
  keychain_denied: {
    keychain: { kind: 'denied', name, detail: '' },
    token: { kept: 'none', away: 'denied' },
  },
  keychain_absent: {
    keychain: { kind: 'absent', name, detail: '' },
    token: { kept: 'none', away: 'absent' },
  },
  keychain_slow: { keychain: { kind: 'no_answer', name }, token: { kept: 'none', away: 'no_answer' } },
  keychain_changed: { keychain: working, token: { kept: 'none', away: 'changed' } },
  keychain_removed: { keychain: working, token: { kept: 'none', away: 'removed' } },
  welcome_keychain_locked: {
    keychain: { kind: 'locked', name, detail: '' },
    token: {},
  },
  welcome_offline: { keychain: { kind: 'absent', name, detail: 'No bus.' }, token: {} },
};

const practice: OpenWorkspace = {
  ...harborLane,
  id: 'practice',
  name: 'Practice',
  baseUrl: 'http://127.0.0.1:4010',
  practice: true,
};

/** Start, settings and workspaces. Keeps what is changed, for as long as the page is open. */
export function fakeApp(situation: Situation, emit: Emit): Handlers {
  let open: OpenWorkspace | null = situation.startsWith('welcome') ? null : harborLane;
  if (situation === 'signed_out') open = { ...harborLane, token: { ...harborLane.token, kept: 'none' } };
  const troubled = keychainSituations[situation];
  if (troubled !== undefined && !situation.startsWith('welcome'))
    open = { ...harborLane, token: { ...harborLane.token, ...troubled.token } };
  let keychain = troubled?.keychain ?? working;
  let settings = defaultAppSettings;
  const start = (): AppStart => ({
    version: '1.0.0',
    host: situation === 'desktop' ? 'electron' : 'browser',
    platform: 'windows',
    account: 'dana',
    updatedFrom: null,
    keychain,
    sealingKey: unsealer.publicKey,
    settings,
    workspaces: open === null ? [] : [toSummary(harborLane), toSummary(practice)],
    workspace: open,
    opening: null,
    problem: null,
  });
  function adopt(next: OpenWorkspace) {
    open = next;
    emit('workspace.changed', next);
    return ok(next);
  }
  return {
    'app.start': () =>
      situation === 'start_failed'
        ? fail(
            'storage',
            'Gangway may not write to its folder. Nothing already queued is lost. Check the folder’s permissions, then try again.',
          )
        : ok(start()),
    'app.noteNewsSeen': () => ok(null),
    'app.updateSettings': (part) => {
      settings = appSettings.parse({ ...settings, ...part });
      emit('settings.changed', settings);
      return ok(settings);
    },
    'app.tryKeychain': () => {
      keychain = working;
      emit('keychain.changed', keychain);
      if (open !== null) adopt({ ...open, token: { ...open.token, kept: 'keychain', away: null } });
      return ok(keychain);
    },
    'app.lookAtKeychain': () => ok(null),
    'app.openOutside': () => ok({ opened: false }),
    'workspaces.checkAddress': ({ address }) => {
      const reading = readBaseUrl(address);
      if (!reading.ok) return ok({ kind: 'bad_address', sentence: reading.problem });
      if (reading.baseUrl.includes('proxied')) {
        const sentence = findObstacle('PROXY_SIGN_IN')?.sentence ?? '';
        return ok({
          kind: 'silent',
          baseUrl: reading.baseUrl,
          sentence,
          offline: false,
          detail: 'PROXY_SIGN_IN',
        });
      }
      if (situation === 'welcome_offline' || reading.baseUrl.includes('silent')) {
        return ok({
          kind: 'silent',
          baseUrl: reading.baseUrl,
          sentence:
            situation === 'welcome_offline'
              ? 'No network. You can save this now and check it later.'
              : 'Nothing answered at this address.',
          offline: situation === 'welcome_offline',
          detail: 'ECONNREFUSED',
        });
      }
      return ok({ kind: 'answers', baseUrl: reading.baseUrl });
    },
    'workspaces.connect': async ({ address, name, token, vendorId }) => {
      const clear = await unsealer.unseal(token);
      if (clear === 'wrong') return fail('signed_out', 'The service did not accept this token.');
      const reading = readBaseUrl(address);
      if (!reading.ok) return fail('bad_input', reading.problem);
      const workspace = { ...harborLane, name: name ?? 'harborlane.example.com', baseUrl: reading.baseUrl };
      open = workspace;
      return ok({ workspace, proof: vendorId === null ? 'not_asked' : 'accepted' });
    },
    'workspaces.importBegin': () => ok({ importId: toId(8, 1) }),
    'workspaces.importAppend': () => ok(null),
    'workspaces.inspectImport': () =>
      ok({
        name: 'Harbor Lane Homes',
        baseUrl: 'https://harborlane.example.com',
        exportedAt: at('11:05'),
        unsent: 3,
      }),
    'workspaces.importFinish': async ({ token }) => {
      const clear = await unsealer.unseal(token);
      return clear === 'wrong' ? fail('bad_input', 'This token cannot be used.') : adopt(harborLane);
    },
    'workspaces.importDrop': () => ok(null),
    'workspaces.openPractice': () => adopt(practice),
    'workspaces.open': ({ id }) => adopt(id === practice.id ? practice : harborLane),
    'workspaces.rename': ({ name }) => adopt({ ...(open ?? harborLane), name }),
    'workspaces.exchanges': () => ok(noExchanges),
    'workspaces.changeAddress': ({ from, to }) => {
      const reading = readBaseUrl(to);
      if (!reading.ok) return fail('bad_input', reading.problem);
      const now = open ?? harborLane;
      if (now.baseUrl !== from) return fail('too_late', 'The address was changed meanwhile.');
      const change = { at: Date.now(), from, to: reading.baseUrl };
      return adopt({ ...now, baseUrl: reading.baseUrl, addressChanges: [...now.addressChanges, change] });
    },
    'workspaces.updateSettings': (part) => {
      const now = open ?? harborLane;
      return adopt({ ...now, settings: workspaceSettings.parse({ ...now.settings, ...part }) });
    },
    'workspaces.replaceToken': async ({ token }) => {
      const clear = await unsealer.unseal(token);
      if (clear === 'wrong') return fail('signed_out', 'The service did not accept this token.');
      return adopt({
        ...(open ?? harborLane),
        token: { kept: 'keychain', savedAt: Date.now(), lastAcceptedAt: null, away: null },
      });
    },
    'workspaces.forgetToken': () =>
      adopt({
        ...(open ?? harborLane),
        token: { kept: 'none', savedAt: null, lastAcceptedAt: null, away: null },
      }),
  };
}

function toSummary(workspace: OpenWorkspace) {
  return workspaceSummary.parse(workspace);
}
