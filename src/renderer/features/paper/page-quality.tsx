import type { ReactNode } from 'react';
import {
  isFlawedPicture,
  isToRetake,
  isTurn,
  type PageDefect,
  type PageQuality,
} from '#shared/ocr/judge-page.ts';
import { partLabels, scoreText, scoreWord } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { MessageBlock } from '../../components/message-block.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { useWindowFocused } from '../../stores/window-state.ts';
import styles from './page-quality.module.css';

const cls = bindClasses(styles);

/** The picture of a page that was judged on this computer, as a data URL. */
export interface JudgedPicture {
  source: string;
  width: number;
  height: number;
  quality: PageQuality;
}

/** How well a page can be read, with its defects drawn over the picture. Advice only. */
export function PageQualityReport({ judged }: { judged: JudgedPicture }) {
  const { scoreThreshold } = useWorkspace().settings;
  const { quality } = judged;
  const { word } = scoreWord(quality.overallScore, scoreThreshold);
  const parts = partLabels.map(({ part, label }) => `${label} ${scoreText(quality.scoreBreakdown[part])}`);
  const score = `${scoreText(quality.overallScore)} of 100, ${word.toLowerCase()}, by this computer`;
  if (!isFlawedPicture(quality, scoreThreshold)) {
    return <p className="quiet" role="status">{`Picture quality: ${score}.`}</p>;
  }
  return (
    <DefectReport
      judged={judged}
      title="Retake this picture if you can."
      advice="Parts of it are unclear, so nothing is selected below. You can still use it as it is."
    >
      <p className="quiet">{`Picture quality: ${score}. ${parts.join(', ')}`}</p>
    </DefectReport>
  );
}

/** Says that a picture is too unclear to rely on, with its defects; nothing where it can be read. */
export function FlawedPicture({ judged, advice }: { judged: JudgedPicture | null; advice: string }) {
  const { scoreThreshold } = useWorkspace().settings;
  if (judged === null || !isFlawedPicture(judged.quality, scoreThreshold)) return null;
  return <DefectReport judged={judged} title="This picture is too unclear to rely on." advice={advice} />;
}

interface DefectReportProps {
  judged: JudgedPicture;
  /** Where the picture is to be taken again. */
  title: string;
  advice: string;
  children?: ReactNode;
}

/** The defects drawn over the picture, and how to take a better one. The picture blurs while the window is inactive. */
function DefectReport({ judged, title, advice, children }: DefectReportProps) {
  const { scoreThreshold } = useWorkspace().settings;
  const { quality, source, width, height } = judged;
  const { defects } = quality;
  const found = defects.map(({ defect }) => defectMessages[defect].what).join(' ');
  const focused = useWindowFocused();
  // A perfect picture may still have the number in an unexpected place.
  const isOnlyUnread = quality.overallScore >= scoreThreshold && isToRetake(quality, scoreThreshold);
  return (
    <div className="flow gap-16">
      <figure
        className={`${cls('picture', !focused && 'blurred')} relative no-margin`}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <img src={source} alt={found === '' ? 'The page' : `The page, with ${found}`} />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {defects.flatMap(({ defect, where }) =>
            where.map((box) => <rect key={`${defect} ${box.x} ${box.y}`} className={cls('mark')} {...box} />),
          )}
        </svg>
      </figure>
      <div className={`${cls('words')} stack gap-8`}>
        {isToRetake(quality, scoreThreshold) ? (
          <MessageBlock
            tone="cau"
            slim
            live
            title={isOnlyUnread ? 'A detail was not read on this page.' : title}
          >
            {advice}
          </MessageBlock>
        ) : (
          <p className="medium" role="status">
            This picture can be read.
            {defects.every(({ defect }) => isTurn(defect)) ? '' : ' It could be better:'}
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

/** What is wrong with a picture, and how to take a better one. */
export const defectMessages: Readonly<Record<PageDefect, { what: string; advice: string }>> = {
  upside_down: {
    what: 'The page is upside down.',
    advice: 'Gangway turned it and read it. You don’t need to retake it.',
  },
  sideways: {
    what: 'The page is sideways.',
    advice: 'Gangway turned it and read it. You don’t need to retake it.',
  },
  blank: { what: 'The page is blank.', advice: 'Check that the printed side was scanned, and retake it.' },
  unclear: { what: 'Some text is unclear.', advice: 'Retake it closer up, flat and in even light.' },
  field_unread: {
    what: 'A required detail could not be read.',
    advice: 'Check that this is the right page, and retake it closer up.',
  },
  text_cut_off: {
    what: 'Text is cut off at the edge.',
    advice: 'Retake it with the whole sheet in the picture.',
  },
  glare: {
    what: 'Glare hides part of the page.',
    advice: 'Turn the page or the lamp so nothing reflects.',
  },
  blurry: { what: 'The picture is blurred.', advice: 'Hold still, let the camera focus, and retake it.' },
  noisy: { what: 'The picture is grainy.', advice: 'Retake it in more light.' },
  dark: { what: 'The page is dark or in shadow.', advice: 'Retake it in even light.' },
  faint: { what: 'The print is faint.', advice: 'Scan it with more contrast, or ask for a darker print.' },
  text_too_small: { what: 'The text is too small.', advice: 'Move closer, or scan it at 300 dots per inch.' },
  skewed: { what: 'The page is tilted.', advice: 'Retake it flat, from straight above.' },
};
