export const readingProblems = {
  too_long: 'This page takes too long to read. A sharper picture in even light is read faster.',
  failed: 'This page could not be read.',
  stopped: 'Reading was stopped.',
  /** What nobody foresaw, such as no memory for a picture or a part of the app that is gone after an update. */
  fault: 'This document could not be read. Start Gangway again and retry.',
} as const;
