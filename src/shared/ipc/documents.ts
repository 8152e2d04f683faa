import { z } from 'zod';
import { recognisedScale, scoreLabels } from '../service/score.ts';
import { documentResult } from '../service/document-result.ts';
import { getReading } from '../service/reading.ts';
import { documentChoice } from '../verdict/decision-label.ts';
import {
  call,
  instant,
  nothing,
  loadPage,
  pageRequest,
  vendorLink,
  vendorSubject,
  filePart,
} from './call.ts';
import { localDecision, watchState } from './verifications.ts';

const jobId = z.guid();
const vendorsOfDocuments = z.array(z.object({ jobId, vendorId: vendorSubject.nullable() })).max(5000);

export const documentRow = z.object({
  jobId,
  /** The name read from the document, or the vendor's company; null where neither is known. */
  title: z.string().nullable(),
  documentType: z.string().nullable(),
  status: z.string().nullable(),
  processingStep: z.string().nullable(),
  overallScore: z.number().nullable(),
  /** On 0 to 100; null where there is none, or its scale is unclear. */
  score: z.number().nullable(),
  ready: z.boolean(),
  vendorId: z.string().nullable(),
  vendor: vendorLink.nullable(),
  addedAt: instant,
  fetchedAt: instant.nullable(),
  watch: watchState,
  decision: localDecision.nullable(),
});
export type DocumentRow = z.infer<typeof documentRow>;

/** `to_review`: ready and not decided. `not_ready`: still being processed or not known yet. */
export const documentGroup = z.enum(['to_review', 'not_ready', 'decided']);
export type DocumentGroup = z.infer<typeof documentGroup>;

/** `worst`: no score first, then the lowest. `decision`: undecided first. */
export const documentOrder = z.enum(['worst', 'best', 'oldest', 'newest', 'status', 'decision']);
export type DocumentOrder = z.infer<typeof documentOrder>;

export const documentFilter = z.object({
  status: z.string().max(200).nullable().default(null),
  /** The threshold's word for the score; `none` for documents without a score on the scale. */
  score: z
    .enum([...scoreLabels, 'none'])
    .nullable()
    .default(null),
  olderThanDays: z.number().int().min(1).max(3650).nullable().default(null),
  withinDays: z.number().int().min(1).max(3650).nullable().default(null),
  decision: z.enum(['none', 'accept', 'ask_new_copy', 'skip']).nullable().default(null),
  /** The name of a person whose decision on them counts. */
  by: z.string().max(200).nullable().default(null),
});
export type DocumentFilter = z.infer<typeof documentFilter>;

export const documentQuery = z.object({
  search: z.string().max(200).default(''),
  underThreshold: z.boolean().default(false),
  filter: documentFilter.prefault({}),
});

const facet = z.object({ value: z.string(), label: z.string(), count: z.number() });

const documentFacets = z.object({
  all: z.number(),
  statuses: z.array(facet),
  /** Everybody who decided on a document. */
  people: z.array(z.string()),
});
export type DocumentFacets = z.infer<typeof documentFacets>;

const pictureUsage = z.object({
  fetched: z.object({ files: z.number(), bytes: z.number() }),
  local: z.object({ files: z.number(), bytes: z.number() }),
});

const oneCopy = z.object({ copyId: z.guid() });

const documentDetail = documentRow.extend({
  result: getReading(documentResult).nullable(),
  resultBody: z.string().nullable(),
  scale: recognisedScale,
  decisions: z.array(localDecision),
  file: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('kept'),
      address: z.string(),
      contentType: z.string(),
      bytes: z.number(),
      keptAt: instant,
      /** The name of a person's own file; null for what the service sent. */
      localName: z.string().nullable(),
    }),
    z.object({ kind: z.literal('not_kept') }),
    z.object({ kind: z.literal('refused_address'), sentence: z.string() }),
  ]),
});
export type DocumentDetail = z.infer<typeof documentDetail>;

export type DocumentChoice = z.infer<typeof documentChoice>;

const notGood = z.enum(['decided', 'not_ready', 'under', 'unreadable', 'no_profile', 'differs']);
export type NotGood = z.infer<typeof notGood>;

const goodDocuments = z.object({ jobIds: z.array(jobId), leftOut: z.record(notGood, z.number()) });
export type GoodDocuments = z.infer<typeof goodDocuments>;

const manyJobs = z.array(jobId).min(1).max(5000);

export const documentCalls = {
  /** Adds job IDs and looks them up. `assigned`: the ID was known and its vendor changed. */
  'documents.add': call(
    z.object({
      ids: z.array(z.string().max(200)).min(1).max(5000),
      vendorId: vendorSubject.nullable(),
      /** By job ID, whose document it is; for all others it is `vendorId`. */
      getVendor: z.record(jobId, vendorSubject).optional(),
    }),
    z.array(z.object({ id: z.string(), outcome: z.enum(['added', 'assigned', 'known', 'not_a_job_id']) })),
  ),
  'documents.page': call(
    pageRequest.extend({
      ...documentQuery.shape,
      group: documentGroup.nullable().default(null),
      order: documentOrder.default('worst'),
    }),
    loadPage(documentRow),
  ),
  'documents.counts': call(
    documentQuery,
    z.object({
      to_review: z.number(),
      not_ready: z.number(),
      decided: z.number(),
      /** Of those to review: under the threshold, or without a score. */
      under_threshold: z.number(),
    }),
  ),
  'documents.facets': call(nothing, documentFacets),
  'documents.get': call(z.object({ jobId }), documentDetail),
  'documents.checkNow': call(z.object({ jobId }), documentDetail),
  'documents.fetchFile': call(z.object({ jobId }), documentDetail),
  /** Receives a local file in base64 parts; it then replaces the picture. */
  'documents.localCopyBegin': call(
    z.object({ jobId, name: z.string().min(1).max(255), bytes: z.number().int().min(1) }),
    oneCopy,
  ),
  'documents.localCopyAppend': call(oneCopy.extend(filePart.shape), nothing),
  'documents.localCopyFinish': call(oneCopy, documentDetail),
  'documents.removeLocalCopy': call(z.object({ jobId }), documentDetail),
  /** Undoes the removal while the workspace is open and no other copy replaced it. */
  'documents.restoreLocalCopy': call(z.object({ jobId }), documentDetail),
  'documents.pictureUsage': call(nothing, pictureUsage),
  'documents.clearPictures': call(nothing, pictureUsage),
  'documents.decide': call(
    z.object({ jobId, choice: documentChoice, note: z.string().max(4000) }),
    documentDetail,
  ),
  'documents.good': call(z.object({ jobIds: manyJobs }), goodDocuments),
  /** Accepts those that can be accepted together, in one commit; the others are counted. */
  'documents.acceptGood': call(z.object({ jobIds: manyJobs }), goodDocuments),
  /** Undoes the acceptance where it is the latest decision; returns those undone. */
  'documents.undoAcceptance': call(z.object({ jobIds: manyJobs }), z.object({ undone: z.array(jobId) })),
  'documents.undoDecision': call(z.object({ jobId }), documentDetail),
  'documents.assignVendor': call(z.object({ jobId, vendorId: vendorSubject.nullable() }), documentDetail),
  'documents.assignVendors': call(
    z.object({ jobIds: z.array(jobId).min(1).max(5000), vendorId: vendorSubject.nullable() }),
    z.object({ assigned: z.number(), before: vendorsOfDocuments }),
  ),
  /** Undoes an assignment, in one commit, for documents that still have that vendor. */
  'documents.restoreVendors': call(
    z.object({ assigned: vendorSubject.nullable(), before: vendorsOfDocuments }),
    z.object({ restored: z.number() }),
  ),
};
