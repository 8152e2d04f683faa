/** A decision as it is written into files. A draft that was opened is not known to be sent. */
export function decisionWords(choice: string): string {
  switch (choice) {
    case 'accept_differences':
      return 'Differences accepted';
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

/** Whose the decisions are, beside the service's own words. Gangway notes no names; it has no sign-in of persons. */
export const decidedBy = 'A person, in Gangway';
