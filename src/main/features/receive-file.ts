import { randomUUID } from 'node:crypto';
import { nameForeignFile } from '#shared/base/foreign-file.ts';
import { getPictureFile } from '#shared/base/picture-file.ts';
import type { CallResult, FilePart } from '#shared/ipc/call.ts';
import { createIncomingFile, type IncomingFile } from '../incoming-file.ts';
import { done, refuse } from '../ipc/handlers.ts';
import { largestFile } from '../service-client/file-fetch.ts';

/** Receives pictures and PDFs in parts, one at a time: a new one takes the place of one that is not whole. */
export function createPictureReceiver<About>() {
  let incoming: { id: string; about: About; bytes: Buffer; file: IncomingFile } | null = null;
  return {
    begin(about: About, bytes: number): CallResult<string> {
      if (bytes > largestFile) return tooLarge;
      const id = randomUUID();
      incoming = { id, about, bytes: Buffer.alloc(bytes), file: createIncomingFile(bytes) };
      return done(id);
    },
    append(id: string, part: FilePart): CallResult<null> {
      if (incoming?.id !== id) return noFile;
      if (incoming.file.take(part, incoming.bytes, part.offset) !== null) return done(null);
      incoming = null;
      return cutShort;
    },
    finish(id: string): CallResult<{ about: About; bytes: Buffer; contentType: string }> {
      if (incoming?.id !== id) return noFile;
      const { about, bytes, file } = incoming;
      incoming = null;
      if (!file.isWhole()) return cutShort;
      const contentType = getPictureFile(bytes)?.contentType;
      if (contentType === undefined)
        return refuse('bad_input', nameForeignFile(bytes) ?? 'This is not a picture or a PDF.');
      return done({ about, bytes, contentType });
    },
  };
}

const noFile = refuse('not_found', 'The file is no longer available. Choose it again.');
const cutShort = refuse('bad_input', 'Gangway couldn’t read the whole file. Choose it again.');
const tooLarge = refuse('bad_input', 'The file is larger than 50 MB, so Gangway does not keep it.');
