import type { z } from 'zod';
import { outlineAnswer, parseAnswer } from '#shared/service/answer-json.ts';
import { saysSomething } from '#shared/service/evidence.ts';
import { findEnvelope, unwrapped } from '#shared/service/envelope.ts';
import { isOpenObject } from '#shared/service/json.ts';
import { readResource, type Reading } from '#shared/service/reading.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { bodyKind, type Body, type AnsweredExchange } from './exchange.ts';

/** A status alone says little: services report failures with 200 as well. */
export type SuccessBody<T> =
  | { kind: 'empty' }
  /** See {@link bodyKind}: something else than the service may have answered. */
  | { kind: 'web_page' }
  | { kind: 'foreign' }
  /** See {@link reportsFailure}. */
  | { kind: 'failure' }
  /** `described`: a field has a value. `wrappedIn`: the likely envelope where none has. `outlined`: too large to read by field. */
  | { kind: 'read'; reading: Reading<T>; described: boolean; wrappedIn: string | null; outlined: boolean }
  /** JSON that is no object, or cut, or broken. */
  | { kind: 'unreadable' };

/** Judges the body of a success. A cut one is not read. @param envelope the member that the service wraps its answers in */
export function readSuccess<T extends z.ZodObject>(
  resource: T,
  answer: Body & Pick<AnsweredExchange, 'cut'>,
  envelope: string | null,
): SuccessBody<z.infer<T>> {
  const kind = bodyKind(answer);
  if (kind !== 'json') return { kind };
  if (answer.cut !== null) return { kind: 'unreadable' };
  const { body } = answer;
  return judge(parseAnswer(body), false) ?? judge(outlineAnswer(body), true) ?? { kind: 'unreadable' };

  function judge(json: unknown, outlined: boolean): SuccessBody<z.infer<T>> | null {
    const inner = unwrapped(json, envelope, resource);
    if (reportsFailure(resource, json) || (inner !== json && reportsFailure(resource, inner)))
      return { kind: 'failure' };
    const reading = readResource(resource, inner);
    if (reading === null) return null;
    const described = hasResult(resource, inner);
    const wrappedIn = described ? null : findEnvelope(resource, inner);
    return { kind: 'read', reading, described, wrappedIn, outlined };
  }
}

/**
 * Whether an object reports a failure: `success` is false; or an `error` or `errors` member says something while the resource
 * has no member; or it is a failure by JSend, for a resource without a `status` of its own; or for one with a `status`, that
 * is an HTTP error and no other field has a value.
 */
function reportsFailure(resource: z.ZodObject, members: unknown): boolean {
  if (!isOpenObject(members)) return false;
  if (members['success'] === false || members['success'] === 'false') return true;
  const { status: word, ...beside } = members;
  if (isErrorStatus(resource, word) && !hasResult(resource, beside)) return true;
  // With a member of the resource, empty or not, it is for a person to read.
  if (hasMember(resource, members)) return false;
  const failures = [members['error'], members['errors']];
  if (failures.some((said) => said !== false && saysSomething(said))) return true;
  const { status } = members;
  return (
    !('status' in resource.shape) && typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status)
  );
}

/** Whether an answer says as its status what an error of HTTP says: 400 to 599. */
const isErrorStatus = (resource: z.ZodObject, status: unknown): boolean =>
  'status' in resource.shape && /^[45]\d\d$/.test(typeof status === 'number' ? String(status) : '');

function hasMember(resource: z.ZodObject, members: Record<string, unknown>): boolean {
  const names = Object.keys(resource.shape).filter((name) => !outcomeMembers.has(name));
  return names.some((name) => ownMember(members, name) != null);
}

const outcomeMembers = new Set(['success', 'error', 'errors']);

/** Whether a field of the resource has a value, except `success`, `error` and `errors`. */
function hasResult(resource: z.ZodObject, json: unknown): boolean {
  if (!isOpenObject(json)) return false;
  return Object.keys(resource.shape).some((name) => {
    const value = ownMember(json, name);
    return !outcomeMembers.has(name) && value !== false && saysSomething(value);
  });
}
