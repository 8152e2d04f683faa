import { z } from 'zod';
import { maxPages, pageReading } from '../filing/page-reading.ts';
import { call, filePart, instant, nothing, vendorLink, vendorSubject as subject } from './call.ts';

const id = z.uuid();
const ids = z.array(id).min(1).max(2000);
const day = z.iso.date().nullable();
const lastPage = z.number().nullable();

/** What a person can say of a document. */
const typed = z.object({ kind: z.string().trim().min(1).max(200), signedOn: day, validUntil: day });

/** What a person chose for a paper in the pile; what is left out is as it was read. */
export const filingChoice = typed
  .extend({
    subject,
    /** Which pages belong together. */
    pages: z.literal(true),
  })
  .partial();
export type FilingChoice = z.infer<typeof filingChoice>;

const paper = z.object({
  id,
  fileName: z.string(),
  /** Where the page reads the file; null where it is on another computer. */
  address: z.string().nullable(),
  firstPage: z.number(),
  lastPage,
  // A day that was altered on the disk is shown as it is.
  signedOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** A license number, or an employer ID with its digits hidden. */
  number: z.string().nullable(),
});

/** What a person has to look at before a paper can be filed with the others. */
const toCheck = z.enum(['vendor', 'kind', 'date', 'pages']);

export const pilePaper = paper.extend({
  isRead: z.boolean(),
  /** Why it could not be read, in a sentence. */
  problem: z.string().nullable(),
  vendor: vendorLink.nullable(),
  /** Vendors it may belong to, best first. */
  candidates: z.array(vendorLink),
  kind: z.string().nullable(),
  toCheck: z.array(toCheck),
  evidence: z.string(),
  /** Whether the next pages of its file are another paper, which can be joined. */
  canJoin: z.boolean(),
  /** What was read, where it is on the drawn page in shares of it. */
  marks: z.array(
    z.object({
      page: z.number(),
      isText: z.boolean(),
      place: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    }),
  ),
});
export type PilePaper = z.infer<typeof pilePaper>;

export const filedDocument = paper.extend({
  kind: z.string(),
  by: z.string().nullable(),
  at: instant,
  replacedAt: instant.nullable(),
});
export type FiledDocument = z.infer<typeof filedDocument>;

const oneFile = z.object({ fileId: id });

export const filingCalls = {
  /** Receives a dropped file in parts, one file at a time. */
  'filing.begin': call(
    z.object({ name: z.string().min(1).max(255), bytes: z.number().int().min(1) }),
    oneFile,
  ),
  'filing.append': call(oneFile.extend(filePart.shape), nothing),
  /** Puts it into the pile; `known` says where the same file is already, and nothing is added. */
  'filing.finish': call(oneFile, z.object({ known: z.string().nullable() })),
  'filing.counts': call(nothing, z.object({ pile: z.number() })),
  'filing.pile': call(
    nothing,
    z.object({ papers: z.array(pilePaper), total: z.number(), kinds: z.array(z.string()) }),
  ),
  /** Stores what was read of a file's pages, and splits it into papers. */
  'filing.saveReading': call(
    z.object({
      id,
      pages: z.array(pageReading).max(maxPages),
      pageCount: lastPage,
      problem: z.string().max(300).nullable(),
    }),
    nothing,
  ),
  /** Begins another paper at a page of this one. */
  'filing.split': call(z.object({ id, page: z.number().int().min(2) }), nothing),
  /** Joins the next paper of the same file to this one. */
  'filing.join': call(z.object({ id }), z.object({ page: z.number() })),
  'filing.choose': call(z.object({ id, choice: filingChoice }), nothing),
  /** Files papers; `left` says why some could not be. */
  'filing.file': call(
    z.object({ ids, recognizedOnly: z.boolean() }),
    z.object({
      filed: z.array(z.object({ id, kind: z.string(), vendor: z.string(), replaced: z.number() })),
      left: z.array(z.object({ id, sentence: z.string() })),
    }),
  ),
  /** Puts documents back into the pile, and what they replaced into effect. */
  'filing.undoFile': call(z.object({ ids }), nothing),
  /** Removes papers from the pile, or documents on file. */
  'filing.remove': call(z.object({ ids }), nothing),
  'filing.restoreRemoved': call(z.object({ ids }), nothing),
  'filing.list': call(z.object({ subject }), z.array(filedDocument)),
  'filing.change': call(typed.extend({ id }), z.object({ before: typed })),
};
