import type { ReactNode } from 'react';
import type { Box } from '#shared/paper/page-text.ts';
import { isFlawedPicture, isToRetake, type PageQuality } from '#shared/paper/judge-page.ts';
import { partLabels, scoreText, scoreWord } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { MessageBlock } from '../../components/message-block.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { useWindowFocused } from '../../stores/window-state.ts';
import { defectMessages } from './defect-messages.ts';
import styles from './page-quality.module.css';

const cls = bindClasses(styles);

/** The picture of a page that was judged on this computer, as a data URL. */
export interface JudgedPicture {
  source: string;
  width: number;
  height: number;
  quality: PageQuality;
}

/** How well the picture of a page can be read, and what is wrong with it, drawn over the picture. It is advice, and nothing more. */
export function PageQualityReport({ judged }: { judged: JudgedPicture }) {
  const { scoreThreshold } = useWorkspace().settings;
  const { quality } = judged;
  const { word } = scoreWord(quality.overallScore, scoreThreshold);
  const score = `${scoreText(quality.overallScore)} of 100, ${word.toLowerCase()}, by this computer`;
  if (!isFlawedPicture(quality, scoreThreshold)) {
    return <p className="quiet" role="status">{`Picture quality: ${score}.`}</p>;
  }
  return (
    <DefectReport
      judged={judged}
      retake={{
        title: 'Retake this picture if you can.',
        sentence: 'Parts of it are unclear, so nothing is selected below. You can still use it as it is.',
      }}
    >
      <p className="quiet">{`Picture quality: ${score}. ${partsText(quality)}`}</p>
    </DefectReport>
  );
}

/** What is wrong with the picture of a page, drawn over it, and how to take a better one. It blurs while the window is not in use. */
export function DefectReport({
  judged,
  retake,
  children,
}: {
  judged: JudgedPicture;
  /** What is said of a picture that cannot be relied on. */
  retake: { title: string; sentence: string };
  children?: ReactNode;
}) {
  const { scoreThreshold } = useWorkspace().settings;
  const { quality, source, width, height } = judged;
  const { defects } = quality;
  const focused = useWindowFocused();
  // The picture may be as good as can be, and the number on it be in another place than was looked for.
  const isOnlyUnread = quality.overallScore >= scoreThreshold && isToRetake(quality, scoreThreshold);
  return (
    <div className="flow gap-16">
      <figure
        className={`${cls('picture', !focused && 'blurred')} relative`}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <img
          src={source}
          alt={
            defects.length === 0
              ? 'The page'
              : `The page, with ${defects.map(({ defect }) => defectMessages[defect].what).join(' ')}`
          }
        />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {defects.flatMap(({ defect, where }) =>
            where.map((box) => <Mark key={`${defect} ${box.x} ${box.y}`} box={box} />),
          )}
        </svg>
      </figure>
      <div className={`${cls('words')} stack gap-8`}>
        {isToRetake(quality, scoreThreshold) ? (
          <MessageBlock tone="cau" slim live title={isOnlyUnread ? unreadTitle : retake.title}>
            {retake.sentence}
          </MessageBlock>
        ) : (
          <p className="medium" role="status">
            This picture can be read. It could be better:
          </p>
        )}
        <ul className="stack gap-4">
          {defects.map(({ defect }) => (
            <li key={defect}>
              <span className="medium">{defectMessages[defect].what}</span> {defectMessages[defect].advice}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}

const unreadTitle = 'A detail was not read on this page.';

/** The parts as they are called where the service scores a document. */
function partsText({ scoreBreakdown }: PageQuality): string {
  return partLabels.map(({ part, label }) => `${label} ${scoreText(scoreBreakdown[part])}`).join(', ');
}

function Mark({ box: { x, y, width, height } }: { box: Box }) {
  return <rect className={cls('mark')} x={x} y={y} width={width} height={height} />;
}
