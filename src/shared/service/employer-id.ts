import type { DocumentResult } from './document-result.ts';
import { jsonText } from './json.ts';
import type { Reading } from './reading.ts';

export interface EmployerId {
  masked: string;
  /** `12-3454417`, only on request; other forms as they came. */
  revealed: string;
  note: string | null;
  spokenMasked: string;
  spokenRevealed: string;
}

const digitCount = 9;
const shownDigits = 4;

export function getEmployerId({
  value,
  validationIssues,
}: Pick<Reading<DocumentResult>, 'value' | 'validationIssues'>): EmployerId | null {
  const validationIssue = validationIssues.find(
    ({ path }) => path.join('.') === 'data.employerIdentificationNumber',
  );
  return employerId(
    validationIssue === undefined ? value.data?.employerIdentificationNumber : validationIssue.raw,
  );
}

/** Formats an employer identification number, with the leading zeros a JSON number loses. Other forms stay as they came. */
export function employerId(received: unknown): EmployerId | null {
  if (received == null || (typeof received === 'string' && received.trim() === '')) return null;
  const text = typeof received === 'string' ? received : jsonText(received);
  if (typeof received !== 'number' || !/^\d{1,9}$/.test(text)) return unexpected(text);
  const digits = text.padStart(digitCount, '0');
  const ending = digits.slice(-shownDigits);
  return {
    masked: `••-•••${ending}`,
    revealed: `${digits.slice(0, 2)}-${digits.slice(2)}`,
    note: null,
    spokenMasked: `Employer ID, hidden, ends in ${ending}`,
    spokenRevealed: `Employer ID, ${spelled(digits.slice(0, 2))}, ${spelled(digits.slice(2))}`,
  };
}

export function writtenEmployerId(text: string): EmployerId | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return employerId(/^\d{9}$/.test(digits) ? Number(digits) : text);
}

function unexpected(text: string): EmployerId {
  const note = /^\d+$/.test(text) && text.length !== digitCount ? 'Unexpected length' : 'Unexpected format';
  const digits = text.replaceAll(/\D/g, '');
  const ending = digits.length > shownDigits + 1 ? digits.slice(-shownDigits) : null;
  const spoken = note.toLowerCase();
  return {
    masked: ending === null ? '••-•••••••' : `•••••${ending}`,
    revealed: text,
    note,
    spokenMasked:
      ending === null
        ? `Employer ID, hidden, ${spoken}`
        : `Employer ID, hidden, ends in ${ending}, ${spoken}`,
    spokenRevealed: `Employer ID, ${spelled(text)}, ${spoken}`,
  };
}

const spelled = (text: string): string => Array.from(text).join(' ');
