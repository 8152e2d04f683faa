import { useEffect, useRef, useState } from 'react';
import type { PilePaper } from '#shared/ipc/filing.ts';
import { bindClasses } from '../../class-names.ts';
import { useWindowFocused } from '../../stores/window-state.ts';
import { getPagePicture, type PagePicture } from './page-pictures.ts';
import styles from './filing.module.css';

const cls = bindClasses(styles);

interface PageImageProps {
  address: string | null;
  page: number;
  label: string;
  marks?: PilePaper['marks'];
  /** Leaves room in the window for what is under it. */
  isLow?: boolean;
}

/** A page of a kept file, drawn once it is in sight, with what was read marked on it. It blurs while the window is inactive. */
export function PageImage({ address, page, label, marks = [], isLow = false }: PageImageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const focused = useWindowFocused();
  const key = address === null ? null : `${address} ${page}`;
  const [drawn, setDrawn] = useState<{ key: string; picture: PagePicture | null } | null>(null);
  useEffect(() => {
    const target = frame.current;
    if (target === null || address === null) return undefined;
    let current = true;
    const sight = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      sight.disconnect();
      void getPagePicture(address, page).then((picture) => {
        if (current) setDrawn({ key: `${address} ${page}`, picture });
      });
    });
    sight.observe(target);
    return () => {
      current = false;
      sight.disconnect();
    };
  }, [address, page]);
  const shown = drawn !== null && drawn.key === key ? drawn : null;
  const picture = shown?.picture ?? null;
  const own = marks.filter((mark) => mark.page === page && (mark.isText || picture?.isAsRead === true));
  return (
    <div ref={frame} className={`${cls('page', !focused && 'blurred')} relative clipped centered row`}>
      {picture !== null ? (
        <div
          className={`${cls('sheet')} relative whole-width`}
          style={isLow ? { maxWidth: `calc(36vh * ${picture.width / picture.height})` } : {}}
        >
          <img src={picture.url} alt={label} draggable={false} />
          <svg
            className="absolute whole-width whole-height"
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {own.map(({ place }) => (
              <rect key={`${place.x} ${place.y}`} className={cls('mark')} {...place} />
            ))}
          </svg>
        </div>
      ) : (
        <span className="faint-note padded text-center">
          {address === null
            ? 'The file is not on this computer.'
            : shown === null
              ? label
              : 'This page can’t be shown.'}
        </span>
      )}
    </div>
  );
}
