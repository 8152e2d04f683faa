import type { Database } from 'better-sqlite3';
import { addSortKey } from './sort-key.ts';
import type { SearchKind } from './search-kind.ts';

const word = (column: string) => `COALESCE(NULLIF(lower(trim(${column})), ''), char(65535))`;
const time = (column: string) => `COALESCE(${column}, 9007199254740991)`;

const entryKey = `INSERT OR REPLACE INTO entry_key (entry, kind, title, tries)
  SELECT seq, kind, sort_key(title), attempts FROM entry WHERE seq = ?`;

const inviteKey = `INSERT OR REPLACE INTO invite_key
    (entry, contact, company, email, phone, vendor_id, compliance, vendor_status, sent, archived)
  SELECT i.entry, sort_key(COALESCE(i.contact_name, i.email, i.vendor_id)), sort_key(i.company_name), sort_key(i.email),
    sort_key(i.phone_number), ${word('i.vendor_id')}, ${word('i.compliance_status')}, ${word('i.vendor_status')},
    ${time('e.sent_at')}, ${time('i.archived_at')}
  FROM invite i JOIN entry e ON e.seq = i.entry WHERE i.entry = ?`;

const verificationKey = `INSERT OR REPLACE INTO verification_key
    (entry, number, trade, licensee, status, expires, checked, type, vendor_id, state)
  SELECT v.entry, sort_key(v.license_number), sort_key(v.license_trade_type), sort_key(v.licensee_name),
    ${word('v.status')}, COALESCE(v.expires_on, char(65535)), ${time('w.last_at')}, sort_key(v.type), ${word('v.vendor_id')},
    s.state
  FROM verification v JOIN entry e ON e.seq = v.entry JOIN verification_state s ON s.entry = v.entry
    LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  WHERE v.entry = ?`;

export type SortKeys = ReturnType<typeof createSortKeys>;

/** The keys by which lists of entries are sorted, in the tables entry_key, invite_key and verification_key. */
export function createSortKeys(db: Database) {
  addSortKey(db);
  const putEntry = db.prepare(entryKey);
  const putInvite = db.prepare(inviteKey);
  const putVerification = db.prepare(verificationKey);
  return {
    /** Writes the keys of what was noted for the search. From then on triggers keep what changes. */
    put(kind: SearchKind, number: number): void {
      switch (kind) {
        case 'invite':
          putEntry.run(number);
          putInvite.run(number);
          break;
        case 'verification':
          putEntry.run(number);
          putVerification.run(number);
          break;
        case 'vendor':
        case 'document':
          // Their own rows hold what they are sorted by.
          break;
      }
    },
  };
}
