import type { CalendarDay } from '../base/dates.ts';
import type { RowChip } from '../base/tone.ts';
import type { VerificationRow } from '../ipc/verifications.ts';
import { toVerdict, type JudgedRow, type VerdictRules } from '../verdict/license-verdict.ts';

type ChipRow = JudgedRow & Pick<VerificationRow, 'decision'>;

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
  const quiet = { tone: 'neu', filled: false } as const;
  return choice === 'ask_vendor'
    ? {
        ...quiet,
        icon: 'mail',
        word: 'Vendor asked',
        sentence: `${headline}. A draft to the vendor was opened.`,
      }
    : { ...quiet, icon: 'check', word: 'Accepted', sentence: `${headline}. That was accepted.` };
}
