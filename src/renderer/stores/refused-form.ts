import type { Refusal, RefusedField } from '#shared/outbox/refusal.ts';

/** What a service refused, for the form that corrects it. */
export interface RefusedForm<Values extends object> {
  refusal: Refusal;
  values: Values;
}

/** Whether what is said of a field can stand at a field of the form. */
export function isAtField({ field }: RefusedField, values: object): boolean {
  return field !== null && Object.hasOwn(values, field);
}

/** What the service said of fields, by name. A field changed since then has none. */
export function saidAtFields<Values extends object>(
  refused: RefusedForm<Values> | null,
  values: Values,
): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  if (refused === null) return said;
  const before = new Map<string, unknown>(Object.entries(refused.values));
  const now = new Map<string, unknown>(Object.entries(values));
  for (const field of refused.refusal.fields) {
    if (field.field === null || !before.has(field.field)) continue;
    if (now.get(field.field) !== before.get(field.field)) continue;
    const earlier = said.get(field.field);
    said.set(field.field, earlier === undefined ? field.words : `${earlier}; ${field.words}`);
  }
  return said;
}
