import { Check, EqualNot, Loader, Mail, RefreshCw, TriangleAlert } from 'lucide-react';
import { counted } from '#shared/base/counted.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import type { StatusWords } from '#shared/settings/status.ts';
import { getMeaning } from '#shared/settings/status.ts';
import { byWhom } from '../../components/decided-by.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { historyItems, type TimelineItem } from '../../components/timeline.tsx';

type VerificationCheck = VerificationDetail['checks'][number];

/** A verification's history, newest first. @param ownNames names of the current user; other people's decisions show names */
export function checkHistory(
  detail: VerificationDetail,
  own: StatusWords,
  ownNames: readonly (string | null)[],
): TimelineItem[] {
  const items = [
    ...decisionItems(detail, ownNames),
    ...checkItems(detail, own),
    ...historyItems(detail.history, 'verification', detail.entryId),
  ];
  // What stands earlier in the list is newer where times are equal: sorting keeps that order.
  return items.toSorted((left, right) => right.at - left.at);
}

function decisionItems(detail: VerificationDetail, ownNames: readonly (string | null)[]): TimelineItem[] {
  return detail.decisions.map((decision, index) => ({
    key: `decision ${detail.decisions.length - index}`,
    icon: decision.choice === 'ask_vendor' ? Mail : Check,
    tone: 'neu',
    title: `${decision.choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Accepted'}${byWhom(decision.by, ownNames)}`,
    at: decision.at,
    body: decision.note === '' ? null : decision.note,
  }));
}

/** A look that only met the word of the look before it. */
function isStill(check: VerificationCheck, before: VerificationCheck | undefined): boolean {
  if (check.problem !== null || check.status === null || before === undefined) return false;
  return check.status === before.status && before.problem === null && check.differing === before.differing;
}

/** The looks, newest first; those in a row that met the same word again are one item, with their number and the first of them. */
function checkItems(detail: VerificationDetail, own: StatusWords): TimelineItem[] {
  const { checks } = detail;
  return checks.flatMap((check, index): TimelineItem[] => {
    const before = checks[index + 1];
    if (!isStill(check, before)) return [checkItem(check, before, own)];
    const newer = checks[index - 1];
    if (newer !== undefined && isStill(newer, check)) return [];
    const end = checks.findIndex((one, at) => at >= index && !isStill(one, checks[at + 1]));
    const run = checks.slice(index, end === -1 ? checks.length : end);
    const oldest = run.at(-1) ?? check;
    const many = run.length > 1;
    return [
      {
        key: `check ${check.number}`,
        title: many ? `Checks ${oldest.number} to ${check.number}` : `Check ${check.number}`,
        at: check.at,
        icon: RefreshCw,
        tone: 'neu',
        body: (
          <>
            Status still <ServiceWord word={check.status} />
            {many ? (
              <>
                , {counted(run.length, 'time')} since <TimeText at={oldest.at} form="detail" />
              </>
            ) : null}
          </>
        ),
      },
    ];
  });
}

function checkItem(
  check: VerificationCheck,
  before: VerificationCheck | undefined,
  own: StatusWords,
): TimelineItem {
  const head = { key: `check ${check.number}`, title: `Check ${check.number}`, at: check.at };
  if (check.problem !== null) {
    return { ...head, icon: TriangleAlert, tone: 'cau', body: check.problem };
  }
  const arrived = check.differing !== null && before?.differing !== check.differing;
  if (arrived) {
    const differing = check.differing ?? 0;
    return {
      ...head,
      icon: differing > 0 ? EqualNot : Check,
      tone: differing > 0 ? 'neg' : 'neu',
      body: (
        <>
          Result came back,{' '}
          {differing === 0 ? 'nothing differs' : counted(differing, 'detail differs', 'details differ')}{' '}
          <ServiceWord word={check.status} />
        </>
      ),
    };
  }
  const underWay = check.status !== null && getMeaning(check.status, own).category === 'under_way';
  return {
    ...head,
    icon: underWay ? Loader : RefreshCw,
    tone: underWay ? 'prog' : 'neu',
    body: check.status === null ? 'No status word' : <ServiceWord word={check.status} />,
  };
}
