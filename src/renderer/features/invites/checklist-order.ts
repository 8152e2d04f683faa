import type { ChecklistItem } from '#shared/service/invitation-result.ts';
import { getMeaning, type StatusWords } from '#shared/settings/status.ts';

/** The checklist with problems first, then unknown, then compliant; otherwise in the service's order. */
export function problemsFirst(items: readonly ChecklistItem[], words: StatusWords): ChecklistItem[] {
  const rank = (item: ChecklistItem): number => {
    if (item.compliant === false) return 0;
    const category = item.status == null ? 'not_recognised' : getMeaning(item.status, words).category;
    if ((item.errorMessages ?? []).length > 0 || category === 'problem') return 1;
    return item.compliant == null ? 2 : 3;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}

/** How many are compliant, of how many: "2 of 5 compliant". */
export function compliantCount(items: readonly ChecklistItem[]): string {
  return `${items.filter((item) => item.compliant === true).length} of ${items.length} compliant`;
}
