import { CircleCheck, CircleQuestionMark, OctagonX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { filled } from '#shared/base/foreign-text.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import { strayText, type Reading } from '#shared/service/reading.ts';
import {
  getScores,
  scoreAdvice,
  scoreText,
  scoreWord,
  unclearScaleSentence,
  type ScoreMeaning,
  type ScoreReading,
} from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { LongText } from '../../components/long-text.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { useScoreScales, useWorkspace } from '../../stores/session.ts';
import barStyles from './score-bar.module.css';
import styles from './quality.module.css';

const cls = bindClasses(styles);
const bar = bindClasses(barStyles);

export function Quality({ reading, processing }: { reading: Reading<DocumentResult>; processing: boolean }) {
  const result = reading.value;
  const scores = getScores(result, useScoreScales());
  const threshold = useScoreThreshold();
  const feedback = filled(result.qualityDetails?.feedback) ?? '';
  const errors = result.errors ?? '';
  const nothingYet =
    processing &&
    [scores.overall, ...scores.parts, scores.confidence].every((one) => one.raw === null) &&
    reading.validationIssues.length === 0;
  const toRaw = (path: readonly string[]) => strayText(reading.validationIssues, ...path) ?? undefined;
  return (
    <section className={`${cls('quality')} stack gap-12 ruled-below`} aria-label="Quality">
      <Overall
        reading={scores.overall}
        stray={toRaw(['qualityDetails', 'overallScore'])}
        processing={processing}
        errors={errors}
      />
      {errors === '' ? null : (
        <MessageBlock tone="neg" title="The service reports a problem with this document." quote={errors} />
      )}
      {nothingYet ? null : (
        <>
          <dl className="stack gap-4">
            {scores.parts.map((part) => (
              <ScoreRow
                key={part.part}
                label={part.label}
                reading={part}
                stray={toRaw(['qualityDetails', 'scoreBreakdown', part.part])}
              />
            ))}
            <ScoreRow apart label="Confidence" reading={scores.confidence} stray={toRaw(['confidence'])} />
          </dl>
          <p className={`${cls('hint')} right faint-note`}>{`The line marks your threshold, ${threshold}`}</p>
        </>
      )}
      {feedback === '' ? null : (
        <blockquote className={`${cls('feedback')} no-margin`}>
          <span className="faint-note">The service says</span>
          <p>
            “
            <bdi>
              <LongText>{feedback}</LongText>
            </bdi>
            ”
          </p>
        </blockquote>
      )}
    </section>
  );
}

interface ScoreProps {
  reading: ScoreReading;
  /** A value that is no number, as received. */
  stray: string | undefined;
}

function Overall({
  reading,
  stray,
  processing,
  errors,
}: ScoreProps & { processing: boolean; errors: string }) {
  const threshold = useScoreThreshold();
  const { raw, score } = reading;
  const meaning = score === null ? null : scoreWord(score, threshold);
  const waits = processing && raw === null && stray === undefined;
  const [shown, word, sentence] =
    score !== null && meaning !== null
      ? [scoreText(score), `${meaning.word} quality`, scoreAdvice(score, threshold, errors)]
      : waits
        ? ['–', 'Not ready', 'The service is still working on it. Its scores appear here.']
        : unscoredMessage(reading, stray);
  return (
    <div className="row-top gap-14">
      <span
        className={`${cls('number', score === null && 'small')} ${score === null ? 'breakable' : ''} fixed figures bold`}
        title={score === null ? undefined : `As received: ${raw ?? ''}`}
      >
        {shown}
      </span>
      <div>
        <p className={`${cls('word')} row gap-6 bold size-14`} data-tone={meaning?.tone ?? 'neu'}>
          <Icon of={meaning === null ? CircleQuestionMark : scoreIcons[meaning.icon]} />
          {word}
        </p>
        <p className="quiet">{sentence}</p>
      </div>
    </div>
  );
}

function unscoredMessage(
  { raw, unscored }: ScoreReading,
  stray: string | undefined,
): [shown: ReactNode, word: string, sentence: string] {
  if (stray !== undefined) {
    return [<Verbatim key="stray">{stray}</Verbatim>, 'Not a number', 'Judge the document by its picture.'];
  }
  if (raw !== null) {
    const shown = <Verbatim key="raw">{String(raw)}</Verbatim>;
    return unscored === 'unclear'
      ? [shown, 'Scale not clear', `${unclearScaleSentence} Judge the document by its picture.`]
      : [shown, 'Off the scale', 'Judge the document by its picture.'];
  }
  return ['–', 'No overall score', 'The service sent none. Judge the document by its picture.'];
}

function ScoreRow({ label, reading, stray, apart = false }: ScoreProps & { label: string; apart?: boolean }) {
  const { raw, score } = reading;
  const [shown, word] = unscoredMessage(reading, stray);
  return (
    <div
      className={`${cls('row', apart && 'apart')} middle columns-10 grid`}
      title={score === null ? undefined : `As received: ${raw ?? ''}`}
    >
      <dt className="text">{label}</dt>
      {score === null ? (
        <dd className="row-baseline gap-10 narrows">
          <span className="right figures medium breakable">{shown}</span>
          <span className="faint small">{raw === null && stray === undefined ? 'Not provided' : word}</span>
        </dd>
      ) : (
        <dd>
          <ScoreBar score={score} />
        </dd>
      )}
    </div>
  );
}

/** A score from 0 to 100 as a bar with the threshold marked, a number and a word. */
export function ScoreBar({ score }: { score: number }) {
  const threshold = useScoreThreshold();
  const meaning = scoreWord(score, threshold);
  return (
    <span className={`${bar('scored')} grid middle columns-10`}>
      <span aria-hidden className={`${bar('bar')} relative round-3`}>
        <span
          className={`${bar('fill')} absolute round-3`}
          data-tone={meaning.tone}
          style={{ width: `${score}%` }}
        />
        <span className={`${bar('mark')} absolute`} style={{ left: `${threshold}%` }} />
      </span>
      <span className="right figures medium">{scoreText(score)}</span>
      <span className={`${bar('word')} row small`} data-tone={meaning.tone}>
        <Icon of={scoreIcons[meaning.icon]} size={14} />
        {meaning.word}
      </span>
    </span>
  );
}

export const scoreIcons: Record<ScoreMeaning['icon'], LucideIcon> = {
  'octagon-x': OctagonX,
  'triangle-alert': TriangleAlert,
  'circle-check': CircleCheck,
};

const useScoreThreshold = (): number => useWorkspace().settings.scoreThreshold;
