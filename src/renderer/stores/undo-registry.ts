import { counted } from '#shared/counted.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { CallInput, CallName, CallOutput } from '#shared/ipc/contract.ts';
import { call } from '../bridge.ts';
import { appSettingsChange, workspaceSettingsChange } from '#shared/settings.ts';
import { adoptSettings, adoptWorkspace, useSession } from './session.ts';
import { tellDone } from './tell-done.ts';
import { pushBarrier, pushUndo } from './undo.ts';

/** What a person did, in words, and the inverse call that undoes it. */
interface Undoing {
  text: string;
  take: () => Promise<{ ok: true } | { ok: false; error: { message: string } }>;
  /** Changed in place, where the person sees it: nothing tells of it. */
  silent?: boolean;
}

/**
 * What Ctrl+Z does after a call that succeeded.
 * - `read` changes nothing. `aside` changes nothing that a person would undo here: it has its own switch or undo, or is one.
 * - `screen`: its screen pushes a step, since only it knows what to say.
 * - `barrier`: cannot be undone, and nothing older can by Ctrl+Z; the sentence says why.
 * - `undoing` names the inverse; null where the call changed nothing.
 */
type Rule<N extends CallName> =
  | 'read'
  | 'aside'
  | 'screen'
  | { barrier: string }
  | { undoing: (input: CallInput<N>, output: CallOutput<N>, before: Before) => Undoing | null };

/** Settings as they were before the call. */
type Before = ReturnType<typeof settingsNow>;

/** The settings of the app and of the open workspace; null before both are known. */
export function settingsNow() {
  const { session } = useSession.getState();
  if (session.kind !== 'ready') return null;
  const { settings, workspace } = session.start;
  return { app: settings, workspace };
}

/** A setting that is changed where it is seen; `take` puts back what it was. */
const settingChanged = (take: Undoing['take']): Undoing => ({ text: 'Setting changed', take, silent: true });

/** What of the settings a change is about, as they were before it. */
const asBefore = (change: object, before: object) =>
  Object.fromEntries(Object.entries(before).filter(([name]) => name in change));

/** How a list looks is changed where it is seen, and has a way back there. */
const looks = new Set(['views', 'columns', 'columnWidths']);
const isLook = (change: object) => Object.keys(change).every((name) => looks.has(name));

/** Every call of the contract: one without a rule does not compile. */
export const undoRegistry: { [N in CallName]: Rule<N> } = {
  'onboarding.waive': {
    undoing: ({ subjects }, { records }) => ({
      text:
        subjects.length === 1
          ? 'Requirement waived'
          : `Requirement waived for ${counted(subjects.length, 'vendor')}`,
      take: () => call('onboarding.takeBack', { records }),
    }),
  },
  'onboarding.attest': {
    undoing: ({ subjects }, { records }) => ({
      text:
        subjects.length === 1
          ? 'Requirement confirmed'
          : `Requirement confirmed for ${counted(subjects.length, 'vendor')}`,
      take: () => call('onboarding.takeBack', { records }),
    }),
  },
  'onboarding.takeBack': {
    undoing: ({ records }) => ({
      text: records.length === 1 ? 'Ended now' : `${records.length} ended now`,
      take: () => call('onboarding.putBack', { records }),
    }),
  },
  'onboarding.tag': {
    undoing: ({ tag, on }, { changed }) =>
      changed.length === 0
        ? null
        : {
            text: on ? `Tag “${tag}” added` : `Tag “${tag}” removed`,
            take: () => call('onboarding.tag', { vendorIds: changed, tag, on: !on }),
          },
  },
  'onboarding.setValidUntil': {
    undoing: ({ jobId }, { before }) => ({
      text: 'Expiration date saved',
      take: () => call('onboarding.setValidUntil', { jobId, day: before }),
    }),
  },
  'onboarding.save': {
    undoing: (_input, { problems, before }) =>
      problems.length > 0
        ? null
        : { text: 'Requirement sets saved', take: () => call('onboarding.save', { sets: before }) },
  },
  'workspaces.updateSettings': {
    undoing: (change, _output, before) =>
      before?.workspace == null || isLook(change)
        ? null
        : settingChanged(
            putSettingsBack(workspaceSettingsChange.parse(asBefore(change, before.workspace.settings))),
          ),
  },
  'app.updateSettings': {
    undoing: (change, _output, before) =>
      before === null
        ? null
        : settingChanged(putAppSettingsBack(appSettingsChange.parse(asBefore(change, before.app)))),
  },
  'workspaces.rename': {
    undoing: (_input, _output, before) =>
      before?.workspace == null ? null : settingChanged(rename(before.workspace.name)),
  },
  'workspaces.changeAddress': { barrier: 'The address of the workspace was changed.' },
  'workspaces.replaceToken': { barrier: 'You signed in with another token.' },
  'workspaces.forgetToken': { barrier: 'You signed out.' },
  'updates.setFeed': { barrier: 'The update address was changed.' },
  'network.signIn': { barrier: 'You signed in to the proxy.' },
  'network.forgetSignIn': { barrier: 'The proxy sign-in was removed.' },
  'documents.add': { barrier: 'Followed documents stay followed.' },
  'documents.localCopyFinish': { barrier: 'Your copy was saved. You can remove it on the document.' },
  'documents.clearPictures': { barrier: 'Saved pictures were deleted. They can be downloaded again.' },
  'outbox.retryAllNow': { barrier: 'All were queued again.' },
  'outbox.sendDelayed': { barrier: 'These were sent right away.' },
  'onboarding.noteSeen': { barrier: 'Marked as seen.' },
  'invites.enqueue': 'screen',
  'invites.remind': 'screen',
  'invites.archive': 'screen',
  'drafts.discard': 'screen',
  'templates.save': 'screen',
  'templates.delete': 'screen',
  'imports.queue': 'screen',
  'verifications.enqueue': 'screen',
  'verifications.decide': 'screen',
  'documents.decide': 'screen',
  'documents.acceptGood': 'screen',
  'documents.assignVendor': 'screen',
  'documents.assignVendors': 'screen',
  'documents.removeLocalCopy': 'screen',
  'outbox.sendAgain': 'screen',
  'outbox.markAsSent': 'screen',
  'outbox.retryNow': 'screen',
  'outbox.cancel': 'screen',
  'outbox.decideMany': 'screen',
  'lookups.refresh': 'screen',
  'app.noteNewsSeen': 'aside',
  'app.tryKeychain': 'aside',
  'workspaces.connect': 'aside',
  'workspaces.importBegin': 'aside',
  'workspaces.importAppend': 'aside',
  'workspaces.importFinish': 'aside',
  'workspaces.importDrop': 'aside',
  'workspaces.openPractice': 'aside',
  'workspaces.open': 'aside',
  'app.openOutside': 'aside',
  'updates.check': 'aside',
  'updates.download': 'aside',
  'updates.install': 'aside',
  'desktop.takeRequest': 'aside',
  'desktop.networkChanged': 'aside',
  'desktop.inSight': 'aside',
  'desktop.showMenu': 'aside',
  'desktop.showLogs': 'aside',
  'vendors.lookUp': 'aside',
  'lookups.begin': 'aside',
  'lookups.tryAgain': 'aside',
  'lookups.cancel': 'aside',
  'exports.begin': 'aside',
  'exports.beginWorkspace': 'aside',
  'exports.beginVendorReport': 'aside',
  'exports.beginCalendar': 'aside',
  'exports.beginAnswer': 'aside',
  'exports.drop': 'aside',
  'drafts.save': 'aside',
  'imports.begin': 'aside',
  'imports.append': 'aside',
  'imports.finish': 'aside',
  'imports.chooseSheet': 'aside',
  'imports.setTextForm': 'aside',
  'imports.setMapping': 'aside',
  'imports.savePreset': 'aside',
  'imports.takePreset': 'aside',
  'imports.renamePreset': 'aside',
  'imports.deletePreset': 'aside',
  'imports.editCell': 'aside',
  'imports.include': 'aside',
  'imports.mendAll': 'aside',
  'imports.chooseAll': 'aside',
  'imports.undoBulk': 'aside',
  'imports.undo': 'aside',
  'imports.cancel': 'aside',
  'verifications.checkNow': 'aside',
  'checks.begin': 'aside',
  'checks.stop': 'aside',
  'documents.checkNow': 'aside',
  'documents.fetchFile': 'aside',
  'documents.localCopyBegin': 'aside',
  'documents.localCopyAppend': 'aside',
  'documents.restoreLocalCopy': 'aside',
  'documents.undoAcceptance': 'aside',
  'documents.undoDecision': 'aside',
  'documents.restoreVendors': 'aside',
  'onboarding.putBack': 'aside',
  'outbox.undo': 'aside',
  'outbox.undoDelayed': 'aside',
  'outbox.pause': 'aside',
  'outbox.workOffline': 'aside',
  'outbox.syncNow': 'aside',
  'practice.giveDocument': 'aside',
  'app.start': 'read',
  'app.lookAtKeychain': 'read',
  'workspaces.checkAddress': 'read',
  'workspaces.inspectImport': 'read',
  'workspaces.exchanges': 'read',
  'answers.get': 'read',
  'answers.ofReading': 'read',
  'updates.status': 'read',
  'network.status': 'read',
  'desktop.diagnostics': 'read',
  'desktop.thirdPartyNotices': 'read',
  'vendors.get': 'read',
  'vendors.page': 'read',
  'vendors.changes': 'read',
  'vendors.related': 'read',
  'lookups.latest': 'read',
  'lookups.page': 'read',
  'lists.values': 'read',
  'exports.next': 'read',
  'invites.remindable': 'read',
  'invites.page': 'read',
  'invites.counts': 'read',
  'invites.get': 'read',
  'invites.duplicates': 'read',
  'drafts.list': 'read',
  'drafts.get': 'read',
  'templates.list': 'read',
  'imports.status': 'read',
  'imports.previewMessage': 'read',
  'imports.page': 'read',
  'imports.lists': 'read',
  'imports.problems': 'read',
  'verifications.duplicates': 'read',
  'verifications.page': 'read',
  'verifications.counts': 'read',
  'verifications.get': 'read',
  'verifications.types': 'read',
  'expiry.months': 'read',
  'expiry.page': 'read',
  'checks.latest': 'read',
  'documents.page': 'read',
  'documents.counts': 'read',
  'documents.facets': 'read',
  'documents.get': 'read',
  'documents.pictureUsage': 'read',
  'documents.good': 'read',
  'onboarding.sets': 'read',
  'onboarding.page': 'read',
  'onboarding.counts': 'read',
  'onboarding.figures': 'read',
  'onboarding.vendor': 'read',
  'outbox.status': 'read',
  'outbox.page': 'read',
  'outbox.inDoubt': 'read',
  'outbox.export': 'read',
  'today.summary': 'read',
  'today.firstSteps': 'read',
  'today.lastQueued': 'read',
  'today.counts': 'read',
  'search.find': 'read',
};

function putSettingsBack(part: CallInput<'workspaces.updateSettings'>): Undoing['take'] {
  return async () => {
    const result = await call('workspaces.updateSettings', part);
    if (result.ok) adoptWorkspace(result.value);
    return result;
  };
}

function putAppSettingsBack(part: CallInput<'app.updateSettings'>): Undoing['take'] {
  return async () => {
    const result = await call('app.updateSettings', part);
    if (result.ok) adoptSettings(result.value);
    return result;
  };
}

function rename(name: string): Undoing['take'] {
  return async () => {
    const result = await call('workspaces.rename', { name });
    if (result.ok) adoptWorkspace(result.value);
    return result;
  };
}

/** Pushes the step, or the barrier, of a call that succeeded. */
export function noteDone<N extends CallName>(
  name: N,
  input: CallInput<N>,
  output: CallOutput<N>,
  before: Before,
): void {
  const rule: Rule<N> = undoRegistry[name];
  if (typeof rule === 'string') return;
  if ('barrier' in rule) {
    pushBarrier(rule.barrier);
    return;
  }
  const undoing = rule.undoing(input, output, before);
  if (undoing === null) return;
  const { text, take, silent = false } = undoing;
  const undo = async () => {
    const result = await take();
    return result.ok ? 'Undone.' : `Nothing was undone. ${result.error.message}`;
  };
  if (silent) pushUndo(text, undo);
  else tellDone(text, undo);
}

/** Makes a call that a person set off, and notes how it is undone. */
export async function act<N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<CallResult<CallOutput<N>>> {
  const before = settingsNow();
  const result = await call(name, input);
  if (result.ok) noteDone(name, input, result.value, before);
  return result;
}
