import { z } from 'zod';
import { ownMember } from '../base/own-member.ts';

export const documentChoice = z.enum(['accept', 'ask_new_copy', 'skip']);
export const verificationChoice = z.enum(['accept_differences', 'ask_vendor']);
export type Decision = z.infer<typeof documentChoice> | z.infer<typeof verificationChoice>;

const labels: Record<string, string> = {
  accept_differences: 'Accepted anyway',
  ask_vendor: 'Draft to the vendor opened',
  accept: 'Accepted',
  ask_new_copy: 'Draft for a new copy opened',
  skip: 'Skipped',
};

/** A decision's label in files and histories. An opened draft is not known to be sent. */
export const decisionLabel = (choice: string): string => ownMember(labels, choice) ?? choice;
