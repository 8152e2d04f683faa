import { getDocument, GlobalWorkerOptions, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';

/** The address of a part of the reader; the build puts them beside the page. */
function part(name: string): string {
  return new URL(`pdf-parts/${name}`, document.baseURI).href;
}

GlobalWorkerOptions.workerSrc = part('build/pdf.worker.min.mjs');

/** A PDF that is open, or the sentence on why it cannot be. */
export type OpenedPdf = { ok: true; pdf: PDFDocumentProxy } | { ok: false; sentence: string };

/**
 * Opens a PDF for drawing alone: no scripts of the file are run, no forms are filled, nothing is fetched for it but fonts,
 * character maps and decoders from the page's own place.
 */
export function openPdf(bytes: ArrayBuffer): { opened: Promise<OpenedPdf>; close: () => void } {
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: part('cmaps/'),
    standardFontDataUrl: part('standard_fonts/'),
    wasmUrl: part('wasm/'),
    useWasm: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    enableXfa: false,
  });
  const opened = task.promise.then(
    (pdf): OpenedPdf => ({ ok: true, pdf }),
    (error: unknown): OpenedPdf => ({
      ok: false,
      sentence:
        error instanceof PasswordException
          ? 'This PDF is locked with a password, so it cannot be shown here.'
          : 'This PDF could not be read. It may be damaged.',
    }),
  );
  return { opened, close: () => void task.destroy() };
}
