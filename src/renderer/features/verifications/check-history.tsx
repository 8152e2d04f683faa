import { Check, EqualNot, Loader, Mail, RefreshCw, TriangleAlert } from 'lucide-react';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import type { StatusWords } from '#shared/status.ts';
import { meaningOf } from '#shared/status.ts';
import { byWhom } from '../../components/decided-by.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { historyItems, type TimelineItem } from '../../components/timeline.tsx';

/**
 * What happened to a license check, newest first: its way through the outbox, each look at the result, the decisions.
 * @param account under which Gangway runs, so that a decision of another one is told with its name
 */
export function checkHistory(
  detail: VerificationDetail,
  own: StatusWords,
  account: string | null,
): TimelineItem[] {
  const items = [
    ...decisionItems(detail, account),
    ...checkItems(detail, own),
    ...historyItems(detail.history, 'verification', detail.entryId),
  ];
  // What stands earlier in the list is newer where times are equal: sorting keeps that order.
  return items.toSorted((left, right) => right.at - left.at);
}

function decisionItems(detail: VerificationDetail, account: string | null): TimelineItem[] {
  return detail.decisions.map((decision, index) => ({
    key: `decision ${detail.decisions.length - index}`,
    icon: decision.choice === 'ask_vendor' ? Mail : Check,
    tone: 'neu',
    title: `${decision.choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Accepted'}${byWhom(decision.by, account)}`,
    at: decision.at,
    body: decision.note === '' ? null : decision.note,
  }));
}

function checkItems(detail: VerificationDetail, own: StatusWords): TimelineItem[] {
  return detail.checks.map((check, index): TimelineItem => {
    const before = detail.checks[index + 1];
    const head = { key: `check ${check.number}`, title: `Check ${check.number}`, at: check.at };
    if (check.problem !== null) {
      return { ...head, icon: TriangleAlert, tone: 'cau', body: check.problem };
    }
    const arrived = check.differing !== null && before?.differing !== check.differing;
    if (arrived) {
      const differs = (check.differing ?? 0) > 0;
      return {
        ...head,
        icon: differs ? EqualNot : Check,
        tone: differs ? 'neg' : 'pos',
        body: (
          <>
            Result came back, {differingWords(check.differing ?? 0)} <ServiceWord word={check.status} />
          </>
        ),
      };
    }
    if (check.status !== null && check.status === before?.status) {
      return {
        ...head,
        icon: RefreshCw,
        tone: 'neu',
        body: (
          <>
            Status still <ServiceWord word={check.status} />
          </>
        ),
      };
    }
    const underWay = check.status !== null && meaningOf(check.status, own).category === 'under_way';
    return {
      ...head,
      icon: underWay ? Loader : RefreshCw,
      tone: underWay ? 'prog' : 'neu',
      body: check.status === null ? 'No status word' : <ServiceWord word={check.status} />,
    };
  });
}

function differingWords(differing: number): string {
  if (differing === 0) return 'nothing differs';
  return differing === 1 ? '1 detail differs' : `${differing} details differ`;
}
