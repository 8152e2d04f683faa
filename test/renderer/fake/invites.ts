import type { InviteDetail, InviteRow } from '#shared/ipc/invites.ts';
import type { EntryReason } from '#shared/outbox.ts';
import { invitationResult } from '#shared/service/invitation-result.ts';
import { readResource } from '#shared/service/reading.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { outboxRows } from './outbox.ts';
import { at, fail, toId, ok, pageFrom, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

type Sketch = [
  state: InviteRow['state'],
  contact: string,
  company: string,
  queued: [string, number],
  compliance: string | null,
  reason: EntryReason | null,
];

const busy: EntryReason = { code: 'busy', status: 429, waitMs: 360_000 };
const lost: EntryReason = { code: 'no_answer', detail: 'The connection was reset before a reply.' };
const refused = (body: string): EntryReason => ({
  code: 'refused',
  status: 422,
  contentType: 'application/json',
  body: JSON.stringify({ message: body }),
});

const sketches: Sketch[] = [
  ['waiting', 'Nadia Petrov', 'Harborview Glazing', ['13:58', 0], null, busy],
  ['waiting', 'Eli Brandt', 'Dockside Demolition', ['13:58', 0], null, busy],
  ['queued', 'Joanne Reyes', 'Cedar Mill Carpentry', ['13:57', 0], null, null],
  ['queued', 'Samir Patel', 'Voltline Controls', ['13:57', 0], null, null],
  ['accepted', 'Hannah Cho', 'Quayside Painting', ['10:50', 0], 'awaiting_broker', null],
  ['rejected', 'Dale Hutchins', 'Ironwood Pest Control', ['10:21', 0], null, refused('email is invalid')],
  [
    'rejected',
    'Yuki Tanabe',
    'Bluff Street Locksmiths',
    ['09:11', 0],
    null,
    refused('vendor already invited'),
  ],
  ['in_doubt', 'Tom Okafor', 'Kestrel Roofing Co.', ['08:39', 0], null, lost],
  ['in_doubt', 'Carla Montes', 'Fernhill Pool & Spa', ['08:39', 0], null, { code: 'closed_while_sending' }],
  ['accepted', 'Omar Haddad', 'Tidewater HVAC Services', ['16:10', 1], 'PENDING_REVIEW', null],
  [
    'in_doubt',
    'Ines Duarte',
    'Lumen Sign & Light',
    ['15:02', 1],
    null,
    { code: 'server_error', status: 502, body: '' },
  ],
  ['accepted', 'Greta Nowak', 'Copperline Elevator', ['11:00', 4], 'compliant', null],
  ['accepted', 'Luis Ferreira', 'Meridian Glass & Door', ['11:00', 4], 'compliant', null],
  ['accepted', 'Amara Nwosu', 'Larkspur Janitorial', ['11:00', 5], null, null],
  ['accepted', 'Peter Vance', 'Stonebridge Masonry', ['11:00', 6], 'non-compliant', null],
  ['accepted', 'Janelle Brooks', 'Sable Fire Protection', ['11:00', 6], 'EXPIRING_SOON', null],
  ['cancelled', 'Wes Abernathy', 'Granite Peak Paving', ['11:00', 7], null, null],
  ['accepted', 'Marcus Lindqvist', 'Alder & Pine Landscaping', ['11:00', 7], 'docs requested', null],
  ['accepted', 'Rita Solano', 'Pier Nine Paving', ['11:00', 8], '7 - hold', null],
];

function toRow([state, contact, company, queued, compliance, reason]: Sketch, index: number): InviteRow {
  const queuedAt = at(...queued);
  const first = contact.split(' ')[0] ?? contact;
  const domain = (company.split(' ')[0] ?? company).toLowerCase();
  return {
    entryId: toId(1, index + 1),
    state,
    reason,
    attempts: state === 'queued' ? 0 : state === 'waiting' ? 2 : 1,
    queuedAt,
    changedAt: queuedAt + 77_000,
    nextAt: state === 'waiting' ? at('14:32') : null,
    sentAt: state === 'accepted' ? queuedAt + 60_000 : null,
    markedByPerson: contact === 'Amara Nwosu',
    contactName: contact,
    companyName: company,
    email: `${first.toLowerCase()}@${domain}.example.com`,
    phoneNumber: `(510) 555-${String(100 + index).padStart(4, '0')}`,
    vendorId: null,
    complianceStatus: compliance,
    vendorStatus: compliance === null ? null : 'invited',
    archivedAt: null,
    settled: contact === 'Greta Nowak',
  };
}

/** The invites of the mockups, with more of the same below, 148 in all. */
export const inviteRows: InviteRow[] = Array.from({ length: 148 }, (_unused, index) => {
  const sketch = sketches[index];
  if (sketch !== undefined) return toRow(sketch, index);
  const number = index + 1;
  return toRow(
    [
      'accepted',
      `Contact ${number}`,
      `Vendor ${number}`,
      ['11:00', 9 + Math.floor(index / 4)],
      'compliant',
      null,
    ],
    index,
  );
});

const tabStates = {
  all: null,
  waiting: ['queued', 'waiting', 'sending'],
  invited: ['accepted'],
  needs_you: ['in_doubt', 'rejected', 'dead'],
  done: ['accepted'],
  cancelled: ['cancelled'],
} as const;

function getChecklist(documents: string) {
  const item = (type: string, documentId: number, status: string, more: object) => ({
    type,
    documentId,
    documentURL: `${documents}/${documentId}`,
    status,
    ...more,
  });
  return [
    item('W-9', 88207, 'accepted', { compliant: true }),
    item('Vendor agreement', 88202, 'signed', { compliant: true }),
    item('General liability', 88211, 'in_review', {}),
    item('Workers’ compensation', 88213, 'EXPIRED', {
      compliant: false,
      errorMessages: ['Policy ended May 31, 2026.', 'Holder must read “Harbor Lane Homes LP”.'],
    }),
    item('Trade license', 88209, 'needs_doc', {
      compliant: false,
      errorMessages: ['Qualified party not named on the copy.'],
    }),
  ];
}

/** What came of the last try, as a line of the history. */
function getLastEvent(row: InviteRow): InviteDetail['history'] {
  const line = (event: InviteDetail['history'][number]['event']) => [
    { at: row.sentAt ?? row.changedAt, event, attempt: 1, reason: row.reason },
  ];
  if (row.markedByPerson) return line('marked_as_sent');
  switch (row.state) {
    case 'accepted':
      return line('accepted');
    case 'rejected':
      return line('refused');
    case 'waiting':
      return line('postponed');
    case 'in_doubt':
      return line('outcome_unknown');
    case 'dead':
      return line('gave_up');
    case 'cancelled':
      return line('cancelled');
    case 'queued':
    case 'sending':
      return [];
  }
}

function getDetail(row: InviteRow): InviteDetail {
  const [firstName = '', lastName = ''] = (row.contactName ?? '').split(' ');
  const answer = {
    vendorURL: 'https://harborlane.example.com/vendors/48213',
    id: 88,
    complianceStatus: row.complianceStatus,
    vendorStatus: 'invited',
    lastComplianceUpdate: new Date(row.queuedAt + 60_000).toISOString(),
    lastComplianceRefresh: new Date(at('06:00', 1)).toISOString(),
    metadata: { region: 'west', invitedBy: 'office' },
    checklist: getChecklist('https://harborlane.example.com/documents'),
  };
  const invitation = {
    inviteMessage: `Hi ${firstName}, please join our vendor list so we can book the Riverside work.`,
    vendor: {
      email: row.email ?? '',
      firstName,
      lastName,
      companyName: row.companyName ?? '',
      phoneNumber: row.phoneNumber ?? '',
    },
  };
  return {
    ...row,
    invitation,
    sent: invitation,
    idempotencyKey: row.entryId,
    replaces: null,
    replacedBy: null,
    answer:
      row.state === 'accepted' && !row.markedByPerson
        ? {
            at: row.sentAt ?? row.changedAt,
            status: 201,
            contentType: 'application/json',
            cut: null,
            body: JSON.stringify(answer),
            bytesKept: null,
            attempt: 1,
          }
        : null,
    result: row.state === 'accepted' && !row.markedByPerson ? readResource(invitationResult, answer) : null,
    history: [
      ...getLastEvent(row),
      ...(row.state === 'queued'
        ? []
        : [{ at: row.queuedAt + 2000, event: 'claimed' as const, attempt: 1, reason: null }]),
      { at: row.queuedAt, event: 'enqueued' as const, attempt: null, reason: null },
    ],
  };
}

/** Invites, kept on this computer. */
export function fakeInvites(situation: Situation, emit: Emit): Handlers {
  let rows = situation === 'empty' ? [] : inviteRows;
  const sent = new Map<string, VendorInvitation>();
  const inTab = (tab: keyof typeof tabStates) => {
    const states: readonly string[] | null = tabStates[tab];
    const isAside = (row: InviteRow) => row.archivedAt !== null || row.settled;
    return rows
      .filter((row) => states === null || states.includes(row.state))
      .filter((row) => !['invited', 'done'].includes(tab) || isAside(row) === (tab === 'done'));
  };
  /** One of those that are asked for waits already. */
  const getReminders = (entryIds: readonly string[]) => {
    const waiting = entryIds.filter((id) => id === toId(1, 13));
    return {
      entryIds: entryIds.filter((id) => !waiting.includes(id)),
      leftOut: { notSent: 0, sameRecipient: 0, underWay: waiting.length },
    };
  };
  return {
    'invites.page': (request) => {
      if (situation === 'failing') return fail('storage', 'The stored data could not be read.');
      const search = (request.search ?? '').toLowerCase();
      const archived = request.filter?.archived ?? null;
      return pageFrom(
        inTab(request.tab ?? 'all').filter(
          (row) =>
            (archived === null || archived === (row.archivedAt !== null)) &&
            (request.filter?.settled == null || row.settled) &&
            (request.filter?.state == null || request.filter.state === row.state) &&
            `${row.contactName ?? ''} ${row.companyName ?? ''} ${row.email ?? ''}`
              .toLowerCase()
              .includes(search),
        ),
        request,
      );
    },
    'invites.archive': ({ entryIds, archived }) => {
      const changes = (row: InviteRow) =>
        entryIds.includes(row.entryId) && row.state === 'accepted' && archived === (row.archivedAt === null);
      const changed = rows.filter(changes).map((row) => row.entryId);
      rows = rows.map((row) => (changes(row) ? { ...row, archivedAt: archived ? at('14:28') : null } : row));
      emit('entries.changed', { ids: changed });
      return ok({ changed });
    },
    'invites.remindable': ({ entryIds }) => ok(getReminders(entryIds)),
    'invites.remind': ({ entryIds }) => {
      const { entryIds: queued, leftOut } = getReminders(entryIds);
      return ok({ queued, notBefore: null, leftOut });
    },
    'invites.counts': () =>
      ok({
        all: inTab('all').length,
        waiting: inTab('waiting').length,
        invited: inTab('invited').length,
        needs_you: inTab('needs_you').length,
        done: inTab('done').length,
        cancelled: inTab('cancelled').length,
      }),
    'invites.get': ({ entryId }) => {
      const queued = outboxRows().find((one) => one.entryId === entryId);
      const row =
        rows.find((one) => one.entryId === entryId) ??
        (queued === undefined
          ? undefined
          : {
              ...toRow(['in_doubt', queued.subtitle, queued.title, ['14:21', 0], null, null], 0),
              ...queued,
            });
      return row === undefined
        ? fail('not_found', 'There is no such invite on this computer.')
        : ok({ ...getDetail(row), ...(sent.has(entryId) ? { invitation: sent.get(entryId) ?? {} } : {}) });
    },
    'invites.enqueue': ({ invitation }) => {
      const { email, firstName, lastName, companyName } = invitation.vendor ?? {};
      const contact = [firstName, lastName].filter((part) => part !== undefined).join(' ');
      const row: InviteRow = {
        ...toRow(['queued', contact, companyName ?? '', ['14:28', 0], null, null], rows.length + 1000),
        contactName: contact === '' ? null : contact,
        companyName: companyName ?? null,
        email: email ?? null,
        vendorId: invitation.vendorId ?? null,
      };
      rows = [row, ...rows];
      sent.set(row.entryId, invitation);
      emit('entries.changed', { ids: [row.entryId] });
      return ok(row);
    },
    'invites.duplicates': ({ email }) => ok(rows.filter((row) => email !== null && row.email === email)),
  };
}
