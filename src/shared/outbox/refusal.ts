import type { EntryKind, EntryReason, RefusalSaid } from './outbox.ts';
import { readRefusalBody } from './refusal-body.ts';
import { matchPath, pathLabel, type JsonPath } from './request-fields.ts';

export interface RefusedField {
  /** In the request; as the service wrote it where the request has no such field. */
  path: JsonPath;
  field: string | null;
  label: string | null;
  words: string;
}

export interface Refusal {
  message: string | null;
  fields: RefusedField[];
}

const nothingSaid: Refusal = { message: null, fields: [] };
const keptLength = 4096;

/** The beginning of a refusal's body, and what the whole says where that may not be enough. */
export function keptRefusal(body: string, kind: EntryKind): { body: string; said?: RefusalSaid } {
  if (body.length <= keptLength) return { body };
  return { body: body.slice(0, keptLength), said: readRefusalBody(body, kind) };
}

export function readRefusal(reason: EntryReason | null, kind: EntryKind): Refusal {
  if (reason === null || reason.code !== 'refused') return nothingSaid;
  return inRequest(reason.said ?? readRefusalBody(reason.body, kind), kind);
}

export const refusedReadingText = (body: string): string | null =>
  refusalText(inRequest(readRefusalBody(body, null), null));

const inRequest = ({ message, fields }: RefusalSaid, kind: EntryKind | null): Refusal => ({
  message,
  fields: fields.map(({ path, words }) => {
    const match = matchPath(kind, path);
    if (match.kind !== 'field') return { path, field: null, label: null, words };
    const { field, inside } = match;
    const label = inside === '' ? field.label : `${field.label} · ${inside}`;
    return { path: field.path, field: field.name, label, words };
  }),
});

export const refusedFieldName = ({ path, label }: RefusedField): string =>
  label ?? (path.every((step) => typeof step === 'string') ? path.join('.') : pathLabel(path));

export function refusalText(refusal: Refusal): string | null {
  const parts = refusal.fields.map((field) => `${refusedFieldName(field)}: ${field.words}`);
  if (refusal.message !== null) parts.unshift(refusal.message);
  return parts.length === 0 ? null : parts.join('; ');
}

const saysAlready = /(?<![a-z])already(?![a-z])(?! (?:been )?(?:changed|modified|updated))/i;
const saysTaken = /(?<![a-z])(?:exists|existing|duplicate[ds]?|taken|in use|invited)(?![a-z])/i;

/** Fields that identify a vendor; what is taken in another field is not the vendor. */
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
  // Without fields the whole body counts, which may say it in a code.
  if (saysAlready.test(fields.length === 0 ? reason.body : said)) return true;
  if (reason.status !== 409) return false;
  return (message === null && fields.length === 0) || saysTaken.test(said);
}
