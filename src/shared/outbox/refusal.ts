import type { EntryKind, EntryReason, RefusalSaid } from './outbox.ts';
import { readRefusalBody } from './refusal-body.ts';
import { matchPath, pathLabel, type JsonPath } from './request-fields.ts';

export interface RefusedField {
  /** Where it is in the request; as the service wrote it where the request has no such field. */
  path: JsonPath;
  /** The field of the form that it belongs to; null where the form has none. */
  field: string | null;
  /** How the form calls it; null where the path says nothing here. */
  label: string | null;
  words: string;
}

export interface Refusal {
  message: string | null;
  fields: RefusedField[];
}

const nothingSaid: Refusal = { message: null, fields: [] };
/** What is kept of the body of a refusal, in characters. */
const keptLength = 4096;

/** What to keep of a refusal's body: its beginning, and what it says where the beginning alone may not tell. */
export function keptRefusal(body: string, kind: EntryKind): { body: string; said?: RefusalSaid } {
  if (body.length <= keptLength) return { body };
  return { body: body.slice(0, keptLength), said: readRefusalBody(body, kind) };
}

/** What a refusal says, with the fields of the request that it speaks of; nothing for other reasons. */
export function readRefusal(reason: EntryReason | null, kind: EntryKind): Refusal {
  if (reason === null || reason.code !== 'refused') return nothingSaid;
  return inRequest(reason.said ?? readRefusalBody(reason.body, kind), kind);
}

/** What a service said when it refused a request that only reads, on one line; null where nothing can be quoted. */
export function refusedReadingText(body: string): string | null {
  return refusalText(inRequest(readRefusalBody(body, null), null));
}

function inRequest({ message, fields }: RefusalSaid, kind: EntryKind | null): Refusal {
  return {
    message,
    fields: fields.map(({ path, words }) => {
      const match = matchPath(kind, path);
      if (match.kind !== 'field') return { path, field: null, label: null, words };
      const { field, inside } = match;
      const label = inside === '' ? field.label : `${field.label} · ${inside}`;
      return { path: field.path, field: field.name, label, words };
    }),
  };
}

/** How a field of a refusal is called: its label, else the path as it came. */
export function refusedFieldName({ path, label }: RefusedField): string {
  return label ?? (path.every((step) => typeof step === 'string') ? path.join('.') : pathLabel(path));
}

/** All that a refusal says, on one line; null where it says nothing that can be quoted. */
export function refusalText(refusal: Refusal): string | null {
  const parts = refusal.fields.map((field) => `${refusedFieldName(field)}: ${field.words}`);
  if (refusal.message !== null) parts.unshift(refusal.message);
  return parts.length === 0 ? null : parts.join('; ');
}

const saysAlready = /(?<![a-z])already(?![a-z])(?! (?:been )?(?:changed|modified|updated))/i;
const saysTaken = /(?<![a-z])(?:exists|existing|duplicate[ds]?|taken|in use|invited)(?![a-z])/i;

/** Fields that tell one vendor from another; what is taken in another field is not the vendor. */
const ofVendor: readonly (string | null)[] = [null, 'email', 'vendorId', 'id', 'vendorMore'];

/** Whether a refusal says the vendor was already invited. 409 alone says so only without words (RFC 9110, 15.5.10). */
export function saysAlreadyInvited(reason: EntryReason | null): boolean {
  if (reason === null || reason.code !== 'refused') return false;
  const { message, fields } = readRefusal(reason, 'invite');
  const words = [
    message ?? '',
    ...fields.filter(({ field }) => ofVendor.includes(field)).map((one) => one.words),
  ];
  const said = words.join('\n');
  // Without fields all of the body counts, which may say it in a code.
  if (saysAlready.test(fields.length === 0 ? reason.body : said)) return true;
  if (reason.status !== 409) return false;
  return (message === null && fields.length === 0) || saysTaken.test(said);
}
