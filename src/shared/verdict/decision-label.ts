import { ownMember } from '../base/own-member.ts';

const labels: Record<string, string> = {
  accept_differences: 'Accepted anyway',
  ask_vendor: 'Draft to the vendor opened',
  accept: 'Accepted',
  ask_new_copy: 'Draft for a new copy opened',
  skip: 'Skipped',
};

/** A decision's label in files and histories. An opened draft is not known to be sent. */
export const decisionLabel = (choice: string): string => ownMember(labels, choice) ?? choice;
