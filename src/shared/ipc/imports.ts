import { z } from 'zod';
import { placeholders } from '../outbox/message-template.ts';
import { importField, importLimits, listKind, textForm } from '../imports/import-fields.ts';
import { entryKind, entryState } from '../outbox/outbox.ts';
import { call, instant, nothing, loadPage, pageRequest, filePart, entryId, textFile } from './call.ts';

const importId = z.uuid();
const rowNumber = z.number().int().min(1);

const earlierEntry = {
  entryId,
  state: entryState,
  queuedAt: instant,
  sentAt: instant.nullable(),
  /** Altered on the disk, so the service never saw it. */
  altered: z.boolean(),
  fileName: z.string().nullable(),
};
const importDuplicate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('row'), row: z.number(), queued: z.boolean() }),
  z.object({ kind: z.literal('invite'), ...earlierEntry }),
  z.object({ kind: z.literal('verification'), ...earlierEntry }),
  z.object({ kind: z.literal('vendor'), vendorId: z.string(), companyName: z.string().nullable() }),
]);
export type ImportDuplicate = z.infer<typeof importDuplicate>;

const importCell = z.object({
  column: z.number(),
  text: z.string(),
  problem: z.string().nullable(),
  /** The corrected text, where there is no doubt about it. */
  fix: z.string().nullable(),
  /** The text before it was corrected with all others; null once a person changed it. */
  fixedFrom: z.string().nullable(),
});

/** `inactive`: no longer worked with. `ragged`: a wrong number of cells. `over_lines`: a quotation mark is not closed. */
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

export const rowGroup = z.enum([
  'row',
  'invite',
  'verification',
  'vendor',
  ...oddRow.exclude(['separator', 'total', 'headings']).options,
]);
export type RowGroup = z.infer<typeof rowGroup>;

export const importRow = z.object({
  row: rowNumber,
  result: z.enum(['ready', 'problem', 'duplicate', 'left_out']),
  cells: z.array(importCell),
  duplicate: importDuplicate.nullable(),
  looksLike: oddRow.nullable(),
  remark: z.string().nullable(),
  included: z.boolean(),
});
export type ImportRow = z.infer<typeof importRow>;

/** The changed row, then some of those judged differently because of it. */
const changedRows = z.object({ rows: z.array(importRow) });

export const importFilter = z.enum([
  'all',
  'ready',
  'to_look_at',
  'problems',
  'duplicates',
  'fixed',
  'left_out',
]);
export type ImportFilter = z.infer<typeof importFilter>;

const importColumn = z.object({
  heading: z.string(),
  sample: z.string(),
  field: importField,
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
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
  sheets: z.array(z.string()),
  sheet: z.number(),
  /** Places in `sheets` that look like lists, and those that the spreadsheet hides. */
  otherLists: z.array(z.number()),
  hiddenSheets: z.array(z.number()),
  textForm: textForm.nullable(),
  /** Chosen automatically among several because it holds the list; false once a person chose one. */
  sheetFound: z.boolean(),
  headingsRow: rowNumber.nullable(),
  topRows: z.array(z.object({ row: rowNumber, text: z.string() })),
  skipKnown: z.boolean(),
  /** Whether words such as "Lifetime" mean no expiration; null where the list has none. */
  endless: z.boolean().nullable(),
  message: z.string(),
  type: z.string(),
  columns: z.array(importColumn),
  presets: z.array(z.object({ id: z.uuid(), name: z.string() })),
  preset: z
    .object({
      id: z.uuid(),
      name: z.string(),
      /** Chosen automatically, by the headings it was saved from. */
      byItself: z.boolean(),
      changed: z.boolean(),
    })
    .nullable(),
  mappingProblem: z.string().nullable(),
  counts: z.object({
    all: z.number(),
    /** Queued rows, which return to the list once that is undone. */
    queued: z.number(),
    toFinish: z.number(),
    ready: z.number(),
    problems: z.number(),
    duplicates: z.number(),
    leftOut: z.number(),
    /** Of those left out, how many were so by what they look like. */
    passedOver: z.number(),
    /** Cells that can be corrected without doubt, and those that were. */
    fixable: z.number(),
    fixed: z.number(),
  }),
  groups: z.array(z.object({ group: rowGroup, count: z.number() })),
  lastBulk: z.object({ kind: z.enum(['fixed', 'included', 'skipped']), count: z.number() }).nullable(),
});
export type ImportStatus = z.infer<typeof importStatus>;

const importedList = z.object({
  batch: z.number(),
  kind: entryKind,
  fileName: z.string(),
  queuedAt: instant,
  rows: z.number(),
  unsent: z.number(),
  takenBack: z.number(),
  undoing: z.boolean(),
});
export type ImportedList = z.infer<typeof importedList>;

const theImport = z.object({ importId });
const presetName = z.string().trim().min(1).max(80);

export const importCalls = {
  /** Begins an import, replacing an open one. The file follows in parts. */
  'imports.begin': call(
    z.object({
      list: listKind.default('invites'),
      fileName: z.string().min(1).max(400),
      size: z.number().int().min(0),
    }),
    importStatus,
  ),
  'imports.append': call(theImport.extend(filePart.shape), nothing),
  /** The whole file is here: reading begins; `imports.changed` reports progress. */
  'imports.finish': call(theImport, importStatus),
  /** The open import, which survives a reload and stays open while rows are left to finish. */
  'imports.status': call(nothing, importStatus.nullable()),
  'imports.chooseSheet': call(theImport.extend({ sheet: z.number().int().min(0) }), importStatus),
  'imports.setTextForm': call(theImport.extend({ form: textForm }), importStatus),
  'imports.setMapping': call(
    theImport.extend({
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
  /** Saves the columns under a name, over the preset with this ID. The next file with the same headings uses it. */
  'imports.savePreset': call(theImport.extend({ id: z.uuid().nullable(), name: presetName }), importStatus),
  'imports.takePreset': call(theImport.extend({ id: z.uuid() }), importStatus),
  'imports.renamePreset': call(theImport.extend({ id: z.uuid(), name: presetName }), importStatus),
  'imports.deletePreset': call(theImport.extend({ id: z.uuid() }), importStatus),
  /** What a message for all would become for rows without their own, without using it. */
  'imports.previewMessage': call(
    theImport.extend({ message: z.string().max(10_000) }),
    z.object({
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
  /** `in` queues a duplicate anyway, `out` leaves a row out, `as_found` takes either back. */
  'imports.include': call(
    theImport.extend({ row: rowNumber, choice: z.enum(['in', 'out', 'as_found']) }),
    changedRows,
  ),
  'imports.fixAll': call(theImport, importStatus),
  'imports.chooseAll': call(
    theImport.extend({ group: rowGroup, choice: z.enum(['in', 'out']) }),
    importStatus,
  ),
  /** Undoes the last change to many rows; what a person changed since stays. */
  'imports.undoBulk': call(theImport, importStatus),
  /** Queues every ready row, all or none; undo returns them to the import. `expected` is the count on the button. */
  'imports.queue': call(
    theImport.extend({ expected: z.number().int() }),
    z.object({ batch: z.number(), queued: z.number(), notBefore: instant.nullable() }),
  ),
  /** Lists that are not all sent, newest first; with `batch` also that one, in any state. */
  'imports.lists': call(z.object({ batch: z.number().int().min(1).nullable() }), z.array(importedList)),
  'imports.undo': call(
    z.object({ batch: z.number() }),
    z.object({ takenBack: z.number(), gone: z.number() }),
  ),
  'imports.problems': call(theImport, textFile),
  'imports.cancel': call(theImport, nothing),
};
