/** Neither sentence names a database or system code. */
const troubles: readonly [codes: RegExp, sentence: string, advice: string][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'The disk is full.', 'Free some space, then try again.'],
  [/^(EMFILE|ENFILE)/, 'Too many files are open on this computer.', 'Close some programs, then try again.'],
  [
    /^(SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/,
    'Gangway isn’t allowed to write to its folder.',
    'Check the folder’s permissions, then try again.',
  ],
  [
    /^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EEXIST)/,
    'Gangway’s folder cannot be opened.',
    'Check that the folder exists and that you can write to it, then try again.',
  ],
  [/^SQLITE_IOERR/, 'The disk did not save the data.', 'Free some space and check the disk, then try again.'],
  [
    /^(SQLITE_CORRUPT|SQLITE_NOTADB)/,
    'Part of Gangway’s data on disk can’t be read.',
    'Open the workspace again.',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|another process)/,
    'Another program is using Gangway’s data.',
    'Close that program, then try again.',
  ],
  [
    /^/,
    'Gangway cannot write to its folder.',
    'Free some space or check the folder’s permissions, then try again.',
  ],
];

/** Explains a failed write by its SQLite (sqlite.org/rescode.html) or OS code, such as `EACCES`. */
export function storageTrouble(detail: string) {
  const [, sentence = '', advice = ''] = troubles.find(([codes]) => codes.test(detail)) ?? [];
  return { sentence, advice };
}
