import { isolated } from '#shared/base/foreign-text.ts';
import type { FieldChange, VendorChange } from '#shared/ipc/vendors.ts';

/** A value in words; null where nothing was given. */
export function valueText(value: FieldChange['before']): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    return value.length === 0 ? null : value.map((one) => isolated(String(one))).join(', ');
  }
  return JSON.stringify(value);
}

/** What a field was before the latest change, in words; null where that change left it as it was. */
export function wasBefore(latest: VendorChange | null, path: readonly string[]): string | null {
  const found = latest?.fields.find((field) => JSON.stringify(field.path) === JSON.stringify(path));
  return found === undefined ? null : (valueText(found.before) ?? 'not given');
}
