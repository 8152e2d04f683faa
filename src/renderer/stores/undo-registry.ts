import type { CallResult } from '#shared/ipc/call.ts';
import type { CallInput, CallName, CallOutput } from '#shared/ipc/contract.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { languageLabels } from '#shared/letters/letter-templates.ts';
import { noteLabels } from '#shared/ipc/notes.ts';
import { call } from '../bridge.ts';
import { showDay } from '../time.ts';
import { adoptSettings, adoptWorkspace, startNow } from './session.ts';
import { tellDone, pushBarrier, pushUndo } from './undo.ts';

/** What a person did, in words, and the inverse call that undoes it. */
interface Undoing {
  text: string;
  take: () => Promise<{ ok: true } | { ok: false; error: { message: string } }>;
  /** Changed in place, where the person sees it: nothing tells of it. */
  silent?: boolean;
}

/** Subjects of which Ctrl+Z undoes nothing: they read, run something, or have their own way back. */
type AsideSubject =
  | 'answers'
  | 'checks'
  | 'desktop'
  | 'expiry'
  | 'exports'
  | 'imports'
  | 'lists'
  | 'lookups'
  | 'practice'
  | 'search'
  | 'today';

/** Calls of these names read, or take something back. */
type AsideVerb =
  | 'checkNow'
  | 'counts'
  | 'duplicates'
  | 'get'
  | 'list'
  | 'overridden'
  | 'page'
  | 'status'
  | `undo${string}`
  | `restore${string}`;

/** Others that change nothing that a person would undo here. */
type Aside =
  | `${AsideSubject}.${string}`
  | `${string}.${AsideVerb}`
  | `app.${'start' | 'lookAtKeychain' | 'tryKeychain' | 'noteNewsSeen' | 'openOutside'}`
  | `workspaces.${'checkAddress' | 'seenAnswers' | 'connect' | 'open' | 'openPractice'}`
  | `workspaces.${'inspectImport' | 'importBegin' | 'importAppend' | 'importFinish' | 'importDrop'}`
  | `updates.${'check' | 'download' | 'install'}`
  | `vendors.${'changes' | 'related' | 'lookUp'}`
  | 'invites.remindable'
  | 'verifications.types'
  | `documents.${'facets' | 'pictureUsage' | 'good' | 'fetchFile' | 'localCopyBegin' | 'localCopyAppend'}`
  | `filing.${'begin' | 'append' | 'finish' | 'pile' | 'saveReading' | 'choose'}`
  | `notes.${'remove' | 'reopenFollowUp'}`
  | `onboarding.${'sets' | 'scope' | 'figures' | 'vendor' | 'putBack'}`
  | `outbox.${'inDoubt' | 'export' | 'pause' | 'workOffline' | 'syncNow'}`
  | 'drafts.save';

/** Their screens push the step, since only they know what to say. */
type OnScreen =
  | `invites.${'enqueue' | 'remind' | 'archive'}`
  | 'drafts.discard'
  | `templates.${'save' | 'delete'}`
  | `verifications.${'enqueue' | 'decide'}`
  | `documents.${'decide' | 'acceptGood' | 'assignVendor' | 'assignVendors' | 'removeLocalCopy'}`
  | `outbox.${'sendAgain' | 'markAsSent' | 'retryNow' | 'cancel' | 'decideMany'}`;

/**
 * What Ctrl+Z does after any other call that succeeded.
 * - `barrier`: cannot be undone, and nothing older can by Ctrl+Z; the sentence says why.
 * - `undoing` names the inverse; null where the call changed nothing.
 */
type Rule<N extends CallName> =
  | { barrier: string }
  | { undoing: (input: CallInput<N>, output: CallOutput<N>, before: Before) => Undoing | null };

/** What the settings of the app and of the open workspace were. */
type Before = ReturnType<typeof startNow>;

/** A setting that is changed where it is seen; `take` puts back what it was. */
const settingChanged = (take: Undoing['take']): Undoing => ({ text: 'Setting changed', take, silent: true });

const takingBack = (text: string, records: CallInput<'onboarding.takeBack'>['records']): Undoing => ({
  text,
  take: () => call('onboarding.takeBack', { records }),
});

/** What of the settings a change is about, as they were before it. */
function asBefore<T extends object>(change: object, before: T): Partial<T> {
  const was: Partial<T> = {};
  for (const name in before) if (name in change) was[name] = before[name];
  return was;
}

/** How a list looks is changed where it is seen, and has a way back there. */
const looks = new Set(['views', 'columns', 'columnWidths']);
const isLook = (change: object) => Object.keys(change).every((name) => looks.has(name));

/** A call of the contract that is in no group above and has no rule does not compile. */
export const undoRegistry: { [N in Exclude<CallName, Aside | OnScreen>]: Rule<N> } = {
  'onboarding.waive': { undoing: (_input, { records }) => takingBack('Requirement waived', records) },
  'onboarding.attest': { undoing: (_input, { records }) => takingBack('Requirement confirmed', records) },
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
  'filing.file': {
    undoing: (_input, { filed }) => {
      const [first] = filed;
      if (first === undefined) return null;
      const ids = filed.map(({ id }) => id);
      return {
        text:
          filed.length === 1 ? `${first.kind} filed for ${first.vendor}` : `${filed.length} documents filed`,
        take: () => call('filing.undoFile', { ids }),
      };
    },
  },
  'filing.remove': {
    undoing: ({ ids }) => ({
      text: ids.length === 1 ? 'Document removed' : `${ids.length} documents removed`,
      take: () => call('filing.restoreRemoved', { ids }),
    }),
  },
  'filing.split': {
    undoing: ({ id }) => ({ text: 'Pages split', take: () => call('filing.join', { id }) }),
  },
  'filing.join': {
    undoing: ({ id }, { page }) => ({ text: 'Pages joined', take: () => call('filing.split', { id, page }) }),
  },
  'filing.change': {
    undoing: ({ id }, { before }) => ({
      text: 'Document changed',
      take: () => call('filing.change', { id, ...before }),
    }),
  },
  'notes.add': {
    undoing: ({ subject, kind, followUp }, { id, moved }) => ({
      text: `${noteLabels[kind]} saved${followUp === null ? '' : `, follow-up ${showDay(followUp)}`}`,
      take: () => call('notes.remove', { notes: [{ subject, id, moved }] }),
    }),
  },
  'notes.addEach': {
    undoing: ({ kind }, { notes }) => ({
      text: `${noteLabels[kind]} saved for ${pluralize(notes.length, 'vendor')}`,
      take: () => call('notes.remove', { notes }),
    }),
  },
  'onboarding.assign': {
    undoing: (_asked, { before }) =>
      before.length === 0
        ? null
        : {
            text: `${pluralize(before.length, 'vendor')} assigned`,
            take: () => call('onboarding.assign', { changes: before }),
          },
  },
  'letters.setLanguage': {
    undoing: ({ subject, language }, { before }) =>
      before === language
        ? null
        : {
            text: `Letters in ${languageLabels[language]}`,
            take: () => call('letters.setLanguage', { subject, language: before }),
          },
  },
  'letters.save': {
    undoing: ({ template, ...of }, { before }) => ({
      text: template === null ? 'Letter reset to the default' : 'Letter template saved',
      take: () => call('letters.save', { ...of, template: before }),
    }),
  },
  'notes.endFollowUp': {
    undoing: (named) => ({ text: 'Follow-up done', take: () => call('notes.reopenFollowUp', named) }),
  },
  'notes.moveFollowUp': {
    undoing: ({ subject, id, day }, { before }) => ({
      text: `Follow-up moved to ${showDay(day)}`,
      take: () => call('notes.moveFollowUp', { subject, id, day: before }),
    }),
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
            putBack('workspaces.updateSettings', asBefore(change, before.workspace.settings), adoptWorkspace),
          ),
  },
  'app.updateSettings': {
    undoing: (change, _output, before) =>
      before === null
        ? null
        : settingChanged(putBack('app.updateSettings', asBefore(change, before.settings), adoptSettings)),
  },
  'workspaces.rename': {
    undoing: (_input, _output, before) =>
      before?.workspace == null
        ? null
        : settingChanged(putBack('workspaces.rename', { name: before.workspace.name }, adoptWorkspace)),
  },
  'workspaces.changeAddress': { barrier: 'The address was changed.' },
  'workspaces.replaceToken': { barrier: 'You signed in.' },
  'workspaces.forgetToken': { barrier: 'You signed out.' },
  'team.signIn': { barrier: 'You entered a password.' },
  'team.join': { barrier: 'You joined a team.' },
  'team.leave': { barrier: 'You left the team.' },
  'updates.setFeed': { barrier: 'The address was changed.' },
  'network.signIn': { barrier: 'You signed in.' },
  'network.forgetSignIn': { barrier: 'You signed out.' },
  'documents.add': { barrier: 'Documents were added.' },
  'documents.localCopyFinish': { barrier: 'Your copy was saved.' },
  'documents.clearPictures': { barrier: 'Pictures were deleted.' },
  'outbox.retryAllNow': { barrier: 'All were queued again.' },
  'outbox.sendDelayed': { barrier: 'These were sent right away.' },
  'onboarding.noteSeen': { barrier: 'Marked as seen.' },
};

/** Makes the inverse call and adopts its answer. */
function putBack<N extends CallName>(
  name: N,
  input: CallInput<N>,
  adopt: (answer: CallOutput<N>) => void,
): Undoing['take'] {
  return async () => {
    const result = await call(name, input);
    if (result.ok) adopt(result.value);
    return result;
  };
}

/** Pushes the step, or the barrier, of a call that succeeded. */
function noteDone<N extends CallName>(
  name: N,
  input: CallInput<N>,
  output: CallOutput<N>,
  before: Before,
): void {
  const rules: { [Any in CallName]?: Rule<Any> } = undoRegistry;
  const rule: Rule<N> | undefined = rules[name];
  if (rule === undefined) return;
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
  const before = startNow();
  const result = await call(name, input);
  if (result.ok) noteDone(name, input, result.value, before);
  return result;
}
