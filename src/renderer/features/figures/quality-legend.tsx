import type { RefObject } from 'react';
import type { Figures } from '#shared/onboarding/figures.ts';
import { bindClasses } from '../../class-names.ts';
import { qualityFills, qualityStrokes, qualityWords } from './chart-marks.ts';
import styles from './figures-screen.module.css';

const cls = bindClasses(styles);

/** What each color of the chart of document quality stands for. */
export function QualityLegend({
  ref,
  rows,
}: {
  ref: RefObject<HTMLUListElement | null>;
  rows: Figures['quality'];
}) {
  const shown = qualityWords.filter((word) => rows.some((row) => row.word === word));
  return (
    <ul ref={ref} className={`${cls('legend')} flow quiet small`}>
      {shown.map((word) => (
        <li key={word}>
          <svg aria-hidden width="10" height="10">
            <rect
              x="0.5"
              y="0.5"
              width="9"
              height="9"
              rx="2"
              fill={qualityFills[word]}
              stroke={qualityStrokes[word]}
            />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}
