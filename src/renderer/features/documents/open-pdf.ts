import { getDocument, PasswordException, type PDFDocumentProxy, type PDFWorker } from 'pdfjs-dist';
import { z } from 'zod';
import { maxPixels } from '#shared/base/picture-file.ts';

const portfolio =
  'This PDF is a portfolio of other files. Open it in Adobe Acrobat, save the document you need and try again.';
const adobeForm =
  'This PDF is a form that only Adobe Acrobat shows. Open it there, print it to a PDF and try again.';

type OpenedPdf = { ok: true; pdf: PDFDocumentProxy } | { ok: false; sentence: string };

/** The script of the reader's worker, among its parts. */
export const readerScript = 'build/pdf.worker.min.mjs';

/**
 * Opens a PDF for drawing only: no scripts or forms; only local fonts, maps and decoders are loaded.
 * @param parts the address of the reader's parts
 * @param options the reader's worker, and what else it has to be given outside of a page
 * @param end ends the worker
 */
export function openPdfIn(
  parts: string,
  bytes: Uint8Array<ArrayBuffer>,
  options: { worker: PDFWorker },
  end: () => void,
): { opened: Promise<OpenedPdf>; close: () => void } {
  const task = getDocument({
    data: bytes,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    wasmUrl: `${parts}wasm/`,
    useWasm: false,
    useWorkerFetch: false,
    // A narrower font of the system in place of Helvetica makes letters run together.
    useSystemFonts: false,
    disableWorkerRendering: true,
    enableXfa: false,
    maxImageSize: maxPixels,
    ...options,
  });
  const opened = task.promise.then(
    async (pdf): Promise<OpenedPdf> => {
      const sentence = await findRefusal(pdf);
      return sentence === null ? { ok: true, pdf } : { ok: false, sentence };
    },
    (error: unknown): OpenedPdf => ({
      ok: false,
      sentence:
        error instanceof PasswordException
          ? 'This PDF is locked with a password, so it cannot be shown here.'
          : 'This PDF could not be read. It may be damaged.',
    }),
  );
  const close = () => void task.destroy().finally(end);
  return { opened, close };
}

const pdfInfo = z.object({
  IsXFAPresent: z.boolean(),
  IsAcroFormPresent: z.boolean(),
  IsCollectionPresent: z.boolean(),
});

/** Why a PDF's pages are not the document: it is a collection of others, or a form that only Adobe's programs build. */
async function findRefusal(pdf: PDFDocumentProxy): Promise<string | null> {
  const info = pdfInfo.parse((await pdf.getMetadata()).info);
  if (info.IsCollectionPresent) return portfolio;
  if (!info.IsXFAPresent) return null;
  // Forms that other readers show as well have fields and pages of their own.
  if (!info.IsAcroFormPresent) return adobeForm;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  return /^\s*Please\s*wait/.test(text) ? adobeForm : null;
}
