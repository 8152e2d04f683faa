import { listWords } from '../base/fold-text.ts';
import type { EntryKind, RefusalSaid } from './outbox.ts';
import { matchPath, nameForm, type JsonPath } from './request-fields.ts';
import { parseAnswer } from '../service/answer-json.ts';
import { isOpenObject as isObject, type OpenObject } from '../service/json.ts';

/** The most read of one refusal, so that no answer takes too much time or memory. */
const maxFields = 50;
const maxLength = 500;
const maxNodes = 5000;
const maxDepth = 12;

/** Reads what a refusal says and of which fields, in common error bodies (RFC 9457, JSON:API, GraphQL, frameworks). Never throws. */
export function readRefusalBody(body: string, kind: EntryKind | null): RefusalSaid {
  const text = body.trim();
  const json = parseAnswer(text);
  if (json === undefined) {
    const legible = text !== '' && !/^[<{[]/.test(text);
    return { message: legible ? shorten(text) : null, fields: [] };
  }
  const reader = createReader(kind);
  reader.read(json);
  return reader.said();
}

function shorten(text: string): string {
  const words = text.trim();
  return words.length > maxLength ? `${words.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…` : words;
}

// Names are compared by their form, see `nameForm`.

/** Members that hold the words, the most telling first. */
const wordNames = listWords(`
  message, msg, detail, errordescription, errormessage, defaultmessage, reason, error, title, description,
  text
`);
const listNames = new Set(
  listWords(`
    errors, error, message, messages, detail, details, issues, violations, fielderrors, formerrors,
    globalerrors, validationerrors, invalidparams, fieldviolations, modelstate, fields, fieldlist, problems,
    failures, causes, embedded, children
  `),
);
const pathNames = listWords(`
  field, loc, path, pointer, propertypath, propertyname, property, param, parameter, attribute, fieldname,
  instancepath, datapath
`);
/** Members that name the field in some shapes only: used where the request has such a field. */
const maybePathNames = ['name', 'key', 'target', 'location'];
/** Of those, members that may hold something else than fields. */
const looseNames = new Set(['detail', 'details', 'embedded', 'causes']);
const envelopeNames = new Set(['data', 'result', 'response', 'payload', 'body', 'd']);
/** Keys of a field map for what is said of the whole. */
const wholeKeys = new Set([
  '',
  ...listWords('errors, nonfielderrors, all, base, general, global, form, schema'),
]);
const asideKeys = new Set(
  listWords('stack, stacktrace, trace, links, meta, timestamp, debug, exception, tags'),
);
const sharedKeys = new Set(['status', 'type', 'id']);

type Members = readonly (readonly [key: string, value: unknown, form: string])[];

const getMembers = (value: OpenObject): Members =>
  Object.entries(value).map(([key, member]) => [key, member, nameForm(key)]);

const memberNamed = (members: Members, form: string): unknown =>
  members.find((member) => member[2] === form)?.[1];

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function textsIn(value: unknown): string[] {
  if (isText(value)) return [value];
  return Array.isArray(value) && value.every(isText) ? value : [];
}

function createReader(kind: EntryKind | null) {
  const messages: string[] = [];
  const fields: RefusalSaid['fields'] = [];
  let visited = 0;

  const found = () => messages.length + fields.length;
  const isKnown = (path: JsonPath) => matchPath(kind, path).kind === 'field';

  function mayGoOn(depth: number): boolean {
    visited += 1;
    return (
      visited <= maxNodes && depth <= maxDepth && fields.length < maxFields && messages.length < maxFields
    );
  }

  function say(path: JsonPath, text: string): void {
    const words = shorten(text);
    if (words === '') return;
    if (matchPath(kind, path).kind === 'whole_request') messages.push(words);
    else if (fields.length < maxFields) {
      const steps = path.slice(0, maxDepth).map((step) => (typeof step === 'number' ? step : shorten(step)));
      fields.push({ path: steps, words });
    }
  }

  function read(value: unknown, depth = 0): void {
    if (!mayGoOn(depth)) return;
    if (typeof value === 'string') say([], value);
    else if (Array.isArray(value)) readList(value, [], depth);
    else if (isObject(value)) readProblem(getMembers(value), false, depth);
  }

  /** An object that describes the refusal: the body itself, or its `error`. */
  function readProblem(members: Members, trusted: boolean, depth: number): void {
    if (!mayGoOn(depth)) return;
    const before = found();
    const own = toMessage(members);
    if (own !== null) {
      const path = toPath(members) ?? [];
      // Spring and others give the called address as the path.
      const isAddress = typeof path[0] === 'string' && path[0].startsWith('/') && !isKnown(path);
      const inner = /^[[{]/.test(own.trim()) ? parseAnswer(own) : undefined;
      if (inner === undefined) say(isAddress ? [] : path, own);
      else read(inner, depth + 1);
    }
    readParts(members, [], depth);
    if (trusted) readMap(members.filter(isFieldMember), [], true, depth);
    // A body without the usual members may be a map of the fields, as in Django REST and JSend.
    if (found() === before) readMap(members, [], depth === 0 && members.every(isSentence), depth);
    for (const [, value, form] of members) {
      if (found() > before) return;
      if (envelopeNames.has(form) && isObject(value)) readProblem(getMembers(value), false, depth + 1);
    }
    const code = members.find(
      ([, value, form]) => (form === 'code' || form === 'errorcode') && isText(value),
    )?.[1];
    if (found() === before && isText(code)) say([], code);
  }

  function isFieldMember([key, , form]: Members[number]): boolean {
    const ofProblem = [wordNames, pathNames, maybePathNames].some((names) => names.includes(form));
    return !ofProblem && !listNames.has(form) && !sharedKeys.has(form) && isKnown([key]);
  }

  /** Whether a member may be a sentence about a field, or is no field at all. */
  function isSentence([key, value, form]: Members[number]): boolean {
    if (typeof value !== 'string') return typeof value !== 'object' || value === null;
    return /\s/.test(value.trim()) && !sharedKeys.has(form) && isKnown([key]);
  }

  function readParts(members: Members, path: JsonPath, depth: number): void {
    const failed = memberNamed(members, 'status') === 'fail';
    for (const [, value, form] of members) {
      if (!mayGoOn(depth)) return;
      const listed = listNames.has(form);
      if (Array.isArray(value) && listed) readList(value, path, depth + 1);
      else if (isObject(value) && (listed || (failed && form === 'data'))) {
        const inner = getMembers(value);
        if (form !== 'data' && isProblem(inner)) readProblem(inner, !looseNames.has(form), depth + 1);
        else readMap(inner, path, !looseNames.has(form), depth + 1);
      }
    }
  }

  function readList(list: readonly unknown[], path: JsonPath, depth: number): void {
    for (const [index, item] of list.entries()) {
      if (!mayGoOn(depth)) return;
      if (typeof item === 'string') say(path, item);
      else if (isObject(item)) readItem(getMembers(item), path, index, depth);
    }
  }

  function readItem(members: Members, base: JsonPath, index: number, depth: number): void {
    const before = found();
    const own = toPath(members);
    const path = own === null ? base : [...base, ...own];
    const words = toMessage(members) ?? listedText(members);
    if (words !== null) say(path, words);
    if (words === null || memberNamed(members, 'children') !== undefined) readParts(members, path, depth + 1);
    const code = memberNamed(members, 'code');
    if (found() !== before) return;
    if (own === null) {
      const fieldsOnly = base.length === 0 && members.every(([key]) => isKnown([key]));
      readMap(members, base.length === 0 ? base : [...base, index], fieldsOnly, depth + 1);
    }
    if (found() === before && isText(code)) say(path, code);
  }

  /** An object keyed by fields. Unless `trusted`, plain texts do not count: the body may repeat the request. */
  function readMap(members: Members, base: JsonPath, trusted: boolean, depth: number): void {
    for (const [key, value, form] of members) {
      if (!mayGoOn(depth)) return;
      if (!trusted && asideKeys.has(form)) continue;
      const path = wholeKeys.has(form) ? base : [...base, key];
      if (typeof value === 'string') {
        if (trusted) say(path, value);
      } else if (Array.isArray(value)) readList(value, path, depth + 1);
      else if (isObject(value)) {
        const inner = getMembers(value);
        const words = trusted && isProblem(inner) ? toMessage(inner) : null;
        if (words === null) readMap(inner, path, trusted, depth + 1);
        else say(path, words);
      }
    }
  }

  function toPath(members: Members): JsonPath | null {
    for (const name of pathNames) {
      const path = pathIn(memberNamed(members, name));
      if (path !== null) return [...path, ...missingIn(members)];
    }
    const source = memberNamed(members, 'source');
    if (isObject(source)) {
      const inner = getMembers(source);
      return pathIn(memberNamed(inner, 'pointer')) ?? pathIn(memberNamed(inner, 'parameter'));
    }
    for (const name of maybePathNames) {
      const path = pathIn(memberNamed(members, name));
      // RFC 7807 named a parameter beside the reason, whatever the request has (its section 3).
      if (path !== null && (isKnown(path) || (name === 'name' && isText(memberNamed(members, 'reason')))))
        return path;
    }
    return null;
  }

  function said(): RefusalSaid {
    const all = [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()];
    const apart = [...new Set(messages)].filter((message) => !all.some(({ words }) => words === message));
    return { message: apart.length === 0 ? null : shorten(apart.join('; ')), fields: all };
  }

  return { read, said };
}

function pathIn(value: unknown): JsonPath | null {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  const steps = value.filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === value.length ? steps : null;
}

/** The missing member, by a JSON Schema validator that names the object only. */
function missingIn(members: Members): string[] {
  const params = memberNamed(members, 'params');
  const missing = isObject(params) ? memberNamed(getMembers(params), 'missingproperty') : undefined;
  return isText(missing) ? [missing] : [];
}

const isProblem = (members: Members): boolean =>
  members.some(
    ([, value, form]) =>
      (['message', 'msg', 'detail', 'errormessage', 'code'].includes(form) && isText(value)) ||
      (['errors', 'issues', 'fielderrors', 'formerrors', 'details', 'violations'].includes(form) &&
        (Array.isArray(value) || isObject(value))),
  );

function toMessage(members: Members): string | null {
  for (const name of wordNames) {
    const value = memberNamed(members, name);
    if (isText(value)) return value;
    // A list of messages says more than the status beside it.
    if (name === 'message' && Array.isArray(value) && value.length > 0) return null;
  }
  return null;
}

/** An item's words as a list, or by the name of the broken rule. */
function listedText(members: Members): string | null {
  const rules = memberNamed(members, 'constraints');
  const texts = ['messages', 'errors', 'msg', 'message']
    .map((name) => textsIn(memberNamed(members, name)))
    .concat([isObject(rules) ? textsIn(Object.values(rules)) : []])
    .find((some) => some.length > 0);
  return texts === undefined ? null : texts.join('; ');
}
