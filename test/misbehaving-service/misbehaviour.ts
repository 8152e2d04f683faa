import { z } from 'zod';
import type { OperationName } from '#shared/service/operations.ts';

const operationName = z.enum([
  'getVendorProfile',
  'inviteVendor',
  'queueVerification',
  'getVerificationResult',
  'getDocumentResult',
]) satisfies z.ZodType<OperationName>;

const bytes = z.number().int().min(0).max(100_000_000);
const headerValue = z.string().regex(/^[\t -~]*$/);
const scope = {
  /** Only requests of this operation; every operation without it. */
  operation: operationName.optional(),
  /** How many requests it befalls before it is used up; without it, all of them. */
  times: z.number().int().min(1).optional(),
};

/** One way in which the practice service can be told to misbehave. "Applied" means that the request took effect. */
const misbehaviour = z.discriminatedUnion('kind', [
  /** Waits before anything else. Goes together with one further rule. */
  z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000), ...scope }),
  /** Applied; the connection is closed without a byte of an answer. */
  z.strictObject({ kind: z.literal('drop_after_applying'), ...scope }),
  /** Not applied; the connection is reset. */
  z.strictObject({ kind: z.literal('reset'), ...scope }),
  /** Applied; the connection is reset. */
  z.strictObject({ kind: z.literal('reset_after_applying'), ...scope }),
  /** Applied; all headers and only the first bytes of the body are sent. */
  z.strictObject({ kind: z.literal('cut_body'), bytes, ...scope }),
  /** Not applied; answers with this status. Header values go out as they are, sensible or not. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(300).max(599),
    retryAfter: headerValue.optional(),
    location: headerValue.optional(),
    body: z.string().optional(),
    contentType: headerValue.optional(),
    ...scope,
  }),
  /** Applied; answers with a server error. */
  z.strictObject({
    kind: z.literal('error_after_applying'),
    status: z.number().int().min(500).max(599),
    ...scope,
  }),
  /** Answers 200 with a web page, as a sign-in portal would. */
  z.strictObject({ kind: z.literal('html'), applied: z.boolean(), ...scope }),
  /** Applied; the answer is valid JSON of this many bytes (or its own size, if that is more). */
  z.strictObject({ kind: z.literal('large'), bytes, ...scope }),
  /** Applied; these fields of the answer have the wrong type, all of them where none is named. */
  z.strictObject({ kind: z.literal('wrong_types'), fields: z.array(z.string()).optional(), ...scope }),
]);
export type Misbehaviour = z.infer<typeof misbehaviour>;

/** What PUT /practice/misbehaviour takes: one rule or a list of them, tried in their order. */
export const misbehaviourRules = z.union([misbehaviour, z.array(misbehaviour)]);

export interface Fate {
  delayMs: number;
  rule: Exclude<Misbehaviour, { kind: 'delay' }> | null;
}

/** The rules in force. Each request takes its fate once; rules with a count are used up. */
export class MisbehaviourRules {
  #rules: { rule: Misbehaviour; left: number }[] = [];

  replace(rules: readonly Misbehaviour[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }));
  }

  /** The rules still in force, with what is left of their counts. */
  inForce(): Misbehaviour[] {
    return this.#rules.map(({ rule, left }) => (left === Infinity ? rule : { ...rule, times: left }));
  }

  /** Decides what befalls a request of this operation: every delay that fits, and the first other rule that fits. */
  takeFate(operation: OperationName): Fate {
    const fate: Fate = { delayMs: 0, rule: null };
    for (const entry of this.#rules) {
      const { rule } = entry;
      if (rule.operation !== undefined && rule.operation !== operation) continue;
      if (rule.kind === 'delay') fate.delayMs += rule.ms;
      else if (fate.rule === null) fate.rule = rule;
      else continue;
      entry.left -= 1;
    }
    this.#rules = this.#rules.filter((entry) => entry.left > 0);
    return fate;
  }
}

/** The value with every field of a wrong type: text for numbers, numbers for text, and so on. Null stays. */
export function withWrongTypes(value: unknown, fields?: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withWrongTypes(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        fields === undefined || fields.includes(key) ? withWrongTypes(member) : member,
      ]),
    );
  }
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

/** The JSON object with a field of padding, so that it is `size` bytes long in UTF-8. */
export function padded(json: string, size: number): string {
  const opening = '{"padding":"';
  const rest = json === '{}' ? '"}' : `",${json.slice(1)}`;
  const missing = size - Buffer.byteLength(opening) - Buffer.byteLength(rest);
  return missing < 0 ? json : `${opening}${'x'.repeat(missing)}${rest}`;
}
