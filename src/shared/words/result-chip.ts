import type { RowChip } from './chip.ts';
import type { CalendarDay } from '../base/dates.ts';
import type { VerificationRow } from '../ipc/verifications.ts';
import { toVerdict, type VerdictRules } from '../verdict/license-verdict.ts';

type ChipRow = Parameters<typeof toVerdict>[0] & Pick<VerificationRow, 'decision'>;

/** The chip of a verification: its verdict, or a person's decision on it. Null before the service has accepted it. */
export function resultChip(row: ChipRow, rules: VerdictRules, today: CalendarDay): RowChip | null {
  const verdict = toVerdict(row, rules, today);
  if (verdict === null) return null;
  const { icon, word, tone, headline, needsPerson } = verdict;
  const sentence = [`${headline}.`, ...verdict.reasons.map((reason) => reason.sentence)].join(' ');
  if (needsPerson && row.decision !== null) return decidedChip(row.decision.choice, headline);
  // What is being checked acts now.
  return { icon, word, tone, filled: needsPerson || verdict.kind === 'checking', sentence };
}

function decidedChip(choice: string, headline: string): RowChip {
  if (choice === 'ask_vendor') {
    return {
      icon: 'mail',
      word: 'Vendor asked',
      tone: 'neu',
      filled: false,
      sentence: `${headline}. A draft to the vendor was opened.`,
    };
  }
  return {
    icon: 'check',
    word: 'Accepted',
    tone: 'neu',
    filled: false,
    sentence: `${headline}. That was accepted.`,
  };
}
