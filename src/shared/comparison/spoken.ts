import type { Comparison, Verdict } from './compare.ts';

export interface SideLabels {
  submitted: string;
  found: string;
  verdicts: Record<Verdict, string>;
}

/** What a comparison comes to, `Differs, nearly the same`. */
export function verdictMessage({ verdict, nearly, maybe }: Comparison, words: SideLabels): string {
  if (maybe) return `${words.verdicts[verdict]}, may be the same day`;
  return nearly ? `${words.verdicts[verdict]}, nearly the same` : words.verdicts[verdict];
}

/** A comparison for those who listen: `Licensee name, differs, submitted LLC, found Inc.` */
export function spokenComparison(label: string, comparison: Comparison, words: SideLabels): string {
  const { verdict, submitted, found } = comparison;
  const parts = [label, verdictMessage(comparison, words).toLowerCase()];
  switch (verdict) {
    case 'neither':
      break;
    case 'same':
    case 'only_submitted':
      parts.push(submitted.text ?? '');
      break;
    case 'only_found':
      parts.push(found.text ?? '');
      break;
    case 'same_written_differently':
    case 'cannot_compare':
      parts.push(`${words.submitted} ${submitted.text ?? ''}`, `${words.found} ${found.text ?? ''}`);
      break;
    case 'differs':
      parts.push(
        `${words.submitted} ${submitted.differing ?? submitted.text ?? ''}`,
        `${words.found} ${found.differing ?? found.text ?? ''}`,
      );
      break;
  }
  return parts.join(', ');
}
