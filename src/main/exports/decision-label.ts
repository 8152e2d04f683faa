import { ownMember } from '#shared/base/own-member.ts';

const labels: Record<string, string> = {
  accept_differences: 'Accepted anyway',
  ask_vendor: 'Draft to the vendor opened',
  accept: 'Accepted',
  ask_new_copy: 'Draft for a new copy opened',
  skip: 'Skipped',
};

/** A decision's label in files. An opened draft is not known to be sent. */
export function decisionLabel(choice: string): string {
  return ownMember(labels, choice) ?? choice;
}
