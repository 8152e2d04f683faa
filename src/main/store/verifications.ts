import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VerificationRow, VerificationTab } from '#shared/ipc/verifications.ts';
import { needsPersonStates, unsentStates } from '#shared/outbox.ts';
import type { VerificationRequest } from '#shared/service/verification.ts';
import { progressColumns, progressOf } from '../outbox/entry-store.ts';
import { cutPage, readKeyset } from './keyset.ts';
import type { SearchIndex } from './search-index.ts';
import { watchColumns, watchOf } from './watches.ts';

/** What a result says, as lists show it. */
export interface VerificationSummary {
  status: string | null;
  isVerified: boolean | null;
  isMatch: boolean | null;
  differing: number | null;
  expiryDate: string | null;
  /** Whether a person has to look at it. */
  attention: boolean;
}

const columns = `${progressColumns}, v.type, v.license_number, v.license_trade_type, v.licensee_name, v.vendor_id,
  v.request_id, v.status, v.is_verified, v.is_match, v.differing, v.expiry_date, ${watchColumns},
  d.choice AS decision_choice, d.note AS decision_note, d.at AS decision_at`;

const from = `FROM verification v JOIN entry e ON e.seq = v.entry
  LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'verification' AND subject = e.id AND undone_at IS NULL)`;

const joined = z.object({
  seq: z.number(),
  type: z.string(),
  license_number: z.string().nullable(),
  license_trade_type: z.string().nullable(),
  licensee_name: z.string().nullable(),
  vendor_id: z.string().nullable(),
  request_id: z.string().nullable(),
  status: z.string().nullable(),
  is_verified: z.number().nullable(),
  is_match: z.number().nullable(),
  differing: z.number().nullable(),
  expiry_date: z.string().nullable(),
  decision_choice: z.string().nullable(),
  decision_note: z.string().nullable(),
  decision_at: z.number().nullable(),
});

/** The decision that a joined row carries; null where there is none. */
export function decisionOf(row: {
  decision_choice: string | null;
  decision_note: string | null;
  decision_at: number | null;
}) {
  const { decision_choice: choice, decision_note: note, decision_at: at } = row;
  return choice === null || note === null || at === null ? null : { choice, note, at };
}

const yesNo = (value: number | null) => (value === null ? null : value === 1);
const numbered = (value: boolean | null) => (value === null ? null : value ? 1 : 0);

function rowOf(raw: unknown): { seq: number; row: VerificationRow } {
  const found = joined.parse(raw);
  return {
    seq: found.seq,
    row: {
      ...progressOf(raw),
      type: found.type,
      licenseNumber: found.license_number,
      licenseTradeType: found.license_trade_type,
      licenseeName: found.licensee_name,
      vendorId: found.vendor_id,
      requestId: found.request_id,
      status: found.status,
      isVerified: yesNo(found.is_verified),
      isMatch: yesNo(found.is_match),
      differing: found.differing,
      expiryDate: found.expiry_date,
      watch: watchOf(raw),
      decision: decisionOf(found),
    },
  };
}

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const undecided = 'v.attention = 1 AND d.id IS NULL';

const tabCondition: Record<VerificationTab, string> = {
  all: '1',
  waiting: `e.state IN (${quoted(unsentStates)})`,
  being_checked: `e.state = 'accepted' AND w.state = 'watching' AND NOT (${undecided})`,
  differ: undecided,
  needs_you: `(e.state IN (${quoted(needsPersonStates)}) OR (${undecided}))`,
  // One that was marked as sent by a person has no request number, so nothing is watched for it.
  done: `e.state = 'accepted' AND COALESCE(w.state, 'settled') <> 'watching' AND NOT (${undecided})`,
};

/** Licence checks as the screens list them; each belongs to an entry of the outbox. */
export interface VerificationStore {
  /** Runs inside the hand-over's transaction. */
  insert(entryId: string, request: VerificationRequest, vendorId: string | null): void;
  /** Runs inside the outcome's transaction. */
  noteRequestId(entryId: string, requestId: string): void;
  noteResult(entryId: string, summary: VerificationSummary): void;
  page(request: { tab: VerificationTab; search: string; after: string | null; limit: number }): {
    rows: VerificationRow[];
    next: string | null;
    total: number;
  };
  counts(): Record<VerificationTab, number>;
  get(entryId: string): VerificationRow | null;
  ofVendor(vendorId: string): VerificationRow[];
  /** With an expiry date and not cancelled, for the list of what runs out. */
  withExpiry(): VerificationRow[];
  types(): string[];
}

export function createVerificationStore(db: Database, search: SearchIndex): VerificationStore {
  const insert = db.prepare(
    `INSERT INTO verification (entry, type, license_number, license_trade_type, licensee_name, vendor_id, expiry_date)
     VALUES ((SELECT seq FROM entry WHERE id = ?), ?, ?, ?, ?, ?, ?)`,
  );
  const noteRequestId = db.prepare(
    'UPDATE verification SET request_id = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
  );
  const noteResult = db.prepare(
    `UPDATE verification SET status = @status, is_verified = @isVerified, is_match = @isMatch, differing = @differing,
       expiry_date = COALESCE(@expiryDate, expiry_date), attention = @attention WHERE entry = (SELECT seq FROM entry WHERE id = @entryId)`,
  );
  const get = db.prepare(`SELECT ${columns} ${from} WHERE e.id = ?`);
  const total = z.object({ total: z.number() });
  const count = (tab: VerificationTab) =>
    total.parse(db.prepare(`SELECT COUNT(*) AS total ${from} WHERE ${tabCondition[tab]}`).get()).total;

  return {
    insert(entryId, request, vendorId) {
      const { data } = request;
      insert.run(
        entryId,
        request.type,
        data.licenseNumber ?? null,
        data.licenseTradeType ?? null,
        data.licenseeName ?? null,
        vendorId,
        data.expiryDate ?? null,
      );
      const parts = [
        data.licenseTradeType,
        data.qualifiedParty,
        data.serviceType,
        data.locationWhereLicenseIsValid?.city,
      ];
      search.put('verification', entryId, {
        title: data.licenseNumber ?? data.licenseeName ?? request.type,
        subtitle: [data.licenseeName, data.licenseTradeType].filter((part) => part !== undefined).join(', '),
        words: [
          ...parts.filter((part) => part !== undefined),
          request.type,
          ...(vendorId === null ? [] : [vendorId]),
        ],
      });
    },
    noteRequestId(entryId, requestId) {
      noteRequestId.run(requestId, entryId);
    },
    noteResult(entryId, summary) {
      noteResult.run({
        entryId,
        status: summary.status,
        isVerified: numbered(summary.isVerified),
        isMatch: numbered(summary.isMatch),
        differing: summary.differing,
        expiryDate: summary.expiryDate,
        attention: summary.attention ? 1 : 0,
      });
    },
    page({ tab, search: text, after, limit }) {
      const match = search.queryFor(text);
      const found =
        match === null
          ? ''
          : " AND e.id IN (SELECT subject FROM search WHERE search MATCH @match AND kind = 'verification')";
      const where = `${tabCondition[tab]}${found}`;
      const place = readKeyset(z.tuple([z.number()]), after);
      const rows = db
        .prepare(
          `SELECT ${columns} ${from} WHERE ${where} AND e.seq < @before ORDER BY e.seq DESC LIMIT @limit`,
        )
        .all({ match, before: place?.[0] ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 })
        .map(rowOf);
      const page = cutPage(rows, limit, (row) => [row.seq]);
      const counted = total.parse(
        db.prepare(`SELECT COUNT(*) AS total ${from} WHERE ${where}`).get({ match }),
      );
      return { rows: page.rows.map((row) => row.row), next: page.next, total: counted.total };
    },
    counts: () => ({
      all: count('all'),
      waiting: count('waiting'),
      being_checked: count('being_checked'),
      differ: count('differ'),
      needs_you: count('needs_you'),
      done: count('done'),
    }),
    get(entryId) {
      const raw = get.get(entryId);
      return raw === undefined ? null : rowOf(raw).row;
    },
    ofVendor: (vendorId) =>
      db
        .prepare(`SELECT ${columns} ${from} WHERE v.vendor_id = ? ORDER BY e.seq DESC LIMIT 200`)
        .all(vendorId)
        .map((raw) => rowOf(raw).row),
    withExpiry: () =>
      db
        .prepare(
          `SELECT ${columns} ${from} WHERE v.expiry_date IS NOT NULL AND e.state = 'accepted'
             AND NOT EXISTS (SELECT 1 FROM entry later WHERE later.replaces = e.id)
           ORDER BY e.seq DESC LIMIT 5000`,
        )
        .all()
        .map((raw) => rowOf(raw).row),
    types: () =>
      z
        .array(z.object({ type: z.string() }))
        .parse(
          db
            .prepare('SELECT type FROM verification GROUP BY type ORDER BY COUNT(*) DESC, type LIMIT 20')
            .all(),
        )
        .map((row) => row.type),
  };
}
