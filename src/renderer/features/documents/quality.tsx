import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { filled } from '#shared/base/foreign-text.ts';
import {
  scoreAdvice,
  getScores,
  scoreText,
  scoreWord,
  unclearScaleSentence,
  type ScoreReading,
} from '#shared/service/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import { strayText, type Reading } from '#shared/service/reading.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { LongText } from '../../components/long-text.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { useScoreScales, useWorkspace } from '../../stores/session.ts';
import styles from './quality.module.css';
import { ScoreBar } from './score-bar.tsx';
import { scoreIcons } from './score-icons.ts';

const cls = bindClasses(styles);

/** How good the document is: the overall score with what it advises, its parts, the confidence, and what the service says of it. */
export function Quality({
  reading,
  processing,
}: {
  reading: Reading<DocumentResult>;
  /** Whether the service is still at work on it, so that missing scores may yet come. */
  processing: boolean;
}) {
  const { settings } = useWorkspace();
  const result = reading.value;
  const scores = getScores(result, useScoreScales());
  const threshold = settings.scoreThreshold;
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
        threshold={threshold}
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
                threshold={threshold}
              />
            ))}
            <ScoreRow
              apart
              label="Confidence"
              reading={scores.confidence}
              stray={toRaw(['confidence'])}
              threshold={threshold}
            />
          </dl>
          <p className={`${cls('hint')} right faint-note`}>{`The line marks your threshold, ${threshold}`}</p>
        </>
      )}
      {feedback === '' ? null : (
        <blockquote className={cls('feedback')}>
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

function Overall({
  reading,
  stray,
  processing,
  threshold,
  errors,
}: {
  reading: ScoreReading;
  stray: string | undefined;
  processing: boolean;
  threshold: number;
  errors: string;
}) {
  const { raw, score } = reading;
  if (score === null) {
    const waits = processing && raw === null && stray === undefined;
    const [shown, word, sentence] = waits
      ? (['–', 'Not ready', 'The service is still working on it. Its scores appear here.'] as const)
      : unscoredMessage(reading, stray);
    return (
      <div className={`${cls('overall')} row-top`}>
        <span className={`${cls('number', 'small')} breakable fixed figures bold`}>{shown}</span>
        <div>
          <p className={`${cls('word')} row gap-6 bold`} data-tone="neu">
            <Icon of={CircleQuestionMark} />
            {word}
          </p>
          <p className="quiet">{sentence}</p>
        </div>
      </div>
    );
  }
  const meaning = scoreWord(score, threshold);
  return (
    <div className={`${cls('overall')} row-top`}>
      <span className={`${cls('number')} fixed figures bold`} title={`As received: ${raw ?? ''}`}>
        {scoreText(score)}
      </span>
      <div>
        <p className={`${cls('word')} row gap-6 bold`} data-tone={meaning.tone}>
          <Icon of={scoreIcons[meaning.icon]} />
          {`${meaning.word} quality`}
        </p>
        <p className="quiet">{scoreAdvice(score, threshold, errors)}</p>
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

function ScoreRow({
  label,
  reading,
  stray,
  threshold,
  apart = false,
}: {
  label: string;
  reading: ScoreReading;
  stray: string | undefined;
  threshold: number;
  /** A line above sets it off from the others. */
  apart?: boolean;
}) {
  const { raw, score } = reading;
  if (score === null) {
    const [shown, word] = unscoredMessage(reading, stray);
    return (
      <div className={cls('row', apart && 'apart')}>
        <dt className="text">{label}</dt>
        <dd className="row-baseline gap-10 narrows">
          <span className="right figures medium breakable">{shown}</span>
          <span className="faint small">{raw === null && stray === undefined ? 'Not provided' : word}</span>
        </dd>
      </div>
    );
  }
  return (
    <div className={cls('row', apart && 'apart')} title={`As received: ${raw ?? ''}`}>
      <dt className="text">{label}</dt>
      <dd>
        <ScoreBar score={score} threshold={threshold} />
      </dd>
    </div>
  );
}
