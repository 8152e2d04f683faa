import { z } from 'zod';
import { placeholders } from '../outbox/message-template.ts';
import { importField, importLimits, listKind, textForm } from '../imports/import-fields.ts';
import { entryKind, entryState } from '../outbox/outbox.ts';
import { call, instant, nothing, loadPage, pageRequest, filePart, entryId } from './call.ts';

const importId = z.uuid();
const rowNumber = z.number().int().min(1);

const earlierEntry = {
  entryId,
  state: entryState,
  queuedAt: instant,
  sentAt: instant.nullable(),
  /** Whether it is blocked because it was altered on the disk; then the service never saw it. */
  altered: z.boolean(),
  /** The list that the earlier one came from; null where it was typed. */
  fileName: z.string().nullable(),
};
/** What keeps a row from being queued unless a person includes it. */
const importDuplicate = z.discriminatedUnion('kind', [
  /** The same vendor or license is in an earlier row of the file. */
  z.object({
    kind: z.literal('row'),
    row: z.number(),
    /** Whether that row was queued, and is not shown in the list any more. */
    queued: z.boolean(),
  }),
  z.object({ kind: z.literal('invite'), ...earlierEntry }),
  /** The same license, with its type and state, was enqueued to be checked. */
  z.object({ kind: z.literal('verification'), ...earlierEntry }),
  /** The vendor's profile is on this computer: they are a vendor already. */
  z.object({ kind: z.literal('vendor'), vendorId: z.string(), companyName: z.string().nullable() }),
]);
export type ImportDuplicate = z.infer<typeof importDuplicate>;

const importCell = z.object({
  column: z.number(),
  text: z.string(),
  problem: z.string().nullable(),
  /** What it would be once mended, where there is no doubt about that. */
  mend: z.string().nullable(),
  /** What stood in it before it was mended with all others; null once a person changed it. */
  mendedFrom: z.string().nullable(),
});

/**
 * What a row is that may not be of the list, or not as it was read: a line of marks, a total, the headings once more, a row that
 * the spreadsheet hides, a company that is not worked with any more, the title of rows below it, a row with more or fewer cells
 * than headings, one with a quotation mark that is not closed as it should be, one below other headings than those of the list.
 */
const oddRow = z.enum([
  'separator',
  'total',
  'headings',
  'hidden',
  'inactive',
  'title',
  'ragged',
  'over_lines',
  'other_headings',
]);
export type OddRow = z.infer<typeof oddRow>;

/** Rows that are kept out for one reason, which a person can decide on together. */
export const rowGroup = z.enum([
  'row',
  'invite',
  'verification',
  'vendor',
  'title',
  'hidden',
  'inactive',
  'ragged',
  'over_lines',
  'other_headings',
]);
export type RowGroup = z.infer<typeof rowGroup>;

export const importRow = z.object({
  row: rowNumber,
  result: z.enum(['ready', 'problem', 'duplicate', 'left_out']),
  /** The cells of the columns that are imported. */
  cells: z.array(importCell),
  duplicate: importDuplicate.nullable(),
  looksLike: oddRow.nullable(),
  /** More of what it looks like, in a sentence. */
  remark: z.string().nullable(),
  /** Whether a person said that a duplicate is to be queued all the same. */
  included: z.boolean(),
});
export type ImportRow = z.infer<typeof importRow>;

/** A row that a person changed, and after it those that are judged differently because of it; some of them at most. */
const changedRows = z.object({ rows: z.array(importRow) });

export const importFilter = z.enum([
  'all',
  'ready',
  'to_look_at',
  'problems',
  'duplicates',
  'mended',
  'left_out',
]);
export type ImportFilter = z.infer<typeof importFilter>;

const importColumn = z.object({
  heading: z.string(),
  sample: z.string(),
  field: importField,
  /** Whether it was detected by its cells, not its heading. */
  guessed: z.boolean(),
});

export const importStatus = z.object({
  importId,
  list: listKind,
  fileName: z.string(),
  revision: z.number(),
  phase: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('receiving'), received: z.number(), size: z.number() }),
    z.object({ kind: z.literal('reading'), row: z.number() }),
    z.object({ kind: z.literal('checking'), row: z.number(), total: z.number() }),
    z.object({ kind: z.literal('ready') }),
    z.object({ kind: z.literal('queueing'), row: z.number(), total: z.number() }),
    /** The file cannot be used; nothing of it was queued. */
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
  sheets: z.array(z.string()),
  sheet: z.number(),
  /** Other sheets that look like lists, by their place in `sheets`, and those that the spreadsheet hides. */
  otherLists: z.array(z.number()),
  hiddenSheets: z.array(z.number()),
  /** How a text file is read; null for a workbook. */
  textForm: textForm.nullable(),
  /** Whether this sheet was found among several because it holds the list; false once a person chose one. */
  sheetFound: z.boolean(),
  headingsRow: rowNumber.nullable(),
  topRows: z.array(z.object({ row: rowNumber, text: z.string() })),
  skipKnown: z.boolean(),
  /** Whether words such as "Lifetime" for an expiration mean that there is none; null where the list has no such words. */
  endless: z.boolean().nullable(),
  /** Goes into every invite whose row has no message of its own. */
  message: z.string(),
  /** What licenses are checked as whose row has no type of its own. */
  type: z.string(),
  columns: z.array(importColumn),
  /** The presets for this kind of list, saved last first. */
  presets: z.array(z.object({ id: z.uuid(), name: z.string() })),
  preset: z
    .object({
      id: z.uuid(),
      name: z.string(),
      /** Whether it was taken because the file has the headings that it was saved from. */
      byItself: z.boolean(),
      /** Whether the columns are other than it says by now. */
      changed: z.boolean(),
    })
    .nullable(),
  mappingProblem: z.string().nullable(),
  counts: z.object({
    /** Rows that are not queued yet, whatever becomes of them. */
    all: z.number(),
    /** Rows that were queued, and are part of the list again once that is undone. */
    queued: z.number(),
    /** Rows that are ready, or can be made so: not those that are no rows of the list or that a person left out. */
    toFinish: z.number(),
    ready: z.number(),
    problems: z.number(),
    duplicates: z.number(),
    leftOut: z.number(),
    /** How many of those that are left out were so by what they look like. */
    passedOver: z.number(),
    /** Cells that can be mended without doubt, and that were. */
    mendable: z.number(),
    mended: z.number(),
  }),
  /** Rows that can be decided on together, by what keeps them out. */
  groups: z.array(z.object({ group: rowGroup, count: z.number() })),
  /** What was done to many rows at once last, as long as it can be undone. */
  lastBulk: z.object({ kind: z.enum(['mended', 'included', 'skipped']), count: z.number() }).nullable(),
});
export type ImportStatus = z.infer<typeof importStatus>;

/** A list that was queued, for as long as something of it can be taken back. */
const importedList = z.object({
  batch: z.number(),
  kind: entryKind,
  fileName: z.string(),
  queuedAt: instant,
  /** How many were queued. */
  rows: z.number(),
  /** How many of them are not sent yet, and can be taken back. */
  unsent: z.number(),
  takenBack: z.number(),
  undoing: z.boolean(),
});
export type ImportedList = z.infer<typeof importedList>;

const theImport = z.object({ importId });
const presetName = z.string().trim().min(1).max(80);

export const importCalls = {
  /** Begins an import in place of one that is open. The file follows in parts. */
  'imports.begin': call(
    z.object({
      list: listKind.default('invites'),
      fileName: z.string().min(1).max(400),
      size: z.number().int().min(0),
    }),
    importStatus,
  ),
  'imports.append': call(theImport.extend(filePart.shape), nothing),
  /** The whole file is here: reading begins, told by `imports.changed`. */
  'imports.finish': call(theImport, importStatus),
  /** The open import, which survives a reload and stays open while rows are left to finish. */
  'imports.status': call(nothing, importStatus.nullable()),
  'imports.chooseSheet': call(theImport.extend({ sheet: z.number().int().min(0) }), importStatus),
  /** Reads a text file again, in another way. */
  'imports.setTextForm': call(theImport.extend({ form: textForm }), importStatus),
  /** What the columns are, and how rows are taken. The rows are checked again. */
  'imports.setMapping': call(
    theImport.extend({
      /** Guessed from the headings where they are not given, as when another row holds these. */
      fields: z.array(importField).max(importLimits.columns).optional(),
      /** One of the `topRows`; null where every row is of the list. */
      headingsRow: rowNumber.nullable(),
      skipKnown: z.boolean(),
      message: z.string().max(10_000),
      endless: z.boolean().optional(),
      type: z.string().trim().max(200).optional(),
    }),
    importStatus,
  ),
  /** Keeps what the columns are under a name; with an ID in place of that preset. The next file with the same headings takes it. */
  'imports.savePreset': call(theImport.extend({ id: z.uuid().nullable(), name: presetName }), importStatus),
  /** Takes a preset for the open file. The rows are checked again. */
  'imports.takePreset': call(theImport.extend({ id: z.uuid() }), importStatus),
  'imports.renamePreset': call(theImport.extend({ id: z.uuid(), name: presetName }), importStatus),
  'imports.deletePreset': call(theImport.extend({ id: z.uuid() }), importStatus),
  /** What a message for all would be for the rows that have none of their own, without taking it. */
  'imports.previewMessage': call(
    theImport.extend({ message: z.string().max(10_000) }),
    z.object({
      /** Ready rows that the message goes to. */
      rows: z.number(),
      lacking: z.number(),
      lacks: z.array(z.enum(placeholders)),
      unknown: z.array(z.string()),
      example: z.object({ row: rowNumber, who: z.string(), text: z.string() }).nullable(),
    }),
  ),
  'imports.page': call(
    pageRequest.extend({
      importId,
      filter: importFilter.default('all'),
      group: rowGroup.nullable().default(null),
      /** Where the first page begins, by the row's number in the file; null for the first row. */
      from: rowNumber.nullable().default(null),
    }),
    loadPage(importRow),
  ),
  'imports.editCell': call(
    theImport.extend({
      row: rowNumber,
      column: z.number().int().min(0),
      text: z.string().max(importLimits.cellLength),
    }),
    changedRows,
  ),
  /** `in` queues a duplicate all the same, `out` leaves a row out, `as_found` takes either back. */
  'imports.include': call(
    theImport.extend({ row: rowNumber, choice: z.enum(['in', 'out', 'as_found']) }),
    changedRows,
  ),
  /** Mends every cell that can be mended without doubt. The rows are judged again. */
  'imports.mendAll': call(theImport, importStatus),
  /** Includes, or leaves out, all rows that are kept out for one reason. */
  'imports.chooseAll': call(
    theImport.extend({ group: rowGroup, choice: z.enum(['in', 'out']) }),
    importStatus,
  ),
  /** Undoes what was done to many rows at once last; what a person changed since stays. */
  'imports.undoBulk': call(theImport, importStatus),
  /** Queues every ready row, all or none; undo returns them to the import. `expected` is the count on the button. */
  'imports.queue': call(
    theImport.extend({ expected: z.number().int() }),
    z.object({ batch: z.number(), queued: z.number(), notBefore: instant.nullable() }),
  ),
  /** Lists that are not all sent, queued last first; with `batch` also that one, in any state. */
  'imports.lists': call(z.object({ batch: z.number().int().min(1).nullable() }), z.array(importedList)),
  /** Takes back what has not left yet. */
  'imports.undo': call(
    z.object({ batch: z.number() }),
    z.object({ takenBack: z.number(), gone: z.number() }),
  ),
  'imports.problems': call(
    theImport,
    z.object({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  ),
  'imports.cancel': call(theImport, nothing),
};
