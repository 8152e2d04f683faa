import { describe, expect, it } from 'vitest';
import type { QueueCondition, StateCounts, SyncStatus } from '#shared/outbox/outbox.ts';
import { syncLabels, type SyncAge } from '#shared/words/sync-labels.ts';

const none: StateCounts = {
  queued: 0,
  sending: 0,
  waiting: 0,
  in_doubt: 0,
  accepted: 148,
  rejected: 0,
  dead: 0,
  cancelled: 0,
};
const status = (
  condition: QueueCondition,
  counts: Partial<StateCounts> = {},
  run: SyncStatus['run'] = null,
  nextAt: number | null = null,
): SyncStatus => ({
  condition,
  counts: { ...none, ...counts },
  run,
  concurrency: 4,
  lastAnswerAt: 1,
  wellAt: 1,
  finding: null,
  unansweredSince: null,
  lastSentAt: 1,
  lastSentTo: 'Northgate Plumbing',
  nextAt,
  delayed: [],
  delayedEntries: 0,
});
const writer = { time: () => '14:18', stretch: (ms: number) => `${ms / 1000} s` };
const fresh: SyncAge = { due: false, well: 0, unanswered: null, found: 0 };
const words = (one: SyncStatus) => syncLabels(one, writer, fresh);

describe('the sync block', () => {
  it.each([
    ['nothing waiting', status({ kind: 'online' }), 'cloud-check', 'Online · all sent', 'Last sent 14:18'],
    [
      'nothing sent so far',
      { ...status({ kind: 'online' }), lastSentAt: null },
      'cloud-check',
      'Online',
      'Nothing sent yet',
    ],
    [
      'no network',
      status({ kind: 'offline', since: 0, detail: 'ENETUNREACH' }, { queued: 12 }),
      'cloud-off',
      'Offline · 12 waiting',
      'Will send when back',
    ],
    [
      'no network, and thousands that wait',
      status({ kind: 'offline', since: 0, detail: 'ENETUNREACH' }, { queued: 1940 }),
      'cloud-off',
      'Offline · 1,940 waiting',
      'Will send when back',
    ],
    [
      'a port that refuses',
      status({ kind: 'offline', since: 0, detail: 'ECONNREFUSED' }, { queued: 12 }),
      'cloud-off',
      'Offline · 12 waiting',
      'The service can’t be reached',
    ],
    [
      'data that is being read through',
      status({ kind: 'checking_data' }, { queued: 3 }),
      'timer',
      'Checking data · 3 waiting',
      'Gangway wasn’t closed properly',
    ],
    [
      'nobody knows whether the service is still there',
      status({ kind: 'connecting' }),
      'cloud',
      'Checking the connection',
      'Last sent 14:18',
    ],
    [
      'busy',
      status({ kind: 'busy', until: 1 }, { waiting: 12 }),
      'timer',
      'Service is busy',
      'Retry 14:18 · 12 waiting',
    ],
    [
      'signed out',
      status({ kind: 'signed_out', reason: 'refused' }, { queued: 3 }),
      'lock',
      'Signed out · 3 waiting',
      'Sign in to send them',
    ],
    [
      'paused',
      status({ kind: 'paused' }, { queued: 86 }),
      'pause',
      'Paused · 86 waiting',
      'Resume in Outbox',
    ],
    [
      'working offline',
      status({ kind: 'working_offline' }, { queued: 12 }),
      'cloud-off',
      'Working offline',
      '12 waiting · your choice',
    ],
    [
      'pointed elsewhere',
      status({ kind: 'redirected', location: 'https://new.example/api?a=b', until: null }),
      'timer',
      'Service points elsewhere',
      'To new.example',
    ],
    [
      'pointed elsewhere, and held back for it',
      status({ kind: 'redirected', location: 'https://new.example/', until: 1 }, { waiting: 3 }),
      'timer',
      'Service points elsewhere',
      'Retry 14:18 · 3 waiting',
    ],
    [
      'answered by the network',
      status({ kind: 'redirected', location: null, until: null }),
      'timer',
      'Network sign-in',
      'Sign in to the Wi-Fi',
    ],
    [
      'waiting for another try',
      status({ kind: 'online' }, { waiting: 1 }, null, 5),
      'timer',
      '1 will retry',
      'Retry 14:18',
    ],
    [
      'waiting for another try while others need a person',
      status({ kind: 'online' }, { waiting: 3, in_doubt: 2 }, null, 5),
      'timer',
      '3 will retry',
      'Retry 14:18 · 2 need you',
    ],
    [
      'sending while others wait for another try',
      status({ kind: 'online' }, { waiting: 3, sending: 1 }, null, 5),
      'circle-arrow-up',
      'Sending 4',
      '4 to go',
    ],
    [
      'cannot save',
      status({ kind: 'cannot_save', detail: '' }, { queued: 2 }),
      'octagon-x',
      'Cannot save · 2 waiting',
      'Nothing already queued is lost',
    ],
  ])('%s', (_name, one, icon, title, line) => {
    expect(words(one)).toMatchObject({ icon, title, line });
  });

  it('counts what was sent of the run, and how far it is', () => {
    const sending = status(
      { kind: 'online' },
      { queued: 86, in_doubt: 2 },
      { startedAt: 0, endedAt: null, enqueued: 120, settled: 34, sent: 34 },
    );
    expect(words(sending)).toMatchObject({
      title: 'Sending 34 of 120',
      line: '2 need you',
      progress: 34 / 120,
    });
  });

  it('does not count a run that has ended as under way', () => {
    const run = { startedAt: 0, endedAt: 5, enqueued: 16, settled: 16, sent: 15 };
    expect(words(status({ kind: 'online' }, { queued: 1 }, run)).title).toBe('Sending 1');
  });

  it('does not name a time for the next try that has come already', () => {
    const waiting = status({ kind: 'online' }, { waiting: 3, in_doubt: 2 }, null, 5);
    expect(syncLabels(waiting, writer, { ...fresh, due: true })).toMatchObject({
      title: '3 will retry',
      line: 'Next in line · 2 need you',
    });
  });

  it('says Online only after the service answered', () => {
    expect(words(status({ kind: 'connecting' })).title).not.toContain('Online');
  });

  it('does not say that all is well while something needs a person', () => {
    expect(words(status({ kind: 'online' }, { rejected: 1 })).title).toBe('Online · 1 needs you');
  });

  it('leads to the sign-in only while signed out', () => {
    expect(words(status({ kind: 'signed_out', reason: 'no_token' })).leadsTo).toBe('sign_in');
    expect(words(status({ kind: 'online' })).leadsTo).toBe('outbox');
  });
});

describe('what waits so that it can be undone', () => {
  const delayed = [{ until: 10_000, entries: { invite: 200 } }];

  it('is not said to be sent', () => {
    const waiting = { ...status({ kind: 'online' }, { queued: 200 }), delayed, delayedEntries: 200 };
    expect(words(waiting)).toMatchObject({ title: '200 go out shortly', line: 'You can still undo it' });
  });

  it('is not counted among what is being sent', () => {
    const sending = {
      ...status({ kind: 'online' }, { queued: 203, sending: 2 }),
      delayed,
      delayedEntries: 200,
    };
    expect(words(sending)).toMatchObject({ title: 'Sending 5', line: '5 to go' });
  });

  it('does not lessen what is sent by the rows of a list, which are no entries yet', () => {
    const sending = { ...status({ kind: 'online' }, { queued: 3, sending: 2 }), delayed };
    expect(words(sending)).toMatchObject({ title: 'Sending 5', line: '5 to go' });
    const due = { ...status({ kind: 'online' }, { queued: 3 }), delayed };
    expect(words(due).title).toBe('Sending 3');
  });

  it.each<[string, Partial<SyncAge>, string, string]>([
    ['of this moment', { well: 4000 }, 'Online · all sent', 'Last sent 14:18'],
    ['of a while ago', { well: 40_000 }, 'Online, 40 s ago', 'Last sent 14:18'],
    [
      'of a while ago, and asked now',
      { well: 10_000, unanswered: 5000 },
      'Online, 10 s ago',
      'No answer for 5 s',
    ],
  ])('says as of when it knows that the service is there: %s', (_, age, title, line) => {
    expect(syncLabels(status({ kind: 'online' }), writer, { ...fresh, ...age })).toMatchObject({
      title,
      line,
    });
  });

  it('says while it sends that nothing is answered', () => {
    const sending = status({ kind: 'online' }, { sending: 2 });
    const line = (unanswered: number) => syncLabels(sending, writer, { ...fresh, unanswered }).line;
    expect(line(4000)).toBe('2 to go');
    expect(line(10_000)).toBe('No answer for 10 s');
  });

  it.each<[NonNullable<SyncStatus['finding']>, string, string]>([
    [{ kind: 'trouble', status: 503, at: 1 }, 'Service has trouble', 'It answered with error 503'],
    [{ kind: 'trouble', status: 429, at: 1 }, 'Service is busy', 'It answered with error 429'],
    [{ kind: 'redirected', location: null, at: 1 }, 'Network sign-in', 'Sign in to the Wi-Fi'],
    [
      { kind: 'redirected', location: 'https://login.example.org/x', at: 1 },
      'Service points elsewhere',
      'To login.example.org',
    ],
  ])('does not call a service well that answers with %o', (finding, title, line) => {
    expect(words({ ...status({ kind: 'online' }), finding })).toMatchObject({ title, line, tone: 'cau' });
  });

  it('says of when it is that the service was found in trouble', () => {
    const found = {
      ...status({ kind: 'online' }),
      finding: { kind: 'trouble' as const, status: 503, at: 1 },
    };
    expect(syncLabels(found, writer, { ...fresh, found: 20_000 }).line).toBe(
      'It answered with error 503, 20 s ago',
    );
  });
});
