import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { classesOf } from '../../class-names.ts';
import { openPdf } from './pdf-document.ts';
import styles from './picture.module.css';
import type { SheetProps } from './sheet.ts';

const cls = classesOf(styles);

/** CSS pixels to the point: a page at 100 % is as large as on paper. */
const pixelsPerPoint = 96 / 72;

/** One page of a PDF, drawn at the scale that is asked for. */
export default function PdfSheet({ address, chosen, page, turn, scale, onShown, onFailed }: SheetProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let current = true;
    let close: (() => void) | null = null;
    async function open(): Promise<void> {
      const bytes = await bytesOf(address, chosen);
      if (!current) return;
      if (bytes === null) {
        onFailed('The copy could not be read from this computer.');
        return;
      }
      const task = openPdf(bytes);
      close = task.close;
      const opened = await task.opened;
      if (!current) return;
      if (opened.ok) setPdf(opened.pdf);
      else onFailed(opened.sentence);
    }
    void open();
    return () => {
      current = false;
      close?.();
    };
  }, [address, chosen, onFailed]);

  useEffect(() => {
    if (pdf === null) return undefined;
    let current = true;
    let stop: (() => void) | null = null;
    async function draw(document: PDFDocumentProxy): Promise<void> {
      const sheet = await document.getPage(Math.min(page, document.numPages));
      const natural = sheet.getViewport({ scale: pixelsPerPoint, rotation: sheet.rotate });
      const target = canvas.current;
      if (!current || target === null) return;
      onShown({ width: natural.width, height: natural.height, pages: document.numPages });
      if (scale === null) return;
      const sharpness = window.devicePixelRatio;
      const viewport = sheet.getViewport({
        scale: pixelsPerPoint * scale * sharpness,
        rotation: (sheet.rotate + turn) % 360,
      });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = sheet.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
    }
    draw(pdf).catch((error: unknown) => {
      // A drawing that is cancelled for a newer one is no failure.
      if (current && !(error instanceof Error && error.name === 'RenderingCancelledException')) {
        onFailed('This page could not be drawn.');
      }
    });
    return () => {
      current = false;
      stop?.();
    };
  }, [pdf, page, turn, scale, onShown, onFailed]);

  return (
    <canvas ref={canvas} className={cls('drawn')} role="img" aria-label={`Page ${page} of the document`} />
  );
}

/** The content of a chosen file, or of the kept copy behind an address; null where it cannot be read. */
async function bytesOf(address: string, chosen: File | null): Promise<ArrayBuffer | null> {
  try {
    if (chosen !== null) return await chosen.arrayBuffer();
    const answer = await fetch(address);
    return answer.ok ? await answer.arrayBuffer() : null;
  } catch {
    // The file is gone, or the other half of the app does not answer.
    return null;
  }
}
