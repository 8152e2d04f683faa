import { readDate } from '../base/dates.ts';
import { emailProblem } from '../base/email-address.ts';

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export const isIsoDate = (text: string): boolean => isoDate.test(text) && readDate(text) !== null;

export const readExactNumber = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : undefined;

export const numberProblem = 'Enter digits only, at most 15, without leading zeros.';

/** Why these invite nobody; null where they do. An invite needs an email address or a vendor ID. */
export function recipientProblem(email: string, vendorId: string): string | null {
  return email.trim() === '' && vendorId.trim() === ''
    ? 'Enter the vendor’s email or vendor ID.'
    : emailProblem(email);
}
