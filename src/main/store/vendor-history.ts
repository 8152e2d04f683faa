import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { lowerFirst } from '#shared/base/fold-text.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { dayText, readDate } from '#shared/base/dates.ts';
import { noteLabels } from '#shared/ipc/notes.ts';
import { historyItem } from '#shared/ipc/outbox.ts';
import type { HistoryKind, VendorHistoryLine } from '#shared/ipc/history.ts';
import { weekMeasures } from '#shared/ipc/week.ts';
import { fromRank, toRank, type OnboardingStatus } from '#shared/onboarding/judge-vendor.ts';
import { entryReason, type EntryKind } from '#shared/outbox/outbox.ts';
import { decisionLabel } from '#shared/verdict/decision-label.ts';
import { historyLine } from '#shared/words/sentences.ts';
import { createQueries, storedJson } from './query.ts';

const happened = z.object({
  at: z.number(),
  /** Sorts what happened at the same time. */
  id: z.string(),
  what: z.coerce.string(),
  about: z.string().nullable(),
  text: z.string().nullable(),
  by: z.string().nullable(),
});
type Happened = z.infer<typeof happened>;

interface Source {
  kind: HistoryKind;
  /** Selects the members of {@link happened} of the vendor `@subject`, by CROSS JOIN from its own rows on. */
  sql: string;
  describe: (
    row: Happened,
    nameRequirements: (ids: readonly string[]) => string[],
  ) => Pick<VendorHistoryLine, 'title'> & Partial<Pick<VendorHistoryLine, 'text' | 'isLetter'>>;
}

const itsInvites = `SELECT entry FROM invite WHERE vendor_id = @subject
  UNION SELECT i.entry FROM vendor v JOIN invite i ON i.email_key = v.email_key AND i.vendor_id IS NULL
    WHERE v.vendor_id = @subject
  UNION SELECT i.entry FROM colleague_vendor c JOIN invite i ON i.email_key = c.email_key AND i.vendor_id IS NULL
    WHERE c.vendor_id = @subject
  UNION SELECT entry FROM invite WHERE @subject LIKE '@%' AND email_key = substr(@subject, 2) AND vendor_id IS NULL`;
const itsChecks = 'SELECT entry FROM verification WHERE vendor_id = @subject';
const license = 'COALESCE(v.license_number, v.licensee_name, v.type)';
const numbered = (number: string) => `printf('%016d', ${number})`;

/** What happened to entries; the beginning of an attempt is in what came of it. */
const entryEvents = (entries: string, about: string, join: string) => `
  SELECT e.queued_at AS at, ' ' || ${numbered('e.seq')} AS id, 'enqueued' AS what, ${about} AS about, NULL AS text, NULL AS by
    FROM entry e ${join} WHERE e.seq IN (${entries})
  UNION ALL SELECT h.at, ${numbered('h.id')}, h.event, ${about}, h.reason, NULL
    FROM history h JOIN entry e ON e.seq = h.entry ${join} WHERE h.entry IN (${entries})`;

const reasonOf = storedJson(entryReason.nullable(), null);

const describeEntry =
  (kind: EntryKind, name: (about: string) => string): Source['describe'] =>
  ({ at, what, about, text }) => {
    const event = historyItem.shape.event.parse(what);
    const line = historyLine({ at, event, attempt: null, reason: reasonOf.parse(text) }, kind);
    return { title: `${name(about ?? '')}: ${lowerFirst(line.title)}`, text: line.sentence ?? null };
  };

/** Waivers or confirmations: when they were given, and when a person ended them. */
const exceptions = (table: string, text: string, given: string, ended: string): Source => ({
  kind: 'exception',
  sql: `SELECT at, id, COALESCE(until, '') AS what, requirement AS about, ${text} AS text, given_by AS by
      FROM ${table} WHERE subject = @subject
    UNION ALL SELECT ended_at, id || ' ended', 'ended', requirement, NULL, ended_by
      FROM ${table} WHERE subject = @subject AND ended_at IS NOT NULL`,
  describe: ({ what, about }) => ({
    title: `${about}: ${what === 'ended' ? ended : `${given}${showThrough(what)}`}`,
  }),
});

function showThrough(day: string): string {
  const date = readDate(day);
  return date === null ? '' : ` through ${dayText(date.day)}`;
}

const showWord = (word: string | null): string =>
  word === null ? 'result without a status' : `the service says “${word}”`;

const mayWork = `${toRank('ready')}, ${toRank('expiring')}`;

function standingWord(status: OnboardingStatus | null): string {
  if (status === null) return 'No requirements apply';
  if (status === 'in_progress') return 'Not cleared to work yet';
  return status === 'blocked' ? weekMeasures.stopped : weekMeasures.cleared;
}

/** All that a vendor's history shows; another source is another item. */
const sources: readonly Source[] = [
  {
    kind: 'invite',
    sql: entryEvents(itsInvites, 'e.title', ''),
    describe: describeEntry('invite', () => 'Invite'),
  },
  {
    kind: 'license',
    sql: entryEvents(itsChecks, license, 'JOIN verification v ON v.entry = e.seq'),
    describe: describeEntry('verification', (about) => `License ${about}`),
  },
  {
    kind: 'license',
    sql: `SELECT +r.at AS at, ${numbered('r.id')} AS id, COALESCE(r.differing, '') AS what, ${license} AS about, r.status AS text, NULL AS by
      FROM verification v CROSS JOIN entry e ON e.seq = v.entry CROSS JOIN reading r ON r.kind = 'verification' AND r.subject = e.id
      WHERE v.vendor_id = @subject AND r.body IS NOT NULL`,
    describe: ({ what, about, text }) => ({
      title: `License ${about}: ${showWord(text)}`,
      text:
        what === ''
          ? 'No details to compare.'
          : what === '0'
            ? 'Everything matches.'
            : `${pluralize(Number(what), 'detail differs', 'details differ')}.`,
    }),
  },
  {
    kind: 'license',
    sql: `SELECT d.at, ${numbered('d.id')} AS id, d.choice AS what, ${license} AS about, d.note AS text, d.decided_by AS by
      FROM verification v CROSS JOIN entry e ON e.seq = v.entry CROSS JOIN decision d ON d.kind = 'verification' AND d.subject = e.id
      WHERE v.vendor_id = @subject AND d.undone_at IS NULL`,
    describe: ({ what, about }) => ({ title: `License ${about}: ${lowerFirst(decisionLabel(what))}` }),
  },
  {
    kind: 'document',
    sql: `SELECT added_at AS at, job_id AS id, '' AS what, COALESCE(document_type, title) AS about, NULL AS text, NULL AS by
      FROM document WHERE vendor_id = @subject
      UNION ALL SELECT +r.at, ${numbered('r.id')}, 'result', COALESCE(o.document_type, o.title), r.status, NULL
        FROM document o CROSS JOIN reading r ON r.kind = 'document' AND r.subject = o.job_id
        WHERE o.vendor_id = @subject AND r.body IS NOT NULL`,
    describe: ({ what, about, text }) =>
      what === ''
        ? { title: `${about ?? 'Document'}: added` }
        : { title: `${about ?? 'Document'}: ${showWord(text)}`, text: null },
  },
  {
    kind: 'document',
    sql: `SELECT d.at, ${numbered('d.id')} AS id, d.choice AS what, COALESCE(o.document_type, o.title) AS about, d.note AS text,
        d.decided_by AS by
      FROM document o CROSS JOIN decision d ON d.kind = 'document' AND d.subject = o.job_id
      WHERE o.vendor_id = @subject AND d.undone_at IS NULL`,
    describe: ({ what, about }) => ({
      title: `${about ?? 'Document'}: ${lowerFirst(decisionLabel(what))}`,
    }),
  },
  {
    kind: 'document',
    sql: `SELECT filed_at AS at, id, COALESCE(valid_until, '') AS what, kind AS about, NULL AS text, filed_by AS by
      FROM filed_document WHERE subject = @subject
      UNION ALL SELECT removed_at, id || ' removed', 'removed', kind, NULL, NULL
        FROM filed_document WHERE subject = @subject AND removed_at IS NOT NULL`,
    describe: ({ what, about }) => ({
      title: what === 'removed' ? `${about}: removed from file` : `${about}: filed${showThrough(what)}`,
    }),
  },
  {
    kind: 'profile',
    sql: `SELECT +at AS at, ${numbered('id')} AS id, CASE WHEN id = (SELECT MIN(id) FROM vendor_fetch WHERE vendor_id = @subject)
        THEN 'first' ELSE '' END AS what, NULL AS about, NULL AS text, NULL AS by
      FROM vendor_fetch WHERE vendor_id = @subject AND body IS NOT NULL`,
    describe: ({ what }) => ({ title: what === 'first' ? 'Profile fetched' : 'Profile changed' }),
  },
  {
    kind: 'status',
    // A site has a line of its own only where not all sites changed with it.
    sql: `SELECT c.at, ${numbered('c.id')} AS id, c.to_rank AS what, (SELECT ' at ' || s.written
          FROM onboarding_standing s WHERE s.site = c.site AND c.site > '' LIMIT 1) AS about, NULL AS text, NULL AS by
      FROM standing_change c
      WHERE c.subject = @subject AND NOT (c.from_rank IN (${mayWork}) AND c.to_rank IN (${mayWork}))
        AND (c.site = '' OR NOT EXISTS (SELECT 1 FROM standing_change a
          WHERE a.subject = c.subject AND a.at = c.at AND a.site = '' AND a.to_rank = c.to_rank))`,
    describe: ({ what, about }) => ({ title: `${standingWord(fromRank(Number(what)))}${about ?? ''}` }),
  },
  exceptions('waiver', 'reason', 'waived', 'waiver ended'),
  exceptions('attestation', 'note', 'confirmed', 'confirmation withdrawn'),
  {
    kind: 'note',
    sql: `SELECT at, ${numbered('rowid')} AS id, kind || ' ' || COALESCE(follow_up, '') AS what, asked AS about, text, given_by AS by
      FROM vendor_note WHERE subject = @subject`,
    describe({ what, about }, nameRequirements) {
      const [kind = '', day = ''] = what.split(' ');
      const asked = nameRequirements(storedJson(z.array(z.string()), []).parse(about)).join(', ');
      const label = ownMember<string>(noteLabels, kind) ?? kind;
      const title = asked === '' ? label : `${kind === 'letter' ? 'Asked for' : `${label} about`} ${asked}`;
      const date = readDate(day);
      return {
        title: date === null ? title : `${title}, follow-up ${dayText(date.day)}`,
        isLetter: kind === 'letter',
      };
    },
  },
  {
    kind: 'note',
    sql: `SELECT ended_at AS at, id, ended AS what, NULL AS about, NULL AS text, NULL AS by FROM vendor_note
      WHERE subject = @subject AND ended IN ('done', 'answered')`,
    describe: ({ what }) => ({
      title: what === 'done' ? 'Follow-up done' : 'Follow-up ended: everything arrived',
    }),
  },
];

const afterAll = '\u{10FFFF}';
const start: [at: number, source: number, id: string] = [Number.MAX_SAFE_INTEGER, -1, afterAll];
/** The line before which a page begins: its time, source and ID. Another text is no place, and begins at the start. */
const place = storedJson(z.tuple([z.number(), z.number(), z.string()]), start);

export function createVendorHistory(db: Database) {
  const { prepareQuery } = createQueries(db);
  const prepared = sources.map(({ sql, ...source }) => ({
    ...source,
    // Each source is sorted and cut apart, since some have an index by time.
    select: prepareQuery(
      `SELECT * FROM (${sql}) WHERE at <= @at AND (at < @at OR id < @id) ORDER BY at DESC, id DESC LIMIT @limit + 0`,
      happened,
    ),
  }));
  return {
    /** A page of what happened with a vendor, newest first. `next` goes back as `after`. @param kind null for all */
    page(
      { subject, kind }: { subject: string; kind: HistoryKind | null },
      after: string | null,
      limit: number,
      nameRequirements: (ids: readonly string[]) => string[],
    ): { rows: VendorHistoryLine[]; next: string | null } {
      const [at, before, id] = place.parse(after);
      const found = prepared.flatMap((source, index) => {
        if (kind !== null && source.kind !== kind) return [];
        const from = index === before ? id : index < before ? '' : afterAll;
        const rows = source.select.all({ subject, at, id: from, limit: limit + 1 });
        return rows.map((row) => ({ row, index, source }));
      });
      found.sort(
        (one, other) =>
          other.row.at - one.row.at || one.index - other.index || (one.row.id < other.row.id ? 1 : -1),
      );
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown.map(({ row, index, source }) => ({
          id: `${index} ${row.id}`,
          at: row.at,
          kind: source.kind,
          text: row.text === null || row.text === '' ? null : row.text,
          isLetter: false,
          by: row.by,
          ...source.describe(row, nameRequirements),
        })),
        next:
          found.length > limit && last !== undefined
            ? JSON.stringify([last.row.at, last.index, last.row.id])
            : null,
      };
    },
  };
}
