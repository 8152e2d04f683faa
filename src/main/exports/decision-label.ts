/** A decision as it is written into files. A draft that was opened is not known to be sent. */
export function decisionLabel(choice: string): string {
  switch (choice) {
    case 'accept_differences':
      return 'Accepted anyway';
    case 'ask_vendor':
      return 'Draft to the vendor opened';
    case 'accept':
      return 'Accepted';
    case 'ask_new_copy':
      return 'Draft for a new copy opened';
    case 'skip':
      return 'Skipped';
    default:
      return choice;
  }
}

/** Who made a decision, as far as that was noted: the account on the computer where it was made. */
export function decidedBy(by: string | null): string {
  return by ?? 'Unknown';
}
