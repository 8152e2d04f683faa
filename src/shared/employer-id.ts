/** An employer identification number as the screen shows it. */
export type EmployerId =
  | {
      kind: 'readable';
      /** `••-•••4417`, for the screen and for exports. */
      masked: string;
      /** `12-3454417`, only after the person asked to see it. */
      revealed: string;
      spokenMasked: string;
      spokenRevealed: string;
    }
  | {
      /** Not a number of nine digits. It stays masked, as nobody can say how much of it is private. */
      kind: 'unreadable';
      masked: string;
      /** Why it cannot be shown; our words, for beside the masked text. */
      note: string;
      spokenMasked: string;
    };

const digitCount = 9;

/**
 * Prepares an employer identification number for the screen. It arrives as a JSON number, which cannot hold leading zeros, so
 * they are restored up to nine digits. Null where there is none. A number of more than nine digits, or one that is
 * negative or has a fraction, never shows any of its digits.
 */
export function employerId(received: number | null | undefined): EmployerId | null {
  if (received === null || received === undefined) return null;
  if (!Number.isFinite(received) || !Number.isInteger(received) || received < 0)
    return unreadable('Unexpected form');
  if (received >= 10 ** digitCount) return unreadable('Unexpected length');
  const digits = String(received).padStart(digitCount, '0');
  const ending = digits.slice(-4);
  return {
    kind: 'readable',
    masked: `••-•••${ending}`,
    revealed: `${digits.slice(0, 2)}-${digits.slice(2)}`,
    spokenMasked: `Employer ID, hidden, ends in ${ending}`,
    spokenRevealed: `Employer ID, ${spelled(digits.slice(0, 2))}, ${spelled(digits.slice(2))}`,
  };
}

function unreadable(note: string): EmployerId {
  return {
    kind: 'unreadable',
    masked: '••-•••••••',
    note,
    spokenMasked: `Employer ID, hidden, ${note.toLowerCase()}`,
  };
}

function spelled(digits: string): string {
  return digits.split('').join(' ');
}
