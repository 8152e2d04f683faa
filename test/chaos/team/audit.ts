import type { InviteRow } from '#shared/ipc/invites.ts';
import type { Act, Doings, Subjects } from './acts.ts';
import type { Seat } from './seat.ts';

export interface TeamFindings {
  /** Acts that the app confirmed and that some seat does not show, or still shows after they were taken back. */
  lost: number;
  appliedTwice: number;
  /** Addresses that got more than one email, although all seats that invited them had the team. */
  invitesSentTwiceUnasked: number;
  /** The same where one of the seats had no team just then: a team that is away holds nothing, by design. */
  invitesSentTwiceAway: number;
  /** Vendors, documents, verifications and sent invites that two seats show differently. */
  diverged: number;
  /**
   * Invites of which each waits for a person, since a colleague was first, and none was sent. After a copy of the server's data
   * was put back seats may disagree about who was first, and then all of them wait, which is the safe side.
   */
  heldEverywhere: number;
}

/** What one seat shows of each thing: a line for each thing that was done to it. */
type View = Map<string, string[]>;

const limit = 200;

/** Reads what a seat shows, by the calls that screens use. */
async function view({ ask }: Seat, { vendors, documents, verifications }: Subjects): Promise<View> {
  const shown: View = new Map();
  for (const subject of vendors) {
    const vendor = await ask('onboarding.vendor', { subject, site: null });
    const lines = (vendor?.records ?? []).map(
      ({ text, by, at, endedAt }) => `${text};${by} ${at} ${endedAt === null ? '' : `ended ${endedAt}`}`,
    );
    lines.push(...(vendor?.tags ?? []).map((tag) => `${tag};`).toSorted());
    for (let after: string | null = null; ;) {
      const page: { rows: { text: string | null; by: string | null; at: number }[]; next: string | null } =
        await ask('history.page', { subject, kind: 'note', after, limit });
      lines.push(...page.rows.map(({ text, by, at }) => `${text ?? ''};${by} ${at}`));
      after = page.next;
      if (after === null) break;
    }
    shown.set(subject, lines);
  }
  const toLine = ({ note, by, at }: { note: string; by: string | null; at: number }) => `${note};${by} ${at}`;
  for (const jobId of documents)
    shown.set(jobId, (await ask('documents.get', { jobId })).decisions.map(toLine));
  for (const entryId of verifications)
    shown.set(entryId, (await ask('verifications.get', { entryId })).decisions.map(toLine));
  return shown;
}

/** The invites that a seat shows as sent, its own and its colleagues'. */
async function listInvites({ ask }: Seat): Promise<InviteRow[]> {
  const rows: InviteRow[] = [];
  for (let after: string | null = null; ;) {
    const page: { rows: InviteRow[]; next: string | null } = await ask('invites.page', { after, limit });
    rows.push(...page.rows);
    after = page.next;
    if (after === null) return rows;
  }
}

/** What the seats show in the end, against what people did and the service sent. */
export async function auditTeam(
  seats: readonly Seat[],
  subjects: Subjects,
  doings: Doings,
  mails: ReadonlyMap<string, number>,
  note: (line: string) => void,
): Promise<TeamFindings> {
  const shown = await Promise.all(
    seats.map(async (seat) => ({
      seat: seat.name,
      things: await view(seat, subjects),
      invites: await listInvites(seat),
    })),
  );
  const findings: TeamFindings = {
    lost: 0,
    appliedTwice: 0,
    invitesSentTwiceUnasked: 0,
    invitesSentTwiceAway: 0,
    diverged: 0,
    heldEverywhere: 0,
  };
  const count = (what: keyof TeamFindings, line: string) => {
    findings[what] += 1;
    note(`${what}: ${line}`);
  };

  for (const act of doings.acts) {
    const found = shown.map(({ things }) => (things.get(act.subject) ?? []).filter(isOf(act)));
    const where = `${act.mark} of ${act.seat} on ${act.subject} (${act.state})`;
    if (found.some((lines) => lines.length > 1)) count('appliedTwice', where);
    if (found.some((lines) => !agrees(act, lines))) count('lost', where);
  }

  const [first, ...others] = shown;
  for (const [thing, lines] of first?.things ?? [])
    if (others.some(({ things }) => things.get(thing)?.join('\n') !== lines.join('\n')))
      count('diverged', thing);

  for (const [address, times] of mails)
    if (times > 1) {
      const wasAway = doings.invites.some((one) => one.address === address && one.wasAway);
      count(wasAway ? 'invitesSentTwiceAway' : 'invitesSentTwiceUnasked', `${address} ${times} times`);
    }

  const isSent = ({ state }: InviteRow) => state === 'accepted';
  for (const { entryId, address, seat } of doings.invites) {
    const rows = shown.map((at) => ({ at: at.seat, row: at.invites.find((row) => row.entryId === entryId) }));
    const own = rows.find(({ at }) => at === seat)?.row;
    const where = `invite of ${seat} to ${address}, ${own?.state ?? 'gone'}`;
    if (own === undefined || own.state === 'queued' || own.state === 'sending' || own.state === 'waiting')
      count('lost', where);
    else if (rows.some(({ row }) => (row !== undefined && isSent(row)) !== isSent(own)))
      count('diverged', where);
  }
  for (const address of new Set(doings.invites.map((one) => one.address))) {
    const all = shown.flatMap(({ invites }) => invites.filter(({ email }) => email === address));
    const isHeld = all.every(({ reason }) => reason?.code === 'invited_by_colleague');
    if (isHeld && all.length > 0 && !mails.has(address)) count('heldEverywhere', address);
  }
  return findings;
}

const isOf =
  ({ mark }: Act) =>
  (line: string): boolean =>
    line.startsWith(`${mark};`);

/** Whether what a seat shows of an act can be true. */
function agrees({ kind, state }: Act, lines: readonly string[]): boolean {
  if (state === 'unknown') return true;
  if (kind === 'waiver')
    return lines.length > 0 && (state === 'taken_back') === / ended \d+$/.test(lines[0] ?? '');
  return lines.length > 0 === (state === 'done');
}
