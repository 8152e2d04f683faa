import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';
import { entryKind, entryState, type EntryKind } from '#shared/outbox/outbox.ts';
import type { ListName } from '#shared/settings/lists.ts';
import { stateWord } from '#shared/outbox/entry-labels.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { cacheStatements, cacheWhileUnchanged } from './statement-cache.ts';
import { searchedColumns, type ListOrder } from './list-columns.ts';
import { union, intersect, numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';
import { matchQuery, toWords, type SearchIndex } from './search-index.ts';
import type { SearchKind } from './list-keys.ts';

/** Changing values that rows show, such as states: scanned at each search, as indexing them would cost a write per answer. */
interface ShownValues {
  values: string;
  words: (value: string) => string;
  numbers: string;
}

/** Finds a column's few values without reading all rows: each is searched from the one before. */
function ofColumn({ table, index, key, number }: ListOrder, words: ShownValues['words']): ShownValues {
  const from = `${table} INDEXED BY ${index ?? ''}`;
  return {
    values: `WITH RECURSIVE found (value) AS (
      SELECT MIN(${key}) FROM ${from}
      UNION ALL SELECT (SELECT MIN(${key}) FROM ${from} WHERE ${key} > found.value) FROM found
      WHERE found.value IS NOT NULL LIMIT 500)
    SELECT value FROM found WHERE value IS NOT NULL`,
    words,
    numbers: `SELECT ${number} AS number FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(@values))`,
  };
}

const quoted = (words: readonly string[]) => words.map((word) => `('${word}')`).join(', ');

/** @param accepted what the list shows of an accepted entry */
function ofStates(kind: EntryKind, accepted: string): ShownValues {
  return {
    values: `VALUES ${quoted(entryState.options)}`,
    words: (value) => {
      const state = entryState.safeParse(value).data;
      if (state === 'accepted') return accepted;
      return state === undefined ? '' : stateWord(state, kind);
    },
    numbers: `SELECT seq AS number FROM entry WHERE kind = '${kind}' AND state IN (SELECT value FROM json_each(@values))`,
  };
}

const status = "lower(COALESCE(status, ''))";

/** The index of a document's column begins with the group that it is in. */
function ofDocuments(group: string, column: string): ShownValues {
  const from = `FROM document WHERE review_group = '${group}'`;
  return {
    values: `WITH RECURSIVE found (value) AS (
      SELECT MIN(${column}) ${from}
      UNION ALL SELECT (SELECT MIN(${column}) ${from} AND ${column} > found.value) FROM found
      WHERE found.value IS NOT NULL LIMIT 500)
    SELECT value FROM found WHERE value IS NOT NULL`,
    words: (value) => value,
    numbers: `SELECT number FROM document_number WHERE job_id IN (
      SELECT job_id ${from} AND ${column} IN (SELECT value FROM json_each(@values)))`,
  };
}

const decisionLabel: Record<string, string> = {
  accept: 'Accepted',
  ask_new_copy: 'Draft opened',
  skip: 'Skipped',
};
const reviewGroups = ['to_review', 'not_ready', 'decided'];
const ofDecision: ShownValues = {
  ...ofDocuments('decided', 'decided_as'),
  words: (value) => ownMember(decisionLabel, value) ?? '',
};

const kinds: Record<ListName, readonly SearchKind[]> = {
  vendors: ['vendor'],
  invites: ['invite'],
  verifications: ['verification'],
  documents: ['document'],
  outbox: entryKind.options,
};

/** Values that a list shows and no key table has. */
const besideKeys: Record<ListName, readonly ShownValues[]> = {
  vendors: [],
  invites: [ofStates('invite', 'Invited')],
  verifications: [],
  documents: [...reviewGroups.map((group) => ofDocuments(group, status)), ofDecision],
  outbox: entryKind.options.map((kind) =>
    ofStates(kind, [...new Set([stateWord('accepted', null), stateWord('accepted', kind)])].join(' ')),
  ),
};

function shownValues(list: ListName): ShownValues[] {
  const ofKeys = list === 'documents' ? [] : searchedColumns(list);
  return [...ofKeys.map(({ order, words }) => ofColumn(order, words)), ...besideKeys[list]];
}

const strings = z.array(z.string());
/** Shorter words of a state mean nothing, such as the "to" of "Waiting to send". */
const minLetters = 3;

/** @returns the function that finds rows by words, each of which begins a word of the row, ignoring case and accents */
export function createRowSearch(
  db: Database,
  search: SearchIndex,
  list: ListName,
): (text: string) => IntegerSet {
  const statement = cacheStatements(db);
  const shown = shownValues(list);
  const keptValues = cacheWhileUnchanged<readonly string[]>(db);
  const keptRows = cacheWhileUnchanged<IntegerSet>(db);

  function indexed(words: readonly string[]): IntegerSet {
    const query = matchQuery(words);
    return union(kinds[list].map((kind) => search.hits(kind, query)));
  }

  /** The rows that have the word in one of the values beside the index; none where no value has it. */
  function beside(word: string): IntegerSet[] {
    const typed = foldText(word);
    if (typed.length < minLetters) return [];
    return shown.flatMap(({ values, words, numbers }) => {
      const all = keptValues(values, () => strings.parse(statement(values).pluck().all()));
      const meant = all.filter((value) =>
        toWords(foldText(words(value))).some((one) => one.length >= minLetters && one.startsWith(typed)),
      );
      if (meant.length === 0) return [];
      const json = JSON.stringify(meant);
      const sql = `SELECT ${numbersInSql('number')} FROM (${numbers})`;
      return [
        keptRows(`${numbers} ${json}`, () => readNumbers(statement(sql).pluck().get({ values: json }))),
      ];
    });
  }

  return (text) =>
    keptRows(text, () => {
      const words = toWords(text).map((word) => ({ word, rows: beside(word) }));
      const plain = words.filter(({ rows }) => rows.length === 0).map(({ word }) => word);
      return intersect([
        ...(plain.length === 0 ? [] : [indexed(plain)]),
        ...words
          .filter(({ rows }) => rows.length > 0)
          .map(({ word, rows }) => union([indexed([word]), ...rows])),
      ]);
    });
}
