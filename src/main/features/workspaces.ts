import type { CallResult } from '#shared/ipc/call.ts';
import { findObstacle } from '#shared/words/network-messages.ts';
import { saysNoNetwork } from '#shared/words/queue-hold.ts';
import type { SealedToken } from '#shared/base/sealed-token.ts';
import { readBaseUrl } from '#shared/base/base-url.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';
import type { AppContext } from '../app-context.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { toServiceSign } from '../service-client/answer.ts';
import { answerProblem } from '../service-client/answer-problem.ts';
import { createServiceClient, type ServiceClient } from '../service-client/client.ts';
import { createServiceProbe } from '../service-client/service-probe.ts';
import { createTransport, serviceLimits } from '../service-client/transport.ts';
import { practiceId } from '../workspace/registry.ts';
import { createMoveIn } from './move-in.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Minimum token length. Answers have repeated tokens cut out, and one as short as a syllable would mutilate them. */
const minToken = 6;

const noWorkspace = refuse('no_workspace', 'Open a workspace first.');
const unusableToken = refuse(
  'bad_input',
  'This token cannot be used: it is empty or has spaces or unusual letters in it. Copy it again.',
);
const shortToken = refuse(
  'bad_input',
  `This token is incomplete: it has fewer than ${minToken} characters. Copy it again.`,
);
const stillInKeychain = refuse(
  'storage',
  'Gangway no longer uses the token, but could not remove it from the keychain. Unlock the keychain so Gangway can remove it, or remove the entry “Gangway” yourself.',
);

export function workspacesHandlers(app: AppContext): Handlers<CallsOf<'workspaces'>> {
  async function openToken(sealed: SealedToken): Promise<CallResult<string>> {
    // Rejected where it was sealed for an earlier run of the app, or altered on the way.
    const token = (await app.unsealer.unseal(sealed).catch(() => '')).trim();
    // Only what a header can carry (RFC 9110, 5.5), so that a line break cannot add headers.
    if (!/^[\x21-\x7e]+$/.test(token)) return unusableToken;
    return token.length < minToken ? shortToken : done(token);
  }

  const withWorkspace =
    <I, T>(action: (workspace: Workspace, input: I) => T) =>
    (input: I) => {
      const workspace = app.workspace();
      return workspace === null ? noWorkspace : action(workspace, input);
    };

  async function describeOpened(opening: ReturnType<AppContext['open']>) {
    const opened = await opening;
    return opened.ok ? done(opened.value.describe()) : opened;
  }

  function describeChanged(workspace: Workspace) {
    app.workspaceChanged();
    return done(workspace.describe());
  }

  const moveIn = createMoveIn(app.moveIn);

  return {
    'workspaces.checkAddress': async ({ address }) => {
      const reading = readBaseUrl(address);
      if (!reading.ok) return done({ kind: 'bad_address' as const, sentence: reading.problem });
      const { baseUrl } = reading;
      const exchange = await askAddress(app, baseUrl, (client) =>
        createServiceProbe(baseUrl, client, app.network)(false, null),
      );
      if (exchange.kind === 'answered') return done({ kind: 'answers' as const, baseUrl });
      const offline = saysNoNetwork(exchange.detail);
      const sentence = offline
        ? 'No network. You can save this now and check it later.'
        : (findObstacle(exchange.detail)?.sentence ?? 'Nothing answered at this address.');
      return done({ kind: 'silent' as const, baseUrl, sentence, offline, detail: exchange.detail });
    },
    'workspaces.connect': async ({ address, name, token: sealed, vendorId }) => {
      const reading = readBaseUrl(address);
      if (!reading.ok) return refuse('bad_input', reading.problem);
      const token = await openToken(sealed);
      if (!token.ok) return token;
      const proof = await proveToken(app, reading.baseUrl, token.value, vendorId);
      if (!proof.ok) return proof;
      const { baseUrl } = reading;
      const opened = await app.connect({ name: name ?? new URL(baseUrl).host, baseUrl }, token.value);
      if (!opened.ok) return opened;
      return done({ workspace: opened.value.describe(), proof: proof.value });
    },
    'workspaces.importBegin': ({ bytes }) => moveIn.begin(bytes),
    'workspaces.importAppend': ({ importId, ...part }) => moveIn.append(importId, part),
    'workspaces.inspectImport': ({ importId }) => moveIn.look(importId),
    'workspaces.importFinish': async ({ importId, token: sealed }) => {
      const ready = moveIn.ready(importId);
      if (ready === null) return moveIn.noFile;
      const token = await openToken(sealed);
      if (!token.ok) return token;
      const { name, baseUrl } = ready.facts;
      const opened = await app.adopt({ name, baseUrl }, ready.file, token.value);
      if (!opened.ok) return opened;
      moveIn.drop(importId);
      return done(opened.value.describe());
    },
    'workspaces.importDrop': ({ importId }) => {
      moveIn.drop(importId);
      return done(null);
    },
    'workspaces.openPractice': () => describeOpened(app.open(practiceId)),
    'workspaces.open': ({ id }) => describeOpened(app.open(id)),
    'workspaces.rename': withWorkspace((workspace, { name }) => {
      app.registry.rename(workspace.describe().id, name);
      workspace.rename(name);
      return describeChanged(workspace);
    }),
    'workspaces.updateSettings': withWorkspace((workspace, change) => {
      const { settings, interfacePolicy } = workspace.describe();
      const held = interfacePolicy.members.find(
        (name) =>
          change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(settings[name]),
      );
      if (held !== undefined) {
        return refuse('not_allowed', `${held} was set by your administrator and cannot be changed here.`);
      }
      workspace.updateSettings(change);
      return describeChanged(workspace);
    }),
    'workspaces.seenAnswers': withWorkspace((workspace) => done(workspace.seenAnswers())),
    'workspaces.changeAddress': withWorkspace(async (workspace, { from, to }) => {
      if (workspace.describe().practice) {
        return refuse('refused', 'The practice service runs on this computer and has no other address.');
      }
      const reading = readBaseUrl(to);
      if (!reading.ok) return refuse('bad_input', reading.problem);
      if (reading.baseUrl === from) return refuse('bad_input', 'This is already the service’s address.');
      return describeOpened(app.moveService(from, reading.baseUrl));
    }),
    'workspaces.replaceToken': withWorkspace(async (workspace, { token: sealed }) => {
      const token = await openToken(sealed);
      if (!token.ok) return token;
      await workspace.token.replace(token.value);
      workspace.dispatcher.tokenChanged();
      return describeChanged(workspace);
    }),
    'workspaces.forgetToken': withWorkspace(async (workspace) => {
      const forgotten = workspace.token.forget();
      workspace.dispatcher.tokenChanged();
      app.workspaceChanged();
      return (await forgotten) ? done(workspace.describe()) : stillInKeychain;
    }),
  };
}

/** Asks a service that has no workspace yet. */
async function askAddress<T>(app: AppContext, baseUrl: string, ask: (client: ServiceClient) => Promise<T>) {
  const { network, answers, clock } = app;
  const transport = createTransport(baseUrl, 1, serviceLimits, network, answers);
  const answer = await ask(createServiceClient(transport, clock, () => defaultServiceInterface, answers));
  await transport.close();
  return answer;
}

type Proof = 'not_asked' | 'accepted' | 'unknown_vendor' | 'not_checked_offline';

/** Looks a vendor up to see whether the token is accepted; nothing else tests it without creating something. */
async function proveToken(app: AppContext, baseUrl: string, token: string, vendorId: string | null) {
  const asked = vendorId?.trim() ?? '';
  if (asked === '') return done<Proof>('not_asked');
  const problem = vendorIdProblem(asked);
  if (problem !== null) return refuse('bad_input', problem);
  const answer = await askAddress(app, baseUrl, (client) => client.getVendorProfile(asked, token));
  if (answer.kind === 'found' || answer.kind === 'not_ready') return done<Proof>('accepted');
  if (answer.kind === 'unknown_id' && answer.ofPage !== true) return done<Proof>('unknown_vendor');
  if (answer.kind === 'token_refused') return refuse('signed_out', 'The service did not accept this token.');
  const sign = toServiceSign(answer).kind;
  if (sign !== 'healthy' && sign !== 'unexpected_responder') return done<Proof>('not_checked_offline');
  return { ok: false as const, error: answerProblem(answer, 'vendor') };
}
