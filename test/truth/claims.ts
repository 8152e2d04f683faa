import type { EntryState, QueueCondition, ServiceFinding } from '#shared/outbox/outbox.ts';
import type { FalseClaim } from './falsehoods.ts';
import type { EntryFact, Facts } from './facts.ts';
import type { Screen } from './in-page/screen.ts';

// What each word of the screen means is written here anew, apart from the code that it judges.

const unsent: EntryState[] = ['queued', 'sending', 'waiting'];
const needsPerson: EntryState[] = ['in_doubt', 'rejected', 'dead'];

/** Which states stand under a heading of the Outbox; null where the heading is not known here. */
function statesUnder(heading: string): readonly EntryState[] | null {
  if (heading === 'Needs you') return needsPerson;
  if (heading === 'Sending now') return ['sending'];
  if (heading === 'Will retry') return ['waiting'];
  if (heading === 'Sent') return ['accepted'];
  if (/^Cancell?ed$/.test(heading)) return ['cancelled'];
  return /^(Waiting|Held: )/.test(heading) ? ['queued'] : null;
}

/** What holds the queue, as a word that has to be said of an item that waits; null where nothing does. */
function getHold(condition: QueueCondition): RegExp | null {
  switch (condition.kind) {
    case 'online':
    case 'connecting':
      return null;
    case 'offline':
      return /Waiting for (network|service)/;
    case 'working_offline':
      return /working offline/i;
    case 'paused':
      return /paused/i;
    case 'checking_data':
      return /checking data/i;
    case 'signed_out':
      return /waiting for sign-in/i;
    case 'cannot_save':
      return /can’t save/i;
    case 'busy':
      return /busy/i;
    case 'server_trouble':
      return /trouble/i;
    case 'redirected':
      return condition.until === null ? null : /sign-in|elsewhere/i;
  }
}

function saysState(entry: EntryFact, condition: QueueCondition | null, what: string): boolean {
  const words =
    /May have been sent|Sent without ID|Refused|Stopped trying|Invited|Checking|Done|Marked as sent|Cancell?ed|Waiting for the service’s reply/;
  switch (entry.state) {
    case 'queued': {
      if (words.test(what)) return false;
      if (condition === null || entry.not_before > Date.now() - 2000) return true;
      const hold = getHold(condition);
      return hold === null ? /Next in line|Waiting|Goes out|Next/.test(what) : hold.test(what);
    }
    case 'sending':
      return what.startsWith('Waiting for the service’s reply');
    case 'waiting':
      return !words.test(what);
    case 'in_doubt':
      return /May have been sent|Sent without ID/.test(what);
    case 'rejected':
      return what.startsWith('Refused');
    case 'dead':
      return what.startsWith('Stopped trying');
    case 'accepted':
      return entry.marked_by_person === 1
        ? /Marked as sent|Done/.test(what)
        : /^Sent \d|Invited|Done|Verified|Accepted/.test(what);
    case 'cancelled':
      return /^Cancell?ed/.test(what);
  }
}

const getButtons: Record<EntryState, readonly string[]> = {
  queued: ['Cancel'],
  sending: [],
  waiting: ['Try now'],
  in_doubt: ['Decide'],
  rejected: ['Correct'],
  dead: ['Try again'],
  accepted: [],
  cancelled: [],
};

function rowClaims(screen: Screen, facts: Facts): FalseClaim[] {
  const found: FalseClaim[] = [];
  const seen = new Set<string>();
  const condition = facts.status?.condition ?? null;
  for (const row of screen.rows) {
    const entry = facts.entries.get(row.entryId);
    const said = `${row.entryId} ${row.what} | ${row.next} | ${row.buttons.join(', ')} under ${row.group ?? '?'}`;
    if (seen.has(row.entryId)) found.push({ kind: 'row twice', said: row.entryId });
    seen.add(row.entryId);
    if (entry === undefined) {
      found.push({ kind: 'row of nothing', said });
      continue;
    }
    const states = row.group === null ? null : statesUnder(row.group);
    if (states !== null && !states.includes(entry.state))
      found.push({ kind: 'row in a wrong group', said: `${row.entryId} ${row.group} is ${entry.state}` });
    if (!saysState(entry, condition, row.what))
      found.push({
        kind: 'row',
        said: `${row.entryId} “${row.what}” is ${entry.state} while ${condition?.kind ?? 'gone'}`,
      });
    const wrong = row.buttons.filter((button) => !getButtons[entry.state].includes(button));
    if (wrong.length > 0)
      found.push({ kind: 'button', said: `${row.entryId} ${wrong.join(', ')} is ${entry.state}` });
    if (entry.state === 'waiting' && condition !== null && row.next !== '') {
      const held = condition.kind !== 'redirected' && 'until' in condition ? condition.until : 0;
      const at = Math.max(entry.next_at ?? 0, held);
      const timed = /\bin \d+ (s|min|h)|\bnow\b/.test(row.next);
      if (/\bnow\b/.test(row.next) || (timed && at < facts.at - 2000))
        found.push({
          kind: 'next try',
          said: `${row.entryId} “${row.next}” due ${at <= facts.at ? 'before' : 'later'}`,
        });
      if (/Waiting its turn/.test(row.next) && at > facts.at + 2000)
        found.push({ kind: 'next try', said: `${row.entryId} “${row.next}” is due later` });
      const byWhat = row.next.startsWith('When');
      const held2 = ['offline', 'working_offline', 'paused', 'signed_out', 'cannot_save'].includes(
        condition.kind,
      );
      if (byWhat !== held2)
        found.push({ kind: 'next try', said: `${row.entryId} “${row.next}” while ${condition.kind}` });
    }
  }
  return found;
}

/** What a title of the sync block may be said for. */
const titleConditions: [RegExp, QueueCondition['kind'][]][] = [
  [/^Online/, ['online']],
  [/^Offline/, ['offline']],
  [/^Working offline/, ['working_offline']],
  [/^Signed out/, ['signed_out']],
  [/^Paused/, ['paused']],
  [/^Service is busy/, ['busy']],
  [/^Service has trouble/, ['server_trouble']],
  [/^(Network sign-in|Service points elsewhere)/, ['redirected']],
  [/^Cannot save/, ['cannot_save']],
  [/^(Connecting|Checking the connection|Not contacted yet)/, ['connecting']],
  [/^Sending/, ['online']],
  [/will retry$/, ['online']],
  [/out shortly$/, ['online']],
];

/** What is said of a service that answers, but was found not to be well; null where it was found well. */
function titleOfFinding(finding: ServiceFinding | null): RegExp | null {
  switch (finding?.kind) {
    case undefined:
      return null;
    case 'trouble':
      return finding.status === 429 ? /^Service is busy/ : /^Service has trouble/;
    case 'redirected':
      return /^(Network sign-in|Service points elsewhere)/;
  }
}

const numberIn = (text: string, pattern: RegExp): number | null => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};

function countClaim(kind: string, said: string, shown: number | null, real: number): FalseClaim[] {
  return shown === null || shown === real ? [] : [{ kind, said: `${said}: ${shown} is ${real}` }];
}

function syncClaims({ sync }: Screen, facts: Facts): FalseClaim[] {
  if (sync === null || facts.status === null) return [];
  const { condition } = facts.status;
  const whole = `${sync.title}. ${sync.line}`;
  const open = facts.count(...unsent);
  const known = titleConditions.find(([pattern]) => pattern.test(sync.title));
  const found: FalseClaim[] = [];
  const asFound =
    condition.kind === 'online' && titleOfFinding(facts.status.finding)?.test(sync.title) === true;
  if (!asFound && known?.[1].includes(condition.kind) !== true)
    found.push({ kind: 'sync block', said: `${sync.title} while ${condition.kind}` });
  if (/all sent/.test(sync.title) && open + facts.count(...needsPerson) > 0)
    found.push({ kind: 'sync block', said: `${sync.title} with ${open} unsent` });
  if (/Next in line|Retry/.test(sync.line) && condition.kind === 'online' && facts.count('waiting') === 0)
    found.push({ kind: 'sync block', said: `${sync.line} with none that waits` });
  if (/cannot be reached|Will send when back/.test(sync.line) && condition.kind !== 'offline')
    found.push({ kind: 'sync block', said: `${sync.line} while ${condition.kind}` });
  const [done, all] = [numberIn(sync.title, /^Sending ([\d,]+) of/), numberIn(sync.title, / of ([\d,]+)$/)];
  if (done !== null && all !== null)
    found.push(...countClaim('sync count', 'left of a run', all - done, open - facts.delayed));
  return [
    ...found,
    ...countClaim(
      'sync count',
      'go out shortly',
      numberIn(sync.title, /^([\d,]+) goe?s? out shortly/),
      facts.delayed + facts.delayedRows,
    ),
    ...countClaim('sync count', 'to go', numberIn(sync.line, /([\d,]+) to go/), open - facts.delayed),
    ...countClaim('sync count', 'waiting', numberIn(whole, /([\d,]+) (?:waiting|held)/), open),
    ...countClaim(
      'sync count',
      'need you',
      numberIn(whole, /([\d,]+) needs? you/),
      facts.count(...needsPerson),
    ),
    ...countClaim(
      'sync count',
      'will retry',
      numberIn(sync.title, /^([\d,]+) will retry/),
      facts.count('waiting'),
    ),
  ];
}

function cardClaims({ card }: Screen, facts: Facts): FalseClaim[] {
  if (card === null || facts.status === null) return [];
  const { condition, run } = facts.status;
  const open = facts.count(...unsent);
  const found: FalseClaim[] = [];
  const held = getHold(condition) !== null;
  if (card.title.startsWith('Sending') && held && facts.count('sending') === 0)
    found.push({ kind: 'card', said: `${card.title} while ${condition.kind}` });
  if (card.title.startsWith('Sending') && open === 0)
    found.push({ kind: 'card', said: `${card.title} with none unsent` });
  const [done, all] = [numberIn(card.title, /^Sending ([\d,]+) of/), numberIn(card.title, / of ([\d,]+)$/)];
  if (done !== null && all !== null)
    found.push(...countClaim('card', 'left of the run', all - done, open - facts.delayed));
  const counts: [RegExp, number][] = [
    [/([\d,]+) needs? you/, facts.count(...needsPerson)],
    [/([\d,]+) waiting/, held ? open : facts.count('queued')],
    [/([\d,]+) will retry/, facts.count('waiting')],
  ];
  for (const [pattern, real] of counts)
    found.push(...countClaim('card', String(pattern), numberIn(card.title, pattern), real));
  const real: Record<string, number> = {
    sending: facts.count('sending'),
    'will retry': facts.count('waiting'),
    waiting: facts.count('queued'),
    'needs you': facts.count(...needsPerson),
    'need you': facts.count(...needsPerson),
  };
  for (const { label, count } of card.key)
    if (real[label] !== undefined) found.push(...countClaim('card', label, count, real[label]));
  const sent = card.key.find(({ label }) => label === 'sent')?.count ?? null;
  if (run !== null) found.push(...countClaim('card', 'sent', sent, facts.acceptedSince(run.startedAt)));
  return found;
}

function headingClaims(screen: Screen, facts: Facts): FalseClaim[] {
  const found: FalseClaim[] = [];
  for (const { title, count } of screen.groups) {
    const states = statesUnder(title);
    if (states === null) found.push({ kind: 'group heading', said: title });
    else found.push(...countClaim('group heading', title, count, facts.count(...states)));
  }
  const condition = facts.status?.condition ?? null;
  for (const { title } of screen.groups) {
    if (condition === null || !/^(Waiting for|Held: )/.test(title)) continue;
    if (getHold(condition)?.test(title) !== true)
      found.push({ kind: 'group heading', said: `${title} while ${condition.kind}` });
  }
  const today: Record<string, number> = {
    'May have been sent': facts.count('in_doubt'),
    'Refused by the service': facts.count('rejected', 'dead'),
  };
  for (const { title, count } of screen.headings)
    if (today[title] !== undefined) found.push(...countClaim('Today', title, count, today[title]));
  for (const { screen: name, count } of screen.badges)
    if (name === 'Outbox') found.push(...countClaim('badge', name, count, facts.count(...unsent)));
  return found;
}

const stripConditions: [RegExp, QueueCondition['kind']][] = [
  [/^No network|unreachable since/, 'offline'],
  [/working offline/, 'working_offline'],
  [/paused/, 'paused'],
  [/did not accept|signed out/, 'signed_out'],
  [/closed properly/, 'checking_data'],
  [/cannot save/, 'cannot_save'],
  [/^The network replied|^The service points/, 'redirected'],
];

function stripClaims({ strip, screen }: Screen, facts: Facts): FalseClaim[] {
  const condition = facts.status?.condition ?? null;
  if (strip === '' || condition === null || !/^#\/(today)?$/.test(screen)) return [];
  const meant = stripConditions.find(([pattern]) => pattern.test(strip))?.[1];
  return meant === condition.kind ? [] : [{ kind: 'banner', said: `${strip} while ${condition.kind}` }];
}

/** What the app's own record says and the service's contradicts. */
function recordClaims(facts: Facts): FalseClaim[] {
  return [...facts.entries.values()].flatMap((entry): FalseClaim[] => {
    const times = entry.mark === null ? 0 : (facts.applied.get(entry.mark) ?? 0);
    if (entry.state === 'accepted' && entry.marked_by_person === 0 && times === 0)
      return [{ kind: 'accepted by nobody', said: entry.id }];
    const denied: EntryState[] = ['queued', 'waiting', 'rejected', 'dead', 'cancelled'];
    return times > 0 && denied.includes(entry.state)
      ? [{ kind: 'sent and not said', said: `${entry.id} is ${entry.state}` }]
      : [];
  });
}

/** Everything on the screen that the facts of the same moment contradict. */
export function falseClaims(screen: Screen, facts: Facts): FalseClaim[] {
  const records = recordClaims(facts);
  if (screen.gone)
    return facts.status === null ? records : [...records, { kind: 'host', said: 'gone, and it is here' }];
  if (facts.status === null)
    return screen.sync === null ? records : [...records, { kind: 'host', said: 'here, and it is gone' }];
  return [
    ...records,
    ...rowClaims(screen, facts),
    ...syncClaims(screen, facts),
    ...cardClaims(screen, facts),
    ...headingClaims(screen, facts),
    ...stripClaims(screen, facts),
  ];
}
