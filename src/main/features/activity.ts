import { firstName } from '#shared/base/foreign-text.ts';
import { entryKind, type EntryDecision, type EntryKind } from '#shared/outbox/outbox.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { resultKind } from '#shared/service/result-kinds.ts';
import type { ActivityStore, Happened } from '../store/activity.ts';

type ActivityItem = TodaySummary['activity'][number];

const eventLabels: Record<string, Record<EntryKind, string> & { kind: ActivityItem['kind'] }> = {
  enqueued: labels('invite_queued', 'You queued'),
  corrected_by: labels('invite_queued', 'You corrected'),
  accepted: labels('invite_sent', 'Gangway sent', 'Gangway submitted'),
  outcome_unknown: {
    kind: 'in_doubt',
    invite: 'The invite may have been sent to',
    verification: 'The verification may have been submitted for',
  },
  held: {
    kind: 'in_doubt',
    invite: 'A colleague already invited',
    verification: 'Gangway did not submit the verification for',
  },
  refused: labels('refused', 'The service refused'),
  gave_up: labels('refused', 'Gangway stopped trying to send', 'Gangway stopped trying to submit'),
  ...decisionLabels('marked_as_sent', 'You marked as sent', '“Mark as sent” for'),
  ...decisionLabels('sent_again', 'You queued again', '“Send again” for'),
  ...decisionLabels('cancelled', 'You canceled', '“Cancel” for'),
  ...decisionLabels('retried_now', 'You tried again', '“Try again” for'),
  ...decisionLabels('corrected', 'You corrected', 'the correction of'),
};

function labels(kind: ActivityItem['kind'], invite: string, verification = invite) {
  return { kind, invite: `${invite} the invite to`, verification: `${verification} the verification for` };
}

function decisionLabels(decision: EntryDecision, done: string, what: string): typeof eventLabels {
  return {
    [decision]: labels('decision', done),
    [`undone_${decision}`]: labels('decision', `You undid ${what}`),
  };
}

/** What a person did, and the button that is undone. */
const decisionWords: Record<string, { did: string; undid: string }> = {
  accept: { did: 'accepted the document of', undid: '“Accept” for the document of' },
  ask_new_copy: {
    did: 'opened a draft that asks for a new copy from',
    undid: '“Ask for a new copy” for the document of',
  },
  skip: { did: 'skipped the document of', undid: '“Skip” for the document of' },
  accept_differences: { did: 'accepted the result of', undid: '“Accept” for the result of' },
  ask_vendor: {
    did: 'opened a draft to ask about the license of',
    undid: '“Ask the vendor” for the license of',
  },
};

function toItem(row: Happened, own: readonly (string | null)[]): ActivityItem {
  const of = { at: row.at, subject: firstName(row.title, row.subtitle) ?? '' };
  const isOwn = own.includes(row.person);
  switch (row.source) {
    case 'history': {
      const words = ownMember(eventLabels, row.what);
      if (words === undefined) throw new Error(`No words for ${row.what}.`);
      const entry = entryKind.parse(row.kind);
      const detail = row.person === null ? words[entry] : toColleagues(words[entry], row.person);
      return { ...of, kind: activityKinds[entry][words.kind] ?? words.kind, detail };
    }
    case 'reading':
      return { ...of, ...readingLabels(row) };
    case 'decision': {
      const who = isOwn ? 'You' : (row.person ?? 'Someone');
      const detail = `${who} ${ownMember(decisionWords, row.what)?.did ?? 'decided on'}`;
      return { ...of, kind: 'decision', detail };
    }
    case 'undone': {
      // Who undid it is not stored; a decision made here was undone here.
      const what = ownMember(decisionWords, row.what)?.undid ?? 'the decision on';
      return { ...of, kind: 'decision', detail: `${isOwn ? 'You' : 'Someone'} undid ${what}` };
    }
    case 'profile':
      return { ...of, kind: 'profile_fetched', detail: 'Gangway fetched the profile of' };
  }
}

/** What a colleague did, from what is said where this computer does it. */
const toColleagues = (detail: string, colleague: string): string =>
  detail.replace(/^(?:You|Gangway)/u, colleague);

const activityKinds: Record<EntryKind, Partial<Record<ActivityItem['kind'], ActivityItem['kind']>>> = {
  invite: {},
  verification: { invite_queued: 'check_queued', invite_sent: 'check_sent' },
};

function readingLabels(row: Happened): Pick<ActivityItem, 'kind' | 'detail'> {
  if (resultKind.parse(row.kind) === 'document')
    return { kind: 'document_result', detail: 'Document result of' };
  if (row.number !== null && row.number > 0) {
    const details = row.number === 1 ? '1 detail differs' : `${row.number} details differ`;
    return { kind: 'result_differs', detail: `License result in, ${details}:` };
  }
  if (row.number === null && row.another === 1) {
    return { kind: 'result_problem', detail: 'The service answered with another ID for the license of' };
  }
  if (row.attention === 1) {
    const status = row.what === '' ? 'without a status' : `with the status “${row.what}”`;
    return { kind: 'result_problem', detail: `License result ${status} needs a decision:` };
  }
  if (row.number === null) return { kind: 'result_same', detail: 'License result without details:' };
  return { kind: 'result_same', detail: 'License verified, everything matches:' };
}

/** Recent activity, newest first. @param own names of the current user; other people's decisions show their names */
export const recentActivity = (activity: ActivityStore, limit: number, own: readonly (string | null)[]) =>
  activity.latest(limit).map((row) => toItem(row, own));
