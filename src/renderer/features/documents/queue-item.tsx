import { CircleQuestionMark, Loader } from 'lucide-react';
import type { DocumentOrder, DocumentRow } from '#shared/ipc/documents.ts';
import { readScore, scoreText, scoreWord, unclearScaleSentence } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useScoreScales } from '../../stores/session.ts';
import { decisionWord, nameless } from './document-labels.ts';
import styles from './queue-item.module.css';
import { scoreIcons } from './score-icons.ts';

const cls = bindClasses(styles);

/** One document of the queue: its name and score, what it is or where it stands, and the word for it. */
export function QueueItem({
  row,
  threshold,
  order,
}: {
  row: DocumentRow;
  threshold: number;
  order: DocumentOrder;
}) {
  const ready = row.ready || row.decision !== null;
  return (
    <span className="block">
      <span className={`${cls('line')} between gap-8`}>
        <span className={`${cls('name')} clipped narrows medium`} title={row.title ?? undefined}>
          {row.title ?? nameless}
        </span>
        <Score row={row} />
      </span>
      <span className={`${cls('line')} between gap-8`}>
        <span className={`${cls('about')} clipped narrows quiet small`}>
          {order === 'status' && row.status !== null && row.status !== '' ? (
            <ServiceWord word={row.status} />
          ) : !ready && row.processingStep !== null && row.processingStep !== '' ? (
            <span className={`${cls('job')} mono small`}>{row.processingStep}</span>
          ) : order === 'oldest' || order === 'newest' ? (
            <>
              Added <TimeText at={row.addedAt} />
            </>
          ) : (
            <>
              {row.documentType === null ? null : `${row.documentType} · `}
              <TimeText at={row.fetchedAt ?? row.addedAt} />
            </>
          )}
        </span>
        <Word row={row} threshold={threshold} />
      </span>
    </span>
  );
}

function Score({ row }: { row: DocumentRow }) {
  if (row.overallScore === null) return null;
  return (
    <span className="right bold" title={`As received: ${row.overallScore}`}>
      {row.score === null ? row.overallScore : scoreText(row.score)}
    </span>
  );
}

function UnscoredWord({ raw }: { raw: number }) {
  const offScale = readScore(raw, useScoreScales().overall).unscored === 'off_scale';
  return (
    <span
      className={`${cls('word')} inline-row to-end fixed small`}
      data-tone="neu"
      title={offScale ? undefined : unclearScaleSentence}
    >
      {offScale ? 'Off the scale' : 'Scale not clear'}
    </span>
  );
}

function Word({ row, threshold }: { row: DocumentRow; threshold: number }) {
  if (row.decision !== null)
    return (
      <span className={`${cls('word')} inline-row to-end fixed small`} data-tone="neu">
        {decisionWord(row.decision.choice)}
      </span>
    );
  if (row.score !== null) {
    const meaning = scoreWord(row.score, threshold);
    return (
      <span className={`${cls('word')} inline-row to-end fixed small`} data-tone={meaning.tone}>
        <Icon of={scoreIcons[meaning.icon]} size={14} />
        {meaning.word}
      </span>
    );
  }
  if (row.overallScore !== null) return <UnscoredWord raw={row.overallScore} />;
  if (row.ready || row.watch.kind === 'settled')
    return (
      <span className={`${cls('word')} inline-row to-end fixed small`} data-tone="neu">
        No score
      </span>
    );
  if (row.watch.problem !== null || row.watch.kind === 'by_hand') {
    return (
      <span
        className={`${cls('word')} inline-row to-end fixed small`}
        data-tone="cau"
        title={row.watch.problem ?? ''}
      >
        <Icon of={CircleQuestionMark} size={14} />
        {row.fetchedAt === null ? 'Not known yet' : 'Not checked'}
      </span>
    );
  }
  return (
    <span className={`${cls('word')} inline-row to-end fixed small`} data-tone="prog">
      <Icon of={Loader} size={14} turning />
      In progress
    </span>
  );
}
