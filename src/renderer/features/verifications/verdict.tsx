import {
  Check,
  CircleQuestionMark,
  CircleX,
  EqualNot,
  LoaderCircle,
  Minus,
  Search,
  type LucideIcon,
} from 'lucide-react';
import type { ResultVerdict } from '#shared/comparison/result-verdict.ts';
import { classesOf } from '../../class-names.ts';
import { AsItCame, type Path } from '../../components/as-it-came.tsx';
import { Icon } from '../../components/icon.tsx';
import styles from './verdict.module.css';

const cls = classesOf(styles);

const looks: Record<ResultVerdict['kind'], { icon: LucideIcon; tone: 'neg' | 'pos' | 'neu' | 'cau' }> = {
  differs: { icon: EqualNot, tone: 'neg' },
  same: { icon: Check, tone: 'pos' },
  partly: { icon: Check, tone: 'pos' },
  nothing_found: { icon: Search, tone: 'neu' },
  another_id: { icon: CircleQuestionMark, tone: 'cau' },
  refuted: { icon: CircleX, tone: 'neg' },
  not_yet: { icon: LoaderCircle, tone: 'neu' },
};

/** What the result comes to in one sentence, with the service's own two answers beside it. */
export function Verdict({
  verdict,
  isVerified,
  isMatch,
}: {
  verdict: ResultVerdict | null;
  isVerified: boolean | null | undefined;
  isMatch: boolean | null | undefined;
}) {
  const look = verdict === null ? null : looks[verdict.kind];
  return (
    <section className={cls('verdict')} aria-label="Result">
      <span className={cls('icon', look?.tone ?? 'prog')}>
        <Icon of={look?.icon ?? LoaderCircle} size={20} turning={look === null} />
      </span>
      <div className={cls('words')}>
        <h2 className={cls('title')}>{verdict?.title ?? 'Checking'}</h2>
        <p className={cls('explanation')}>
          {verdict?.explanation ?? 'The service accepted the details. The result is not in yet.'}
        </p>
      </div>
      <dl className={cls('answers')}>
        <Answer label="Verified" value={isVerified} path={['isVerified']} />
        <Answer label="Match" value={isMatch} path={['response', 'isMatch']} />
      </dl>
    </section>
  );
}

function Answer({ label, value, path }: { label: string; value: boolean | null | undefined; path: Path }) {
  const [icon, tone, word] =
    value == null
      ? ([Minus, 'unsaid', 'Not said'] as const)
      : value
        ? ([Check, 'pos', 'Yes'] as const)
        : ([CircleX, 'neg', 'No'] as const);
  return (
    <div>
      <dt className={cls('answerLabel')}>{label}</dt>
      <dd className={cls('answer', tone)}>
        <Icon of={icon} />
        <AsItCame path={path}>{word}</AsItCame>
      </dd>
    </div>
  );
}
