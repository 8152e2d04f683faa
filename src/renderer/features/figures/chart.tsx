import { plot } from '@observablehq/plot';
import { useEffect, useRef, type RefObject } from 'react';
import type { FigureId } from '#shared/onboarding/figures.ts';
import type { Figures } from '#shared/onboarding/figures.ts';
import { bindClasses } from '../../class-names.ts';
import { useElementSize } from '../../stores/element-size.ts';
import { toChart } from './chart-marks.ts';
import styles from './figures-screen.module.css';

const cls = bindClasses(styles);

const narrowest = 320;

/** A figure as a chart that is as wide as there is room. Its colors are those of the theme, whichever is on. */
export function Chart({
  ref,
  id,
  figures,
  label,
}: {
  ref: RefObject<HTMLDivElement | null>;
  id: FigureId;
  figures: Figures;
  label: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const width = Math.max(size?.width ?? 0, narrowest);
  useEffect(() => {
    const drawn = plot({ ...toChart(id, figures), width, ariaLabel: label });
    drawn.setAttribute('role', 'img');
    // A picture has one label, and those of its parts would only be what they are drawn by.
    for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    // The page's rules allow no style but its own; figures-screen.module.css says the same.
    drawn.querySelector('style')?.remove();
    ref.current?.replaceChildren(drawn);
  }, [ref, id, figures, width, label]);
  return (
    <div ref={frame} className={`${cls('chart')} clipped`}>
      <div ref={ref} />
    </div>
  );
}
