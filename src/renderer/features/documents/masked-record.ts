import { employerId } from '#shared/service/employer-id.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import type { ValidationIssue, OtherField } from '#shared/service/reading.ts';
import type { Hide } from '../../components/json-layout.ts';

const hidden = '••-•••••••';

const isEmployerIdName = (name: string | number | undefined) =>
  String(name)
    .replace(/[\s_-]/g, '')
    .toLowerCase() === 'employeridentificationnumber';

const maskedEmployerId = (value: unknown): string => employerId(value)?.masked ?? hidden;

/** A JSON value with every employer ID in it masked, as in the field above the raw record. */
export function withoutEmployerIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmployerIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      isEmployerIdName(name) && member !== null ? maskedEmployerId(member) : withoutEmployerIds(member),
    ]),
  );
}

/** Masks employer IDs under any spelling of the name; null stays. */
export const hideEmployerIds: Hide = (name) =>
  isEmployerIdName(name)
    ? (value) => (value === 'null' ? value : JSON.stringify(maskedEmployerId(parseExactJson(value))))
    : null;

export const maskedValidationIssues = (validationIssues: readonly ValidationIssue[]): ValidationIssue[] =>
  validationIssues.map(({ path, raw, ...issue }) => ({
    ...issue,
    path,
    raw: path.some(isEmployerIdName) ? maskedEmployerId(raw) : withoutEmployerIds(raw),
  }));

export const maskedFields = (fields: readonly OtherField[]): OtherField[] =>
  fields.map((field) => ({
    ...field,
    value: field.path.some(isEmployerIdName) ? hidden : withoutEmployerIds(field.value),
  }));
