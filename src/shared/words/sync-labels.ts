import { pluralize, countText } from '../base/pluralize.ts';
import type { Tone } from '../base/tone.ts';
import { findObstacle, wantsProxySignIn } from './network-messages.ts';
import { needsPersonCount, unsentCount, type ServiceFinding, type SyncStatus } from '../outbox/outbox.ts';
import { saysNoNetwork } from './queue-hold.ts';
import type { TimeWriter } from './sentences.ts';
import { sumOfKinds } from './undo-messages.ts';

const getHost = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

export interface SyncLabels {
  icon: 'cloud-check' | 'cloud' | 'octagon-x' | 'circle-arrow-up' | 'cloud-off' | 'timer' | 'lock' | 'pause';
  tone: Tone;
  title: string;
  /** Whether the title only repeats an old state with its age. */
  isAged: boolean;
  line: string;
  /** The finished share of the run, 0 to 1; null where nothing is being sent. */
  progress: number | null;
  leadsTo: 'outbox' | 'sign_in' | 'network';
}

export interface SyncWriter {
  time: TimeWriter;
  stretch: (ms: number) => string;
}

/** How long ago, in milliseconds; null for never or nothing. */
export interface SyncAge {
  /** Whether the next retry is due, so that its time is not shown. */
  due: boolean;
  well: number | null;
  unanswered: number | null;
  found: number | null;
}

/** Older states are shown with their age. */
const presentMs = 5000;

/** The words of the sync block (style guide, "Sync status"). "Online" only after the service answered. */
export function syncLabels(status: SyncStatus, { time, stretch }: SyncWriter, age: SyncAge): SyncLabels {
  const { condition } = status;
  const { due } = age;
  const silence =
    age.unanswered === null || age.unanswered < presentMs ? null : `No answer for ${stretch(age.unanswered)}`;
  const unsent = unsentCount(status);
  const needs = needsPersonCount(status);
  const needYou = needs === 0 ? null : pluralize(needs, 'needs you', 'need you');
  const waiting = `${countText(unsent)} waiting`;
  const withUnsent = (title: string) => (unsent === 0 ? title : `${title} · ${waiting}`);
  const plain = { icon: 'timer', tone: 'neu', progress: null, isAged: false, leadsTo: 'outbox' } as const;
  switch (condition.kind) {
    case 'offline': {
      const obstacle = findObstacle(condition.detail);
      return {
        ...plain,
        icon: 'cloud-off',
        tone: obstacle === null ? 'neu' : 'cau',
        title: withUnsent('Offline'),
        line: obstacle?.brief ?? unreachedLine(condition.detail, unsent),
        leadsTo: wantsProxySignIn(obstacle) ? 'network' : 'outbox',
      };
    }
    case 'working_offline':
      return {
        ...plain,
        icon: 'cloud-off',
        title: 'Working offline',
        line: unsent === 0 ? 'Your choice' : `${waiting} · your choice`,
      };
    case 'signed_out':
      return {
        ...plain,
        icon: 'lock',
        tone: 'cau',
        title: withUnsent('Signed out'),
        line:
          condition.reason === 'keychain'
            ? 'Waiting for the keychain'
            : unsent === 0
              ? 'Sign in to continue'
              : `Sign in to send ${unsent === 1 ? 'it' : 'them'}`,
        leadsTo: 'sign_in',
      };
    case 'paused':
      return { ...plain, icon: 'pause', title: withUnsent('Paused'), line: 'Resume in Outbox' };
    case 'checking_data':
      return { ...plain, title: withUnsent('Checking data'), line: 'Gangway wasn’t closed properly' };
    case 'busy':
    case 'server_trouble':
      return {
        ...plain,
        title: condition.kind === 'busy' ? 'Service is busy' : 'Service has trouble',
        line: withUnsent(`Retry ${time(condition.until)}`),
      };
    case 'redirected': {
      const { location, until } = condition;
      const toRetry = until === null ? waiting : `Retry ${time(until)} · ${waiting}`;
      return {
        ...plain,
        tone: 'cau',
        title: location === null ? 'Network sign-in' : 'Service points elsewhere',
        line: unsent > 0 ? toRetry : location === null ? 'Sign in to the Wi-Fi' : `To ${getHost(location)}`,
      };
    }
    case 'cannot_save':
      return {
        ...plain,
        icon: 'octagon-x',
        tone: 'neg',
        title: withUnsent('Cannot save'),
        line: 'Nothing already queued is lost',
      };
    case 'connecting':
      return {
        ...plain,
        icon: 'cloud',
        title:
          unsent > 0
            ? `Connecting · ${waiting}`
            : status.lastAnswerAt === null
              ? 'Not contacted yet'
              : 'Checking the connection',
        line: needYou ?? lastSent(status, time),
      };
    case 'online':
      break;
  }
  if (unsent > 0 && unsent === status.counts.waiting && status.nextAt !== null) {
    return {
      ...plain,
      title: `${countText(unsent)} will retry`,
      line: [due ? 'Next in line' : `Retry ${time(status.nextAt)}`, needYou ?? []].flat().join(' · '),
    };
  }
  const delayed = status.delayed.reduce((sum, { entries }) => sum + sumOfKinds(entries), 0);
  if (delayed > 0 && status.counts.sending === 0 && unsent <= status.delayedEntries + status.counts.waiting) {
    return {
      ...plain,
      title: `${countText(delayed)} ${delayed === 1 ? 'goes' : 'go'} out shortly`,
      line: 'You can still undo it',
    };
  }
  if (unsent > 0) {
    const toGo = unsent - status.delayedEntries;
    const run = status.run?.endedAt === null ? status.run : null;
    return {
      ...plain,
      icon: 'circle-arrow-up',
      tone: 'prog',
      title:
        run === null
          ? `Sending ${countText(toGo)}`
          : `Sending ${countText(run.settled)} of ${countText(run.enqueued)}`,
      line: silence ?? needYou ?? `${countText(run === null ? toGo : run.enqueued - run.settled)} to go`,
      progress: run === null || run.enqueued === 0 ? null : run.settled / run.enqueued,
    };
  }
  if (status.finding !== null)
    return { ...plain, tone: 'cau', ...findingLabels(status.finding, age.found, stretch) };
  if (age.well !== null && age.well >= presentMs) {
    return {
      ...plain,
      icon: 'cloud',
      title: `Online, ${stretch(age.well)} ago`,
      isAged: true,
      line: silence ?? needYou ?? lastSent(status, time),
    };
  }
  return {
    ...plain,
    icon: 'cloud-check',
    tone: 'pos',
    title:
      needYou !== null ? `Online · ${needYou}` : status.lastSentAt === null ? 'Online' : 'Online · all sent',
    line: lastSent(status, time),
  };
}

function findingLabels(finding: ServiceFinding, age: number | null, stretch: SyncWriter['stretch']) {
  const ago = age === null || age < presentMs ? '' : `, ${stretch(age)} ago`;
  if (finding.kind === 'trouble') {
    const title = finding.status === 429 ? 'Service is busy' : 'Service has trouble';
    return { title, line: `It answered with error ${finding.status}${ago}` };
  }
  return finding.location === null
    ? { title: 'Network sign-in', line: 'Sign in to the Wi-Fi' }
    : { title: 'Service points elsewhere', line: `To ${getHost(finding.location)}${ago}` };
}

function unreachedLine(detail: string, unsent: number): string {
  if (!saysNoNetwork(detail)) return 'The service can’t be reached';
  return unsent === 0 ? 'Saved data can still be read' : 'Will send when back';
}

const lastSent = (status: SyncStatus, time: TimeWriter): string =>
  status.lastSentAt === null ? 'Nothing sent yet' : `Last sent ${time(status.lastSentAt)}`;
