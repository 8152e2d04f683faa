import { z } from 'zod';

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I;
  output: O;
}

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
  input,
  output,
});

export const nothing = z.null();

/** Why a call was not carried out. `message` is a sentence for the person; it holds neither a stack nor a token. */
export const callError = z.object({
  code: z.enum([
    'bad_input',
    'not_allowed',
    'no_workspace',
    'not_found',
    'unreachable',
    'signed_out',
    'refused',
    'unreadable_answer',
    'too_late',
    'storage',
    'damaged',
    'in_use',
    'newer_version',
    'internal',
  ]),
  message: z.string(),
});
export type CallError = z.infer<typeof callError>;

export type CallResult<T> = { ok: true; value: T } | { ok: false; error: CallError };

/** Milliseconds since 1970. */
export const instant = z.number();

export const entryId = z.uuid();

/** A vendor's ID, or @ and the address of one that was invited and has none yet; as long as a team's records take it. */
export const vendorSubject = z.string().min(1).max(300);

export const vendorLink = z.object({ subject: z.string(), name: z.string() });
export type VendorLink = z.infer<typeof vendorLink>;

/** A page of a list. `next` is passed back unchanged to get the following page; null at the end. */
export function loadPage<T extends z.ZodType>(row: T) {
  return z.object({
    rows: z.array(row),
    next: z.string().nullable(),
    total: z.number(),
    /** How many rows a search cannot find yet; `search.changed` reports the end. */
    coming: z.number().optional(),
  });
}
export type ListPage<Row> = Omit<z.infer<ReturnType<typeof loadPage>>, 'rows'> & { rows: Row[] };

export const pageRequest = z.object({
  after: z.string().max(2000).nullable().default(null),
  limit: z.number().int().min(1).max(200).default(100),
});
export type PageRequest = z.infer<typeof pageRequest>;

export const textFile = z.object({ fileName: z.string(), contentType: z.string(), text: z.string() });

export const partBytes = 1024 * 1024;

export const filePart = z.object({
  offset: z.number().int().min(0),
  data: z.string().max(Math.ceil(partBytes / 3) * 4 + 4),
});
export type FilePart = z.infer<typeof filePart>;

/** A version that somebody saved (null: deleted) shortly before somebody else saved another one of the same, which counts. */
export const toOverridden = <V extends z.ZodType>(version: V) =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    version: version.nullable(),
    by: z.string().nullable(),
    at: instant,
  });
export type Overridden<V> = z.infer<ReturnType<typeof toOverridden<z.ZodType<V>>>>;
