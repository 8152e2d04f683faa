import { useEffect, useLayoutEffect, useRef } from 'react';
import { bindClasses } from '../../class-names.ts';
import type { PageSize, Turn } from './page-view.ts';
import styles from './picture.module.css';
import type { PreparedPicture } from './prepared-picture.ts';

const cls = bindClasses(styles);

interface PageProps {
  turn: Turn;
  /** Null until the size is known. */
  scale: number | null;
  onFailed: (sentence: string) => void;
}

export function ImagePage({ url, turn, scale, size, onFailed }: PageProps & { url: string; size: PageSize }) {
  const [width, height] = [size.width, size.height].map((side) => side * (scale ?? 1));
  const transform = `translate(-50%, -50%) rotate(${turn}deg)`;
  return (
    <img
      src={url}
      alt="The document as submitted"
      draggable={false}
      decoding="sync"
      className={`${cls('image')} absolute`}
      style={scale === null ? {} : { width, height, transform }}
      onError={() => onFailed('The picture could not be read. It may be damaged.')}
    />
  );
}

interface PdfPageProps extends PageProps {
  prepared: Extract<PreparedPicture, { kind: 'pages' }>;
  page: number;
  onShown: (size: PageSize) => void;
}

/** One page of a PDF, drawn at a scale. `onShown` and `onFailed` must be stable. */
export function PdfPage({ prepared, page, turn, scale, onShown, onFailed }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { pdf, first } = prepared;

  // Before the screen is painted, so that a page drawn ahead appears together with its result.
  useLayoutEffect(() => {
    if (first !== null) put(first.canvas, canvas.current);
  }, [first]);

  useEffect(() => {
    if (scale === null) return undefined;
    const isAhead = page === 1 && turn === 0 && Math.abs((first?.scale ?? 0) - scale) < 0.001;
    const ahead = isAhead ? first : null;
    const leaving = new AbortController();
    const { signal } = leaving;
    async function draw(at: number): Promise<void> {
      const { drawPage, sizeOfPage } = await import('./pdf-document.ts');
      if (signal.aborted) return;
      onShown({ ...(await sizeOfPage(pdf, page)), pages: pdf.numPages });
      if (signal.aborted) return;
      const drawn = ahead?.canvas ?? (await drawPage(pdf, { page, turn, scale: at }, signal));
      if (drawn !== null && !signal.aborted) put(drawn, canvas.current);
    }
    draw(scale).catch(() => {
      if (!signal.aborted) onFailed('This page could not be shown.');
    });
    return () => leaving.abort();
  }, [pdf, first, page, turn, scale, onShown, onFailed]);

  return (
    <canvas
      ref={canvas}
      className="whole-height whole-width block"
      role="img"
      aria-label={`Page ${page} of the document`}
    />
  );
}

/** Replaces a canvas in one go, so that nothing flickers. */
function put(drawn: HTMLCanvasElement, target: HTMLCanvasElement | null): void {
  if (target === null) return;
  target.width = drawn.width;
  target.height = drawn.height;
  target.getContext('2d')?.drawImage(drawn, 0, 0);
}
