import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { serviceObservations } from '../settings/observations.ts';
import { syncStatus } from '../outbox/outbox.ts';
import { queueNews, resultNews } from '../outbox/news.ts';
import { appSettings } from '../settings/app-settings.ts';
import { updateStatus } from '../settings/updates.ts';
import { answerCalls } from './answers.ts';
import { appCalls, keychainStatus, openWorkspace } from './app.ts';
import { call, nothing, type Call, type CallResult } from './call.ts';
import { checkCalls, checkRun } from './checks.ts';
import { desktopCalls } from './desktop.ts';
import { documentCalls } from './documents.ts';
import { draftCalls } from './drafts.ts';
import { expiryCalls, verificationCalls } from './verifications.ts';
import { exportCalls } from './exports.ts';
import { filingCalls } from './filing.ts';
import { gateCalls } from './gate.ts';
import { historyCalls } from './history.ts';
import { importCalls, importStatus } from './imports.ts';
import { inviteCalls, templateCalls } from './invites.ts';
import { letterCalls } from './letters.ts';
import { lookUpCalls } from './look-ups.ts';
import { networkCalls } from './network.ts';
import { noteCalls } from './notes.ts';
import { onboardingCalls } from './onboarding.ts';
import { outboxCalls } from './outbox.ts';
import { teamCalls } from './team.ts';
import { todayCalls } from './today.ts';
import { vendorCalls } from './vendors.ts';
import { weekCalls } from './week.ts';
import { givenDocument } from '../ocr/processed-page.ts';
import { inviteColumn, outboxColumn, vendorColumn, verificationColumn } from '../settings/lists.ts';

export const listColumnRef = z.discriminatedUnion('list', [
  z.object({ list: z.literal('vendors'), column: vendorColumn }),
  z.object({ list: z.literal('invites'), column: inviteColumn }),
  z.object({ list: z.literal('verifications'), column: verificationColumn }),
  z.object({ list: z.literal('outbox'), column: outboxColumn }),
]);

const listCalls = {
  /** The values of a column, most frequent first, up to 200; `value` is the filter's. */
  'lists.values': call(
    listColumnRef,
    z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })),
  ),
};

const updateCalls = {
  'updates.status': call(nothing, updateStatus),
  'updates.check': call(nothing, updateStatus),
  'updates.download': call(nothing, updateStatus),
  'updates.install': call(nothing, nothing),
  /** Sets where updates come from; null for nowhere. Refused where the administrator chose. */
  'updates.setFeed': call(z.object({ address: z.string().max(2000).nullable() }), updateStatus),
};

const practiceCalls = {
  /** Adds a document that the page has read to the practice service. Refused for a company's workspace. */
  'practice.giveDocument': call(givenDocument, z.object({ jobId: z.guid() })),
};

export const calls = {
  ...appCalls,
  ...answerCalls,
  ...updateCalls,
  ...networkCalls,
  ...desktopCalls,
  ...vendorCalls,
  ...weekCalls,
  ...lookUpCalls,
  ...listCalls,
  ...exportCalls,
  ...gateCalls,
  ...historyCalls,
  ...inviteCalls,
  ...draftCalls,
  ...templateCalls,
  ...importCalls,
  ...verificationCalls,
  ...expiryCalls,
  ...checkCalls,
  ...documentCalls,
  ...filingCalls,
  ...onboardingCalls,
  ...noteCalls,
  ...letterCalls,
  ...outboxCalls,
  ...practiceCalls,
  ...teamCalls,
  ...todayCalls,
} satisfies Record<string, Call>;

const changedIds = z.object({ ids: z.array(z.string()) });

/** Everything the main process reports unasked. A list of IDs says what changed, so that a screen fetches just that. */
export const events = {
  'sync.changed': syncStatus,
  'entries.changed': changedIds,
  'vendors.changed': changedIds,
  /** IDs of rows; one that ends with a colon names the look-up itself. */
  'lookups.changed': changedIds,
  'documents.changed': changedIds,
  /** IDs of papers in the pile, or of vendors whose documents on file changed. */
  'filing.changed': changedIds,
  'onboarding.changed': changedIds,
  'search.changed': changedIds,
  'team.changed': changedIds,
  'templates.changed': changedIds,
  /** Each id is a draft's kind and key, with a space between. */
  'drafts.changed': changedIds,
  'checks.changed': checkRun,
  'imports.changed': importStatus.nullable(),
  'workspace.changed': openWorkspace.nullable(),
  'observations.changed': serviceObservations,
  'settings.changed': appSettings,
  'keychain.changed': keychainStatus,
  'updates.changed': updateStatus,
  'results.arrived': resultNews,
  'queue.emptied': queueNews,
  /** `unknown_here`: the host forgot this page; `not_signed_in`: it never knew it. */
  'host.changed': z.enum(['here', 'gone', 'unknown_here', 'not_signed_in']),
  'desktop.asked': z.null(),
} satisfies Record<string, z.ZodType>;

export type CallName = keyof typeof calls;
export type EventName = keyof typeof events;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>;
export type ParsedInput<N extends CallName> = z.output<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;

export const callNames = ownNames(calls);

/** What the preload script and the browser host's bridge put at `window.gangway`. */
export interface GangwayBridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>>;
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** Headers for fetching a file of the host; only the browser host needs some. */
  fileHeaders?(): Record<string, string>;
}
