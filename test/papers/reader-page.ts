import { readPapers } from '#renderer/features/filing/read-papers.ts';
import { openPaper } from '#renderer/features/paper/open-paper.ts';
import { readExpectedFields, readPaperPage } from '#renderer/features/paper/read-page.ts';
import { isToRetake, type ExpectedPage } from '#shared/ocr/judge-page.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import type { PaperReading } from './paper-browser.ts';

/** Reads the first page of a file, given in Base64. */
async function readPaper(file: string, expected: ExpectedPage): Promise<PaperReading> {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const began = performance.now();
  const read = await readFirstPage(new Blob([bytes]), expected);
  const ms = performance.now() - began;
  return typeof read === 'string' ? { kind: 'refused', sentence: read, ms } : { kind: 'read', ms, ...read };
}

async function readFirstPage(file: Blob, expected: ExpectedPage) {
  const opened = await openPaper(file);
  if (!opened.ok) return opened.sentence;
  try {
    const form = {
      expected,
      readFields: (words: Parameters<typeof readExpectedFields>[0]) => readExpectedFields(words, expected),
    };
    const read = await readPaperPage(opened.paper, 1, form, new AbortController().signal, () => undefined);
    if (typeof read === 'string') return read;
    const quality = read.judged?.quality ?? null;
    return {
      note: read.note,
      fields: read.fields.map(({ field, value, sure }) => ({ field, value, sure })),
      quality:
        quality === null
          ? null
          : {
              ...quality,
              isToRetake: isToRetake(quality, defaultWorkspaceSettings.scoreThreshold),
              defects: quality.defects.map(({ defect }) => ({ defect })),
            },
    };
  } finally {
    opened.paper.close();
  }
}

/** Reads all pages of a file for filing; a sentence where it cannot be opened. */
async function readForFiling(file: string) {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const opened = await openPaper(new Blob([bytes]));
  if (!opened.ok) return opened.sentence;
  const watcher = {
    signal: new AbortController().signal,
    onPage: () => undefined,
    onPicture: () => Promise.resolve(),
  };
  return (await readPapers(opened.paper, watcher).finally(opened.paper.close))?.pages ?? [];
}

Object.assign(globalThis, { readPaper, readForFiling });
