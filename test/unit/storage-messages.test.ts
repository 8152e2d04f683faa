import { describe, expect, it } from 'vitest';
import { storageTrouble } from '#shared/words/storage-messages.ts';

describe('what keeps Gangway from saving', () => {
  it.each([
    ['SQLITE_FULL', 'The disk is full.'],
    ['ENOSPC', 'The disk is full.'],
    ['EDQUOT', 'The disk is full.'],
    ['SQLITE_READONLY_DIRECTORY', 'Gangway isn’t allowed to write to its folder.'],
    ['EMFILE', 'Too many files are open on this computer.'],
    ['ENFILE', 'Too many files are open on this computer.'],
    ['EACCES', 'Gangway isn’t allowed to write to its folder.'],
    ['SQLITE_CANTOPEN', 'Gangway’s folder cannot be opened.'],
    ['SQLITE_IOERR_WRITE', 'The disk did not save the data.'],
    ['SQLITE_CORRUPT_INDEX', 'Part of Gangway’s data on disk can’t be read.'],
    ['SQLITE_BUSY', 'Another program is using Gangway’s data.'],
    ['another process', 'Another program is using Gangway’s data.'],
    ['EWHATEVER', 'Gangway cannot write to its folder.'],
  ])('is said in words for %s', (detail, sentence) => {
    const trouble = storageTrouble(detail);
    expect(trouble.sentence).toBe(sentence);
    for (const words of [trouble.sentence, trouble.advice]) {
      expect(words).toMatch(/^[A-Z].*\.$/);
      expect(words).not.toMatch(/SQLITE|\bE[A-Z]{3,}/);
    }
  });
});
