import { filled } from '#shared/base/foreign-text.ts';
import { getMeaning, statusCategory, type StatusCategory } from '#shared/settings/status.ts';
import { bindClasses } from '../class-names.ts';
import { useStatusWords } from '../stores/session.ts';
import { LongText } from './long-text.tsx';
import styles from './service-word.module.css';

const cls = bindClasses(styles);

export const categoryLabels: Record<StatusCategory, string> = {
  good: 'good',
  under_way: 'under way',
  caution: 'caution',
  problem: 'problem',
  not_recognised: 'not recognized',
};

/** The mark of a category: its shape says the same as its color. */
export function CategoryMark({ category }: { category: StatusCategory }) {
  return (
    <svg aria-hidden className={`${cls(category)} fixed`} width="10" height="10" viewBox="0 0 10 10">
      <MarkShape category={category} />
    </svg>
  );
}

function MarkShape({ category }: { category: StatusCategory }) {
  switch (category) {
    case 'good':
      return <circle cx="5" cy="5" r="4.5" fill="currentColor" />;
    case 'under_way':
      return (
        <>
          <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.2" />
          <path d="M5 1a4 4 0 0 0 0 8z" fill="currentColor" />
        </>
      );
    case 'caution':
      return <path d="M5 .8 9.6 9.2H.4z" fill="currentColor" />;
    case 'problem':
      return <rect x=".8" y=".8" width="8.4" height="8.4" rx="1" fill="currentColor" />;
    case 'not_recognised':
      return (
        <circle
          cx="5"
          cy="5"
          r="4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.3"
          strokeDasharray="1.9 1.24"
        />
      );
  }
}

/** A status word exactly as received, after its category's mark; an en dash for null. */
export function ServiceWord({ word }: { word: string | null | undefined }) {
  const own = useStatusWords();
  if (word == null || filled(word) === null) return <span className="faint">–</span>;
  const { category } = getMeaning(word, own);
  return (
    <span className={`${cls('word')} within inline-row narrows gap-7`} title={word}>
      <CategoryMark category={category} />
      <span className="mono small one-line tight">{word}</span>
      <span className="visually-hidden">, {categoryLabels[category]}</span>
    </span>
  );
}

export function Verbatim({ children }: { children: string }) {
  return (
    <span className={`${cls('verbatim')} mono small breakable`}>
      <LongText>{children}</LongText>
    </span>
  );
}

/** The key to the marks, for the foot of a list. */
export function CategoryKey() {
  return (
    <ul className={`${cls('key')} faint-note gap-16 flex`}>
      {statusCategory.options.map((category) => (
        <li key={category} className="row gap-7">
          <CategoryMark category={category} />
          {categoryLabels[category]}
        </li>
      ))}
    </ul>
  );
}
