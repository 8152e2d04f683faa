import { z } from 'zod';
import { appSettings, appSettingsChange } from '../settings/app-settings.ts';
import { seenAnswers, serviceObservations } from '../settings/observations.ts';
import { sealedToken, sealingKey } from '../base/sealed-token.ts';
import { interfaceMember, workspaceSettings, workspaceSettingsChange } from '../settings/settings.ts';
import { call, callError, instant, nothing, filePart } from './call.ts';

export const keychainStatus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trying'), name: z.string() }),
  z.object({ kind: z.literal('works'), name: z.string() }),
  /** `locked`: a person has to unlock it. `denied`: it, or the person, does not let Gangway in. */
  z.object({ kind: z.enum(['locked', 'denied', 'absent']), name: z.string(), detail: z.string() }),
  z.object({ kind: z.literal('no_answer'), name: z.string() }),
]);
export type KeychainStatus = z.infer<typeof keychainStatus>;

/** Why a token is unavailable. `changed`: it was put into another keychain. `removed`: it is no longer in this one. */
const tokenUnavailableReason = z.enum(['locked', 'denied', 'absent', 'no_answer', 'changed', 'removed']);
export type TokenUnavailableReason = z.infer<typeof tokenUnavailableReason>;

/** Where a workspace's token is. The token itself never crosses the bridge. */
const tokenStatus = z.object({
  kept: z.enum(['keychain', 'this_session', 'none']),
  savedAt: instant.nullable(),
  lastAcceptedAt: instant.nullable(),
  away: tokenUnavailableReason.nullable(),
});

export const workspaceSummary = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  practice: z.boolean(),
  createdAt: instant,
  lastOpenedAt: instant.nullable(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummary>;

export const addressChange = z.object({ at: instant, from: z.string(), to: z.string() });
export type AddressChange = z.infer<typeof addressChange>;

export const openWorkspace = workspaceSummary.extend({
  token: tokenStatus,
  settings: workspaceSettings,
  /** Oldest first. */
  addressChanges: z.array(addressChange),
  observed: serviceObservations,
  interfacePolicy: z.object({ members: z.array(interfaceMember), problem: z.string().nullable() }),
  notice: z.string().nullable(),
});
export type OpenWorkspace = z.infer<typeof openWorkspace>;

export const appStart = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.enum(['mac', 'windows', 'linux']),
  account: z.string().nullable(),
  /** The version before the update, until the person has seen what is new; null for none. */
  updatedFrom: z.string().nullable(),
  keychain: keychainStatus,
  sealingKey,
  settings: appSettings,
  workspaces: z.array(workspaceSummary),
  workspace: openWorkspace.nullable(),
  opening: z.object({ name: z.string(), reading: z.boolean() }).nullable(),
  problem: callError.nullable(),
});
export type AppStart = z.infer<typeof appStart>;

const addressCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answers'), baseUrl: z.string() }),
  z.object({ kind: z.literal('bad_address'), sentence: z.string() }),
  z.object({
    kind: z.literal('silent'),
    baseUrl: z.string(),
    sentence: z.string(),
    offline: z.boolean(),
    detail: z.string(),
  }),
]);

const tokenProof = z.enum(['not_asked', 'accepted', 'unknown_vendor', 'not_checked_offline']);

const maxMovedBytes = 4 * 1024 ** 3;
const oneImport = z.object({ importId: z.uuid() });

export const appCalls = {
  'app.start': call(nothing, appStart),
  'app.noteNewsSeen': call(nothing, nothing),
  'app.updateSettings': call(appSettingsChange, appSettings),
  /** Tries the keychain again, which may ask the person to unlock it; a token in it is then used. */
  'app.tryKeychain': call(nothing, keychainStatus),
  'app.lookAtKeychain': call(nothing, nothing),
  'workspaces.checkAddress': call(z.object({ address: z.string().max(2000) }), addressCheck),
  /** Creates and opens a workspace. Refused where the token was proved wrong. */
  'workspaces.connect': call(
    z.object({
      address: z.string().max(2000),
      name: z.string().max(120).nullable(),
      token: sealedToken,
      vendorId: z.string().max(200).nullable(),
    }),
    z.object({ workspace: openWorkspace, proof: tokenProof }),
  ),
  /** Receives a file that another Gangway exported: its size first, then its bytes in base64. */
  'workspaces.importBegin': call(z.object({ bytes: z.number().int().min(1).max(maxMovedBytes) }), oneImport),
  'workspaces.importAppend': call(oneImport.extend(filePart.shape), nothing),
  /** Describes the complete file. Fails with `bad_input` or `newer_version`; nothing was created then. */
  'workspaces.inspectImport': call(
    oneImport,
    z.object({ name: z.string(), baseUrl: z.string(), exportedAt: instant, unsent: z.number() }),
  ),
  /** Creates a workspace from the file and opens it. Its unsent items wait for a person's decision. */
  'workspaces.importFinish': call(oneImport.extend({ token: sealedToken }), openWorkspace),
  'workspaces.importDrop': call(oneImport, nothing),
  'workspaces.openPractice': call(nothing, openWorkspace),
  'workspaces.open': call(z.object({ id: z.string().max(64) }), openWorkspace),
  'workspaces.rename': call(z.object({ name: z.string().trim().min(1).max(120) }), openWorkspace),
  /** Moves the workspace, its queue and token to another address once the person confirms it is the same service. */
  'workspaces.changeAddress': call(
    z.object({ from: z.string().max(2000), to: z.string().max(2000), sameService: z.literal(true) }),
    openWorkspace,
  ),
  'workspaces.updateSettings': call(workspaceSettingsChange, openWorkspace),
  'workspaces.seenAnswers': call(nothing, seenAnswers),
  'workspaces.replaceToken': call(z.object({ token: sealedToken }), openWorkspace),
  'workspaces.forgetToken': call(nothing, openWorkspace),
  /** Opens a https or mailto address outside the app; `opened` is false where the host cannot. */
  'app.openOutside': call(z.object({ url: z.string().max(4000) }), z.object({ opened: z.boolean() })),
};
