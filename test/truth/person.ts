import type { Random } from '#test/chaos/random.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import type { HostProcess } from './host-process.ts';
import type { NetworkState } from './network.ts';
import type { Said } from './noticing.ts';

/** One thing that happens in a day. */
export type DayEvent =
  | { kind: 'network'; state: NetworkState }
  | { kind: 'person'; what: Said; act: (host: HostProcess) => Promise<void> }
  | { kind: 'screen'; screen: 'outbox' | 'today' }
  | { kind: 'kill' };

const faults = [
  'refuse',
  'black_hole',
  'reset',
  'drop_answer',
  'unauthorized',
  'too_many',
  'unavailable',
  'portal',
  'slow',
] as const satisfies NetworkState[];

/** At least so many kills in a day, however short it is. */
const killsInADay = 7;
const minBetweenKills = 6;

/** The events of a day, all by the seed. The host is killed now and then. */
export function makeDay(random: Random, events: number): DayEvent[] {
  const between = Math.max(minBetweenKills, Math.floor(events / killsInADay));
  let items = 0;
  const invite = (count: number): DayEvent => ({
    kind: 'person',
    what: 'work',
    act: async (host) => {
      for (let done = 0; done < count; done += 1) {
        items += 1;
        const invitation = { vendor: { email: `truth${items}@halden.example.com` } };
        await host.call('invites.enqueue', { invitation, replaces: null });
      }
    },
  });
  const verification: DayEvent = {
    kind: 'person',
    what: 'work',
    act: async (host) => {
      items += 1;
      const data = { licenseNumber: `TR-${items}` };
      await host.call('verifications.enqueue', { type: 'license', data, vendorId: null, replaces: null });
    },
  };
  const list = (count: number): DayEvent => ({
    kind: 'person',
    what: 'work',
    act: async (host) => {
      items += count;
      const rows = Array.from({ length: count }, (_none, at) => `list${items - at}@halden.example.com`);
      await importList(host, ['email', ...rows].join('\n'));
    },
  });

  return Array.from({ length: events }, (_none, index): DayEvent => {
    if (index % between === between - 1) return { kind: 'kill' };
    // Something has to be on its way when the first fault comes.
    if (index === 0) return invite(2);
    const roll = random.next();
    if (roll < 0.16) return invite(random.between(1, 3));
    if (roll < 0.23) return verification;
    if (roll < 0.27) return list(random.between(3, 6));
    if (roll < 0.47) return { kind: 'network', state: 'open' };
    if (roll < 0.8) return { kind: 'network', state: random.pick(faults) };
    if (roll < 0.84) return { kind: 'screen', screen: 'today' };
    if (roll < 0.89) return { kind: 'screen', screen: 'outbox' };
    return deed(random);
  });
}

function deed(random: Random): DayEvent {
  const act = (what: Said, work: (host: HostProcess) => Promise<unknown>): DayEvent => ({
    kind: 'person',
    what,
    act: async (host) => void (await work(host)),
  });
  return random.pick([
    act('pause', (host) => host.call('outbox.pause', { paused: true })),
    act('resume', (host) => host.call('outbox.pause', { paused: false })),
    act('resume', (host) => host.call('outbox.pause', { paused: false })),
    act('work_offline', (host) => host.call('outbox.workOffline', { on: true })),
    act('work_online', (host) => host.call('outbox.workOffline', { on: false })),
    act('work_online', (host) => host.call('outbox.workOffline', { on: false })),
    act('work', (host) => host.call('outbox.retryAllNow', null)),
    act('work', markOne),
  ]);
}

/** Marks what may have been sent last as sent. */
async function markOne(host: HostProcess): Promise<void> {
  const page = await host.call('outbox.page', { group: 'needs_you', limit: 1 });
  const entryId = page?.rows.find(({ state }) => state === 'in_doubt')?.entryId;
  if (entryId !== undefined) await host.call('outbox.markAsSent', { entryId });
}

/** Takes a list in whole and queues it, as another window of the same person does. */
async function importList(host: HostProcess, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const begun = await host.call('imports.begin', {
    list: 'invites',
    fileName: 'day.csv',
    size: bytes.length,
  });
  if (begun === null) return;
  const { importId } = begun;
  await host.call('imports.append', { importId, offset: 0, data: bytes.toString('base64') });
  await host.call('imports.finish', { importId });
  for (;;) {
    const status = await host.call('imports.status', null);
    if (status === null || status.phase.kind === 'failed') return;
    if (status.phase.kind === 'ready') {
      await host.call('imports.queue', { importId, expected: status.counts.ready });
      return;
    }
  }
}

async function sealed(host: HostProcess, token: string) {
  const start = await host.call('app.start', null);
  return start === null ? null : sealToken(token, start.sealingKey);
}

/** Connects the host to a service; gives the id of its workspace. */
export async function connect(host: HostProcess, address: string, token: string): Promise<string> {
  const seal = await sealed(host, token);
  if (seal === null) throw new Error('The host does not answer.');
  const connected = await host.call('workspaces.connect', {
    address,
    name: 'Truth',
    token: seal,
    vendorId: null,
  });
  if (connected === null) throw new Error('The host does not connect.');
  // So that what is not answered is known within the day, and what can be undone leaves between two kills.
  await host.call('workspaces.updateSettings', { sendTimeoutS: 10, readTimeoutS: 5, sendDelayS: 4 });
  return connected.workspace.id;
}

/** Signs in again where the token was refused, or went with a host that has no keychain. */
export async function giveToken(host: HostProcess, token: string): Promise<void> {
  const status = await host.call('outbox.status', null);
  const start = status === null ? null : await host.call('app.start', null);
  const held = start?.workspace?.token.kept ?? 'none';
  if (status?.condition.kind !== 'signed_out' && held !== 'none') return;
  const seal = await sealed(host, token);
  if (seal !== null) await host.call('workspaces.replaceToken', { token: seal });
}
