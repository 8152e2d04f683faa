import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { actVersion, readAct } from '#shared/team/acts.ts';
import { createQueries, inTransaction, storedJson } from './query.ts';
import type { SettingStore } from './settings.ts';
import type { TeamLog } from './team-log.ts';

/** What was done to one thing before there was a log: acts in their order, each by whom and when. */
const earlierRow = z.object({
  key: z.string(),
  subject: z.string(),
  acts: storedJson(
    z.array(
      z
        .object({
          kind: z.string(),
          body: z.record(z.string(), z.unknown()),
          by: z.string().nullable(),
          at: z.int().min(0),
        })
        .nullable(),
    ),
    [],
  ),
});

const toAct = (kind: string, body: string, by: string, at: string) =>
  `json_object('kind', '${kind}', 'body', json_object(${body}), 'by', ${by}, 'at', ${at})`;
const where = (condition: string, act: string) => `CASE WHEN ${condition} THEN ${act} END`;

const exceptions = (kind: 'waiver' | 'attestation', body: string) =>
  `SELECT id AS key, subject, json_array(
     ${toAct(kind, `'id', id, 'requirementId', requirement_id, 'requirement', requirement, 'at', at, 'until', until, ${body}`, 'given_by', 'at')},
     ${where('ended_at IS NOT NULL', toAct('exception_ended', "'id', id, 'isEnded', json('true'), 'at', ended_at", 'ended_by', 'ended_at'))}
   ) AS acts FROM ${kind} WHERE id > @after ORDER BY id LIMIT @limit + 0`;

/** SQL for the rows after a key, in its order. */
const sources: readonly string[] = [
  exceptions('waiver', "'reason', reason"),
  exceptions('attestation', "'day', day, 'note', note"),
  // When they were set is not known: whatever the log has is later.
  `SELECT json_array(vendor_id, tag) AS key, vendor_id AS subject, json_array(
     ${toAct('tag', "'tag', tag, 'isOn', json('true')", 'NULL', '0')}) AS acts
   FROM vendor_tag WHERE @after = '' OR (vendor_id, tag) > (@after ->> 0, @after ->> 1) ORDER BY vendor_id, tag LIMIT @limit + 0`,
  `SELECT subject AS key, subject, json_array(${toAct('language', "'language', language", 'NULL', '0')}) AS acts
   FROM vendor_language WHERE subject > @after ORDER BY subject LIMIT @limit + 0`,
  // A later follow-up replaces an earlier one again; of one that was not replaced, or was reopened, it is said.
  `SELECT id AS key, subject, json_array(
     ${toAct('note', "'id', id, 'kind', kind, 'text', text, 'asked', json(asked), 'awaits', CASE WHEN json_valid(awaits) THEN json(awaits) END, 'followUp', follow_up, 'at', at", 'given_by', 'at')},
     ${where(
       "later IS NOT NULL AND follow_up IS NOT NULL AND ended IS NOT 'moved'",
       toAct(
         'follow_up',
         "'id', id, 'day', follow_up, 'ended', NULL, 'at', COALESCE(ended_at, later)",
         'NULL',
         'COALESCE(ended_at, later)',
       ),
     )},
     ${where(
       "ended = 'moved' AND ended_at > next",
       toAct(
         'follow_up',
         "'id', id, 'day', follow_up, 'ended', NULL, 'at', ended_at - 1",
         'NULL',
         'ended_at - 1',
       ),
     )},
     ${where(
       "ended_at IS NOT NULL AND (ended <> 'moved' OR later IS NULL)",
       toAct(
         'follow_up',
         "'id', id, 'day', NULL, 'ended', CASE ended WHEN 'answered' THEN ended ELSE 'done' END, 'at', ended_at",
         'NULL',
         'ended_at',
       ),
     )}) AS acts
   FROM (SELECT n.*, (SELECT MAX(COALESCE(l.ended_at, l.at)) + 1 FROM vendor_note l WHERE l.subject = n.subject AND l.follow_up IS NOT NULL
       AND (l.at, l.rowid) > (n.at, n.rowid)) AS later,
     (SELECT MIN(l.at) FROM vendor_note l WHERE l.subject = n.subject AND l.follow_up IS NOT NULL
       AND (l.at, l.rowid) > (n.at, n.rowid)) AS next
     FROM vendor_note n WHERE n.id > @after ORDER BY n.id LIMIT @limit + 0)`,
  `SELECT job_id AS key, job_id AS subject, json_array(
     ${toAct('document', "'vendor', vendor_id, 'at', added_at", 'NULL', 'added_at')},
     ${where('valid_until IS NOT NULL', toAct('valid_until', "'day', valid_until", 'valid_until_by', 'added_at'))}
   ) AS acts FROM document WHERE job_id > @after ORDER BY job_id LIMIT @limit + 0`,
  `SELECT printf('%016d', id) AS key, subject, json_array(
     ${toAct('decision', "'id', uuid, 'of', kind, 'choice', choice, 'note', note, 'at', at", 'decided_by', 'at')},
     ${where('undone_at IS NOT NULL', toAct('decision_undone', "'id', uuid, 'of', kind, 'at', undone_at", 'decided_by', 'undone_at'))}
   ) AS acts FROM decision WHERE id > CAST(@after AS INTEGER) ORDER BY id LIMIT @limit + 0`,
];

const place = z.object({ source: z.number(), after: z.string() });
const placeSetting = 'team.earlier';

/**
 * Writes what people did before there was a log into it, from the rows that hold it, so that colleagues learn of it as of what is
 * done since. What is longer than the log takes stays on this computer.
 */
export function createEarlierActs(db: Database, log: TeamLog, stored: SettingStore) {
  const { prepareQuery } = createQueries(db);
  const readers = sources.map((sql) => prepareQuery(sql, earlierRow));

  function recordRow({ subject, acts }: z.infer<typeof earlierRow>): void {
    const read = acts.flatMap((act, counter) => {
      const found = act === null ? null : readAct({ ...act, subject, version: actVersion });
      return act === null || found === null
        ? []
        : [{ act: found, by: act.by, clock: { wall: act.at, counter } }];
    });
    // An act of a kind about the same that the log has is this one or a later one.
    const isLogged = read.map(({ act, clock }) => log.has(act, clock));
    for (const [at, { act, ...earlier }] of read.entries())
      if (isLogged[at] === false) log.append(act, earlier);
  }

  function start(): z.infer<typeof place> {
    log.nameVendors();
    return { source: 0, after: '' };
  }

  function recordSome(limit: number): boolean {
    const { source, after } = stored.read(placeSetting, place) ?? start();
    const reader = readers[source];
    if (reader === undefined) return false;
    const rows = reader.all({ after, limit });
    for (const row of rows) recordRow(row);
    const last = rows.at(-1);
    stored.write(
      placeSetting,
      last === undefined ? { source: source + 1, after: '' } : { source, after: last.key },
    );
    return true;
  }

  return {
    /** Writes the acts of up to `limit` rows down; false where all are in the log. */
    record: (limit: number): boolean => inTransaction(db, () => recordSome(limit)),
  };
}
