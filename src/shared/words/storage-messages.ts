/** Neither sentence names a database or system code. */
export interface StorageTrouble {
  sentence: string;
  advice: string;
}

/** Explains a failed write by its SQLite (sqlite.org/rescode.html) or OS code, such as `EACCES`. */
export function storageTrouble(detail: string): StorageTrouble {
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(detail)) {
    return { sentence: 'The disk is full.', advice: 'Free some space, then try again.' };
  }
  if (/^(EMFILE|ENFILE)/.test(detail)) {
    return {
      sentence: 'Too many files are open on this computer.',
      advice: 'Close some programs, then try again.',
    };
  }
  if (/^(SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/.test(detail)) {
    return {
      sentence: 'Gangway isn’t allowed to write to its folder.',
      advice: 'Check the folder’s permissions, then try again.',
    };
  }
  if (/^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EEXIST)/.test(detail)) {
    return {
      sentence: 'Gangway’s folder cannot be opened.',
      advice: 'Check that the folder exists and that you can write to it, then try again.',
    };
  }
  if (detail.startsWith('SQLITE_IOERR')) {
    return {
      sentence: 'The disk did not save the data.',
      advice: 'Free some space and check the disk, then try again.',
    };
  }
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB)/.test(detail)) {
    return { sentence: 'Part of Gangway’s data on disk can’t be read.', advice: 'Open the workspace again.' };
  }
  if (/^(SQLITE_BUSY|SQLITE_LOCKED|another process)/.test(detail)) {
    return {
      sentence: 'Another program is using Gangway’s data.',
      advice: 'Close that program, then try again.',
    };
  }
  return {
    sentence: 'Gangway cannot write to its folder.',
    advice: 'Free some space or check the folder’s permissions, then try again.',
  };
}
