import { hash } from 'node:crypto';
import { dayMs, fromDayNumber } from '#shared/base/dates.ts';
import { actVersion, type Act } from '#shared/team/acts.ts';
import type { TeamRecord } from '#shared/team/record.ts';
import type { Postgres } from './postgres.ts';

const seats = 50;
/** After so many records the same kinds come again, each from the seat after. */
const block = seats;
/** So many blocks later the seat that queued an entry says what became of it, */
const sentLater = 40;
/** and the seat of one decision takes it back. */
const undoneLater = 48;
const perInsert = 5000;

const toHex = (name: string): string => hash('md5', name);

/** The same UUID for the same name. */
function toUuid(name: string, version: '4' | '7' = '4', start = ''): string {
  const hex = start + toHex(name).slice(start.length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * What 50 people of a company do to its vendors in a year that ends now, as records in the order in which they were done: the same
 * for the same count and end. A vendor gets 44 notes in it, and somewhat more of everything else together.
 */
export function createYear(count: number, endsAt: number) {
  const vendors = Math.max(20, Math.ceil(count / 100));
  const began = endsAt - 365 * dayMs;
  const toTime = (number: number) => Math.floor(began + (number / count) * 365 * dayMs);
  const toDay = (at: number) => fromDayNumber(Math.floor(at / dayMs));

  function toAct(number: number): Act {
    const at = toTime(number);
    const part = Math.floor(number / block);
    // Neighbors in time are about different vendors.
    const vendor = (of: number) => `v-${(Math.max(0, of) * 7919) % vendors}`;
    const subject = vendor(part + 31 * (number % 5));
    const id = (kind: string, back = 0) => toUuid(`${kind} ${part - back}`);
    const exception = { requirementId: 'r-1', requirement: 'Certificate of insurance', at };
    switch (number % block) {
      case 0:
      case 1:
        return {
          kind: 'document',
          subject: id(`document ${number % block}`),
          body: { vendor: subject, at },
        };
      case 2:
        return { kind: 'document_vendor', subject: id('document 1'), body: { vendor: subject } };
      case 3:
        return { kind: 'valid_until', subject: id('document 0'), body: { day: toDay(at + 300 * dayMs) } };
      case 4:
      case 5:
      case 6: {
        const choice = (['accept', 'skip', 'ask_new_copy'] as const)[number % 3] ?? 'accept';
        const body = { id: id(`decision ${number % block}`), of: 'document', choice, at } as const;
        return {
          kind: 'decision',
          subject: id(`document ${number % 2}`),
          body: {
            ...body,
            note: choice === 'ask_new_copy' ? 'The second page is cut off on the right.' : '',
          },
        };
      }
      case 7:
        return {
          kind: 'decision_undone',
          subject: id('document 1', undoneLater),
          body: { id: id('decision 5', undoneLater), of: 'document', at },
        };
      case 8:
        return {
          kind: 'invite',
          subject: id('invite'),
          body: { request: createInvitation(part, subject), dateForm: 'iso', at },
        };
      case 9:
        return {
          kind: 'verification',
          subject: id('verification'),
          body: {
            request: {
              type: 'license',
              data: {
                licenseTradeType: 'General contractor',
                licenseNumber: `CGC${100_000 + part}`,
                licenseeName: `Company ${part} LLC`,
                locationWhereLicenseIsValid: { state: 'FL', city: 'Tampa' },
              },
            },
            dateForm: 'iso',
            at,
            vendor: subject,
          },
        };
      case 10:
      case 11:
        return {
          kind: 'waiver',
          subject,
          body: {
            id: id(`waiver ${number % block}`),
            ...exception,
            reason: 'The agent sends the renewal this week; Sam spoke to her.',
            until: toDay(at + 30 * dayMs),
          },
        };
      case 12:
      case 13:
        return {
          kind: 'attestation',
          subject,
          body: {
            id: id(`attestation ${number % block}`),
            ...exception,
            day: toDay(at),
            until: toDay(at + 180 * dayMs),
            note: '',
          },
        };
      case 14:
        return {
          kind: 'exception_ended',
          subject: vendor(part - 1),
          body: { id: id('waiver 10', 1), isEnded: true, at },
        };
      case 15:
        return { kind: 'language', subject, body: { language: part % 3 === 0 ? 'es' : 'en' } };
      case 16:
        return {
          kind: 'follow_up',
          subject: vendor(part - 1),
          body: { id: id('note 40', 1), day: null, ended: 'done', at },
        };
      case 17:
        return { kind: 'note_removed', subject: vendor(part - 1), body: { id: id('note 45', 1) } };
      case 18:
        return {
          kind: 'entry_state',
          subject: id('invite', sentLater),
          body: {
            state: 'sent',
            at,
            isMarked: false,
            isCanceled: false,
            words: {
              kind: 'invite',
              complianceStatus: 'PENDING',
              vendorStatus: 'INVITED',
              vendorId: vendor(part - sentLater + 31 * 3),
            },
            answer: toAnswer({
              id: part,
              complianceStatus: 'PENDING',
              vendorStatus: 'INVITED',
              vendorURL: `https://vendors.example.com/${part}`,
              checklist: [{ type: 'W-9', compliant: false, status: 'MISSING', documentURL: null }],
            }),
          },
        };
      case 19:
        return {
          kind: 'entry_state',
          subject: id('verification', sentLater),
          body: {
            state: 'sent',
            at,
            isMarked: false,
            isCanceled: false,
            words: { kind: 'verification', requestId: id('request', sentLater) },
            answer: toAnswer({ success: true, id: id('request', sentLater) }),
          },
        };
      case 20:
      case 21:
      case 22:
      case 23:
      case 24:
      case 25:
      case 26:
      case 27:
        return {
          kind: 'tag',
          subject,
          body: { tag: ['Tampa', 'Union', 'Preferred'][part % 3] ?? 'Union', isOn: number % 4 !== 3 },
        };
      default:
        return createNote(number, subject);
    }
  }

  function createNote(number: number, subject: string): Act {
    const at = toTime(number);
    return {
      kind: 'note',
      subject,
      body: {
        id: toUuid(`note ${number % block} ${Math.floor(number / block)}`),
        kind: (['note', 'letter', 'call'] as const)[number % 3] ?? 'note',
        text: `Called about the certificate, ${number}. Their agent is out until Thursday and then sends it to the shared inbox.`,
        asked: number % 3 === 1 ? [toUuid('requirement')] : [],
        followUp: number % 6 === 0 ? toDay(at + 7 * dayMs) : null,
        at,
      },
    };
  }

  return {
    count,
    record(number: number): TeamRecord {
      const wall = toTime(number);
      const part = Math.floor(number / block);
      const seat = (number + part) % seats;
      return {
        ...toAct(number),
        id: toUuid(`record ${number}`, '7', wall.toString(16).padStart(12, '0')),
        seat: toUuid(`seat ${seat}`),
        seq: part + 1,
        clock: { wall, counter: 0 },
        member: `Member ${seat}`,
        version: actVersion,
      };
    },
  };
}

function createInvitation(number: number, vendorId: string) {
  return {
    inviteMessage: 'Please upload your papers by the end of the month.',
    vendorId,
    vendor: {
      email: `office${number}@example.com`,
      firstName: `Name${number % 97}`,
      lastName: `Family${number % 89}`,
      companyName: `Company ${number}`,
    },
  };
}

const toAnswer = (body: object) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

/**
 * Puts a year into a team's table as its members would have: a transaction for every five thousand records, each received when it
 * was done. Triggers are left out, which would check every row.
 */
export async function fillWithYear(
  postgres: Pick<Postgres, 'openSession'>,
  database: string,
  year: ReturnType<typeof createYear>,
): Promise<void> {
  const session = await postgres.openSession(database);
  await session.query('SET session_replication_role = replica');
  for (let from = 0; from < year.count; from += perInsert) {
    const length = Math.min(perInsert, year.count - from);
    const rows = Array.from({ length }, (_, at) => {
      const { clock, ...rest } = year.record(from + at);
      return { ...rest, ...clock };
    });
    await session.query(
      `INSERT INTO gangway_team_record
         (id, seat, seq, wall, counter, member, kind, version, subject, body, role, received_at)
       SELECT id, seat, seq, wall, counter, member, kind, version, subject, body, member, to_timestamp(wall / 1000.0)
       FROM json_to_recordset($1::json) AS sent (id uuid, seat uuid, seq bigint, wall bigint, counter integer,
         member text, kind text, version integer, subject text, body json)`,
      [JSON.stringify(rows)],
    );
  }
  await session.query('ANALYZE gangway_team_record');
  await session.end();
}
