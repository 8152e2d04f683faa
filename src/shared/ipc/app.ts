import { z } from 'zod';
import { sealedToken, sealingKey } from '../sealed-token.ts';
import { appSettings, appSettingsChange, workspaceSettings, workspaceSettingsChange } from '../settings.ts';
import { call, callError, instant, nothing } from './call.ts';

/** What was found when the OS keychain was tried at the start. */
export const keychainStatus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('works'), name: z.string() }),
  z.object({ kind: z.literal('absent'), detail: z.string() }),
  z.object({ kind: z.literal('no_answer') }),
]);
export type KeychainStatus = z.infer<typeof keychainStatus>;

/** Where a workspace's token is. The token itself never crosses the bridge. */
export const tokenStatus = z.object({
  kept: z.enum(['keychain', 'this_session', 'none']),
  savedAt: instant.nullable(),
  lastAcceptedAt: instant.nullable(),
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

/** The workspace that is open, with all that the shell shows of it. */
export const openWorkspace = workspaceSummary.extend({
  token: tokenStatus,
  settings: workspaceSettings,
  /** Something the person has to know about the stored data, such as a restored copy. Null when all is well. */
  notice: z.string().nullable(),
});
export type OpenWorkspace = z.infer<typeof openWorkspace>;

/** Everything the screen needs at its start. */
export const appStart = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.enum(['mac', 'windows', 'linux']),
  /** Under whose account of this computer Gangway runs; null where the system knows no name for it. */
  account: z.string().nullable(),
  keychain: keychainStatus,
  sealingKey,
  settings: appSettings,
  workspaces: z.array(workspaceSummary),
  workspace: openWorkspace.nullable(),
  /** Why the workspace that was open last could not be opened. */
  problem: callError.nullable(),
});
export type AppStart = z.infer<typeof appStart>;

/** What an address answered, tried without a token. */
export const addressCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answers'), baseUrl: z.string() }),
  z.object({ kind: z.literal('bad_address'), sentence: z.string() }),
  z.object({
    kind: z.literal('silent'),
    baseUrl: z.string(),
    sentence: z.string(),
    offline: z.boolean(),
    /** A code for what is in the way, see {@link obstacleOf}. */
    detail: z.string(),
  }),
]);

/** What came of proving a token by looking up a vendor. */
export const tokenProof = z.enum(['not_asked', 'accepted', 'unknown_vendor', 'not_checked_offline']);

const oneImport = z.object({ importId: z.uuid() });

export const appCalls = {
  'app.start': call(nothing, appStart),
  'app.updateSettings': call(appSettingsChange, appSettings),
  'workspaces.checkAddress': call(z.object({ address: z.string().max(2000) }), addressCheck),
  /** Makes a workspace and opens it. Refused where the token was proved wrong; the form stays filled. */
  'workspaces.connect': call(
    z.object({
      address: z.string().max(2000),
      name: z.string().max(120).nullable(),
      token: sealedToken,
      vendorId: z.string().max(200).nullable(),
    }),
    z.object({ workspace: openWorkspace, proof: tokenProof }),
  ),
  /** A file that another Gangway exported comes in bit by bit: its size first, then its bytes in base64. */
  'workspaces.importBegin': call(
    z.object({
      bytes: z
        .number()
        .int()
        .min(1)
        .max(4 * 1024 ** 3),
    }),
    z.object({ importId: z.uuid() }),
  ),
  'workspaces.importAppend': call(oneImport.extend({ part: z.string().max(6 * 1024 * 1024) }), nothing),
  /** What the file is, once it is here whole. Fails with `bad_input` or `newer_version`; nothing was made then. */
  'workspaces.importLook': call(
    oneImport,
    z.object({ name: z.string(), baseUrl: z.string(), exportedAt: instant, unsent: z.number() }),
  ),
  /** Makes a workspace of the file and opens it. What was unsent in it is held for a person to decide. */
  'workspaces.importFinish': call(oneImport.extend({ token: sealedToken }), openWorkspace),
  'workspaces.importDrop': call(oneImport, nothing),
  'workspaces.openPractice': call(nothing, openWorkspace),
  'workspaces.open': call(z.object({ id: z.string().max(64) }), openWorkspace),
  'workspaces.rename': call(z.object({ name: z.string().trim().min(1).max(120) }), openWorkspace),
  'workspaces.updateSettings': call(workspaceSettingsChange, openWorkspace),
  'workspaces.replaceToken': call(z.object({ token: sealedToken }), openWorkspace),
  'workspaces.forgetToken': call(nothing, openWorkspace),
  /** Opens a https or mailto address outside the app, or hands it back where the host cannot. */
  'app.openOutside': call(z.object({ url: z.string().max(4000) }), z.object({ opened: z.boolean() })),
};
