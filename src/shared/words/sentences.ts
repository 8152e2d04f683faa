import type { Tone } from '../base/tone.ts';
import { dayText, localDay, momentText } from '../base/dates.ts';
import type { HistoryItem } from '../ipc/outbox.ts';
import type { Doubt } from '../service/doubts.ts';
import { isolated } from '../base/foreign-text.ts';
import { findObstacle, unsearchedAnswer } from './network-messages.ts';
import { entryLabels } from '../outbox/entry-labels.ts';
import { openFateReasons, type EntryKind, type EntryReason } from '../outbox/outbox.ts';
import { readRefusal, refusalText } from '../outbox/refusal.ts';

export type TimeWriter = (at: number) => string;

/** The reason in a few words, for one line. No full stop. */
export function reasonBrief(reason: EntryReason, kind: EntryKind): string {
  switch (reason.code) {
    case 'unreachable':
      return findObstacle(reason.detail)?.brief ?? 'The service can’t be reached';
    case 'no_answer':
      return reason.detail === unsearchedAnswer
        ? 'Sent; the answer is too complex to read'
        : 'No reply from the service';
    case 'closed_while_sending':
      return 'Gangway was closed while sending';
    case 'server_error':
      return `Service error ${reason.status} after sending`;
    case 'busy':
      return `${(busy[reason.status] ?? usuallyBusy)[0]}${waitText(', asked', reason.waitMs)}`;
    case 'refused':
      if (entryLabels[kind].doneBefore?.says(reason) === true) return entryLabels[kind].doneBefore.brief;
      if (reason.status === 403) return 'The token is not allowed to do this';
      return reason.status < 400 ? 'Refused by the service' : `Refused with ${reason.status}`;
    case 'web_page':
      return 'A web page came instead of an answer';
    case 'unreadable_answer':
      return 'The reply is not from the service';
    case 'answer_not_clear':
      return notClearBrief(reason.doubts);
    case 'redirected':
      return 'The service points to another address';
    case 'no_request_id':
      return reason.seen === undefined
        ? 'Accepted, but without an ID'
        : `Accepted; the ID may be ${reason.seen.id}`;
    case 'token_refused':
      return 'The token was not accepted';
    case 'restored_from_backup':
      return reason.copyAt === undefined
        ? 'Restored from an older copy'
        : `Restored from the copy of ${dayText(localDay(new Date(reason.copyAt)))}`;
    case 'moved_here':
      return 'Unsent on the computer it came from';
    case 'altered':
      return 'Altered on the disk, not sent';
    case 'invited_by_colleague':
      return `${reason.colleague} ${colleaguesInvite[reason.state][0]}`;
  }
}

/** What a colleague did about the same vendor, for one line and in a sentence. */
const colleaguesInvite = {
  queued: ['is inviting them too', 'queued an invite on'],
  in_doubt: ['may have invited them', 'sent an invite that may have arrived, queued on'],
  sent: ['already invited them', 'sent an invite, queued on'],
} as const;

const busy: Readonly<Partial<Record<number, readonly [brief: string, message: string]>>> = {
  408: ['Service timed out (408)', 'The service timed out'],
  425: ['Service isn’t ready for it (425)', 'The service isn’t ready for this'],
  503: ['Service is under maintenance (503)', 'The service is under maintenance'],
};

const usuallyBusy = ['Service is busy', 'The service is busy'] as const;

function waitText(asked: string, milliseconds: number | null): string {
  if (milliseconds === null) return '';
  if (milliseconds < 60_000) return `${asked} to wait ${Math.ceil(milliseconds / 1000)} s`;
  if (milliseconds < 3_600_000) return `${asked} to wait ${Math.ceil(milliseconds / 60_000)} min`;
  return `${asked} to wait ${Math.ceil(milliseconds / 3_600_000)} h`;
}

/** What happened to an entry, in a sentence. {@link toDoubt} explains doubt, {@link readRefusal} quotes the service. */
export function reasonSentence(reason: EntryReason, kind: EntryKind): string {
  switch (reason.code) {
    case 'unreachable':
      return `${findObstacle(reason.detail)?.sentence ?? 'The service can’t be reached.'} Nothing was sent.`;
    case 'no_answer':
      if (reason.detail === unsearchedAnswer)
        return `The service answered after ${wasSent(kind)}, but its answer was too complex to read and was not saved.`;
      return `The service did not reply after ${wasSent(kind)}.`;
    case 'closed_while_sending':
      return 'Gangway was closed while sending.';
    case 'server_error':
      return `The service had a problem (${reason.status}) after ${wasSent(kind)}.`;
    case 'busy':
      return `${(busy[reason.status] ?? usuallyBusy)[1]}${waitText(' and asked Gangway', reason.waitMs)}. Nothing was accepted.`;
    case 'refused':
      if (reason.status === 403) return 'The token is not allowed to do this. Ask your administrator.';
      if (entryLabels[kind].doneBefore?.says(reason) === true) return entryLabels[kind].doneBefore.sentence;
      return refusalText(readRefusal(reason, kind)) === null
        ? 'The service refused this without a readable reason.'
        : 'The service refused this. It said:';
    case 'web_page':
      return `A web page came instead of the service’s answer, after ${wasSent(kind)}.`;
    case 'unreadable_answer':
      return `The reply after ${wasSent(kind)} is not from the service. Gangway can’t tell whether this arrived.`;
    case 'answer_not_clear':
      return notClearSentence(reason, kind);
    case 'redirected':
      if (reason.status !== 307 && reason.status !== 308)
        return `The service answered ${reason.status} after ${wasSent(kind)}${reason.location === null ? '' : ` and pointed to ${reason.location}`}. It may have been accepted. Check there.`;
      return reason.location === null
        ? 'The network replied instead of the service. Sign in to the Wi-Fi first.'
        : `The service points to ${reason.location}. Gangway won’t follow it, because your token would go there. Check the service address.`;
    case 'no_request_id':
      return reason.seen === undefined
        ? 'The service accepted the details but gave no ID, so no result will come.'
        : `The service accepted the details. Its answer has an ID at “${reason.seen.at}”: ${reason.seen.id}. If that is the ID of the verification, set the place in Settings, Response format.`;
    case 'token_refused':
      return 'The service did not accept the token. Nothing is lost.';
    case 'restored_from_backup':
      return reason.copyAt === undefined
        ? 'This comes from an older copy of Gangway’s data. It may have been sent after that copy was made.'
        : `This comes from the copy of ${momentText(reason.copyAt)}. It may have been sent after that copy was made.`;
    case 'moved_here':
      return 'This came unsent from another computer. It may have been sent from there since. Check there before you decide.';
    case 'altered':
      return 'This is not what you queued: it was altered on the disk. Gangway did not send it. Compare it with what you meant, then correct and send it, or cancel it.';
    case 'invited_by_colleague':
      return `${reason.colleague} ${colleaguesInvite[reason.state][1]} ${momentText(reason.at)}. ${reason.mayBeSent === true ? 'Yours may have been sent, too' : 'Gangway did not send yours'}.`;
  }
}

type NotClear = Extract<EntryReason, { code: 'answer_not_clear' }>;

function notClearSentence({ doubts, status, wrappedIn }: NotClear, kind: EntryKind): string {
  if (wrappedIn !== undefined)
    return `Your service wraps its answers in “${wrappedIn}”. Set it in Settings, Response format. Gangway can’t tell whether ${wasSent(kind)}.`;
  const said = doubts.slice(0, 3).map(memberWords);
  return said.length === 0
    ? `The service answered ${status}, but its answer has no result in it. Gangway can’t tell whether ${wasSent(kind)}.`
    : `The service answered ${status} and said ${said.join('; ')}. Gangway can’t tell whether ${wasSent(kind)}.`;
}

/** The longest of the service's words tells most. */
function notClearBrief(doubts: readonly Doubt[]): string {
  const [most] = doubts.toSorted((one, other) => other.words.length - one.words.length);
  return most === undefined
    ? 'The answer doesn’t say whether it was sent'
    : `The service said ${memberWords(most)}`;
}

const memberWords = ({ member, words }: Doubt): string =>
  `${member.split('.').at(-1) ?? member}: “${isolated(words)}”`;

/** What an entry in doubt says, the same on its chip and page, in Today and the outbox. */
export function toDoubt(reason: EntryReason | null, kind: EntryKind): { headline: string; sentence: string } {
  const what = reason === null ? 'Gangway can’t tell whether this arrived.' : reasonSentence(reason, kind);
  if (reason?.code === 'invited_by_colleague')
    return { headline: `${reasonBrief(reason, kind)}.`, sentence: `${what} Send it anyway, or cancel it.` };
  return {
    headline: doubtHeadline(reason, kind),
    sentence: `${what} Gangway won’t send it again automatically.`,
  };
}

function doubtHeadline(reason: EntryReason | null, kind: EntryKind): string {
  if (reason?.code === 'answer_not_clear') return 'The service’s answer isn’t clear.';
  if (reason?.code === 'no_request_id') return 'The service has these details already.';
  return entryLabels[kind].labels.doubtHeadline;
}

/** Why Gangway retries an entry that the service may have. */
export function repeatSentence(reason: EntryReason): string | null {
  return openFateReasons.includes(reason.code)
    ? 'Your settings say that sending it again does no harm, so Gangway does.'
    : null;
}

/** As in "the invite was sent". */
function wasSent(kind: EntryKind): string {
  const { thing, verb } = entryLabels[kind].labels.request;
  return `${thing} ${verb} sent`;
}

export interface HistoryLine {
  icon:
    | 'clock'
    | 'circle-arrow-up'
    | 'check'
    | 'octagon-x'
    | 'circle-question-mark'
    | 'timer'
    | 'lock'
    | 'octagon-pause'
    | 'ban'
    | 'send'
    | 'rotate-cw'
    | 'undo';
  tone: Tone;
  title: string;
  sentence: string | null;
}

const doubtTitles: Partial<Record<EntryReason['code'], string>> = {
  closed_while_sending: 'Closed while sending',
  restored_from_backup: 'Restored from an older copy',
  moved_here: 'Came from another computer',
  no_request_id: 'Accepted without an ID',
  answer_not_clear: 'Answer not clear',
  invited_by_colleague: 'Not sent, since a colleague invited them',
};

const quiet = { tone: 'neu', sentence: null } as const;

export function historyLine(item: HistoryItem, kind: EntryKind): HistoryLine {
  const why = item.reason === null ? null : reasonSentence(item.reason, kind);
  const words = refusalText(readRefusal(item.reason, kind));
  const said = words === null ? why : `It said: ${words}`;
  const attempt = item.attempt === null ? '' : `, attempt ${item.attempt}`;
  const doubt = (item.reason && doubtTitles[item.reason.code]) ?? 'Sent, then no clear answer';
  const brief = item.reason === null ? 'Postponed' : reasonBrief(item.reason, kind);
  const held = 'Waiting until you sign in.';
  const unconfirmed = 'The service did not confirm it.';
  const lines: Record<HistoryItem['event'], HistoryLine> = {
    enqueued: { ...quiet, icon: 'clock', title: 'Queued', sentence: 'Saved on this computer.' },
    claimed: { ...quiet, icon: 'circle-arrow-up', tone: 'prog', title: `Being sent${attempt}` },
    accepted: { ...quiet, icon: 'check', tone: 'pos', title: 'Accepted by the service' },
    refused: { icon: 'octagon-x', tone: 'neg', title: 'Refused by the service', sentence: said },
    outcome_unknown: { icon: 'circle-question-mark', tone: 'cau', title: doubt, sentence: why },
    postponed: { icon: 'timer', tone: 'neu', title: brief, sentence: why },
    unauthorised: { icon: 'lock', tone: 'cau', title: 'Token not accepted', sentence: held },
    altered: { icon: 'octagon-pause', tone: 'neg', title: 'Altered on the disk, not sent', sentence: why },
    gave_up: { icon: 'octagon-pause', tone: 'neg', title: 'Stopped trying', sentence: why },
    cancelled: { ...quiet, icon: 'ban', title: 'Canceled by you' },
    corrected: { ...quiet, icon: 'ban', title: 'You corrected it', sentence: 'A new item replaced it.' },
    undone: { ...quiet, icon: 'undo', title: 'You undid the previous step' },
    sent_again: { ...quiet, icon: 'send', title: 'Queued again by you' },
    marked_as_sent: {
      icon: 'check',
      tone: 'pos',
      title: 'Marked as sent by a person',
      sentence: unconfirmed,
    },
    retried_now: { ...quiet, icon: 'rotate-cw', title: 'Tried again by you' },
  };
  return lines[item.event];
}
