import type { Database } from 'better-sqlite3';
import { foldText } from '#shared/base/fold-text.ts';
import { entryKind, entryState, type EntryKind } from '#shared/outbox/outbox.ts';
import type { ListName } from '#shared/settings/lists.ts';
import { stateWord } from '#shared/outbox/entry-labels.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { cacheWhileUnchanged, createQueries } from './query.ts';
import { searchedColumns, type ListOrder } from './list-columns.ts';
import { createSetReader, intersect, union, type IntegerSet } from './integer-set.ts';
import { matchQuery, toWords, type SearchIndex } from './search-index.ts';
import type { SearchKind } from './list-keys.ts';

/** Changing values that rows show, such as states: scanned at each search, as indexing them would cost a write per answer. */
interface ShownValues {
  values: string;
  words: (value: string) => string;
  numbers: string;
}

/** SQL for a column's few values: each is searched from the one before, without reading all rows. */
const selectValues = (key: string, from: string) => `WITH RECURSIVE found (value) AS (
    SELECT MIN(${key}) FROM ${from}
    UNION ALL SELECT (SELECT MIN(${key}) FROM ${from} AND ${key} > found.value) FROM found
    WHERE found.value IS NOT NULL LIMIT 500)
  SELECT value FROM found WHERE value IS NOT NULL`;

const amongValues = 'IN (SELECT value FROM json_each(@values))';

const ofColumn = ({ table, index, key, number }: ListOrder, words: ShownValues['words']): ShownValues => ({
  values: selectValues(key, `${table} INDEXED BY ${index ?? ''} WHERE 1`),
  words,
  numbers: `SELECT ${number} AS number FROM ${table} WHERE ${key} ${amongValues}`,
});

const quoted = (words: readonly string[]) => words.map((word) => `('${word}')`).join(', ');

/** @param accepted what the list shows of an accepted entry */
const ofStates = (kind: EntryKind, accepted: string): ShownValues => ({
  values: `VALUES ${quoted(entryState.options)}`,
  words: (value) => {
    const state = entryState.safeParse(value).data;
    if (state === 'accepted') return accepted;
    return state === undefined ? '' : stateWord(state, kind);
  },
  numbers: `SELECT seq AS number FROM entry WHERE kind = '${kind}' AND state ${amongValues}`,
});

const status = "lower(COALESCE(status, ''))";

/** The index of a document's column begins with the group that it is in. */
function ofDocuments(group: string, column: string): ShownValues {
  const from = `document WHERE review_group = '${group}'`;
  return {
    values: selectValues(column, from),
    words: (value) => value,
    numbers: `SELECT number FROM document_number
      WHERE job_id IN (SELECT job_id FROM ${from} AND ${column} ${amongValues})`,
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

/** Shorter words of a state mean nothing, such as the "to" of "Waiting to send". */
const minLetters = 3;

/** @returns the function that finds rows by words, each of which begins a word of the row, ignoring case and accents */
export function createRowSearch(
  db: Database,
  search: SearchIndex,
  list: ListName,
): (text: string) => IntegerSet {
  const { prepareText } = createQueries(db);
  const readSet = createSetReader(db);
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
      const all = keptValues(values, () => prepareText(values).all());
      const meant = all.filter((value) =>
        toWords(foldText(words(value))).some((one) => one.length >= minLetters && one.startsWith(typed)),
      );
      return meant.length === 0 ? [] : readSet({ sql: numbers, values: { values: JSON.stringify(meant) } });
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
