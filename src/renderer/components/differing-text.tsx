import { Check, CircleQuestionMark, EqualNot, Minus } from 'lucide-react';
import type { Side, Verdict } from '#shared/comparison/compare.ts';
import { bindClasses } from '../class-names.ts';
import styles from './differing-text.module.css';
import { Icon } from './icon.tsx';
import { LongText } from './long-text.tsx';
import { Verbatim } from './service-word.tsx';

const cls = bindClasses(styles);

/** One side of a comparison, with the differing parts marked. An unreadable date is shown verbatim. */
export function DifferingText({ side }: { side: Side }) {
  if (side.unreadable && side.text !== null) return <Verbatim>{side.text}</Verbatim>;
  return (
    <bdi>
      {side.segments.map((segment, index) =>
        segment.differs ? (
          <mark
            key={`${index} ${segment.text}`}
            className={`${cls('segment', 'differs')} caution bold caution-soft`}
          >
            <LongText>{segment.text}</LongText>
          </mark>
        ) : (
          <span key={`${index} ${segment.text}`} className={cls('segment')}>
            <LongText>{segment.text}</LongText>
          </span>
        ),
      )}
    </bdi>
  );
}

const looks: Record<Verdict, { icon: typeof Check; tone: 'pos' | 'neg' | 'neu' }> = {
  same: { icon: Check, tone: 'pos' },
  same_written_differently: { icon: Check, tone: 'pos' },
  differs: { icon: EqualNot, tone: 'neg' },
  cannot_compare: { icon: CircleQuestionMark, tone: 'neu' },
  only_submitted: { icon: Minus, tone: 'neu' },
  only_found: { icon: Minus, tone: 'neu' },
  neither: { icon: Minus, tone: 'neu' },
};

export function VerdictMessage({ verdict, words }: { verdict: Verdict; words: string }) {
  const { icon, tone } = looks[verdict];
  return (
    <span className={`${cls('verdict')} inline-row gap-6 small medium unbroken lines-20`} data-tone={tone}>
      <Icon of={icon} size={14} />
      {words}
    </span>
  );
}
