import { scoreText, scoreWord } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './score-bar.module.css';
import { scoreIcons } from './score-icons.ts';

const cls = bindClasses(styles);

/** A score from 0 to 100 as a bar with the threshold marked, a number and a word. */
export function ScoreBar({ score, threshold }: { score: number; threshold: number }) {
  const meaning = scoreWord(score, threshold);
  return (
    <span className={cls('scored')}>
      <span aria-hidden className={`${cls('bar')} relative`}>
        <span className={cls('fill')} data-tone={meaning.tone} style={{ width: `${score}%` }} />
        <span className={cls('mark')} style={{ left: `${threshold}%` }} />
      </span>
      <span className="right figures medium">{scoreText(score)}</span>
      <span className={`${cls('word')} row small`} data-tone={meaning.tone}>
        <Icon of={scoreIcons[meaning.icon]} size={14} />
        {meaning.word}
      </span>
    </span>
  );
}
