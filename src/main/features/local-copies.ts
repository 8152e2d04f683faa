import { randomUUID } from 'node:crypto';
import type { FilePart } from '#shared/ipc/call.ts';
import { getPictureFile } from '#shared/base/picture-file.ts';
import { createIncomingFile, type IncomingFile } from '../incoming-file.ts';
import { largestFile, pictureProblem } from '../service-client/file-fetch.ts';
import type { PictureCache } from '../workspace/picture-cache.ts';
import { done, gone, refuse } from '../ipc/handlers.ts';

interface Incoming {
  copyId: string;
  jobId: string;
  name: string;
  bytes: Buffer;
  file: IncomingFile;
}

const noFile = refuse('not_found', 'The file is no longer available. Choose it again.');
const cutShort = refuse('bad_input', 'Gangway couldn’t read the whole file. Choose it again.');

/** Imports a file in parts as a document's picture, one at a time. */
export function createLocalCopies(pictures: PictureCache) {
  let incoming: Incoming | null = null;

  return {
    begin(jobId: string, name: string, bytes: number) {
      if (bytes > largestFile) {
        return refuse('bad_input', 'The file is larger than 50 MB, so Gangway does not keep it.');
      }
      const file = createIncomingFile(bytes);
      incoming = { copyId: randomUUID(), jobId, name, bytes: Buffer.alloc(bytes), file };
      return done({ copyId: incoming.copyId });
    },
    append(copyId: string, part: FilePart) {
      if (incoming?.copyId !== copyId) return noFile;
      if (incoming.file.take(part, incoming.bytes, part.offset) !== null) return done(null);
      incoming = null;
      return cutShort;
    },
    async finish(copyId: string, known: (jobId: string) => boolean) {
      if (incoming?.copyId !== copyId) return noFile;
      const { jobId, name, bytes, file } = incoming;
      incoming = null;
      if (!file.isWhole()) return cutShort;
      if (!known(jobId)) return gone;
      const type = getPictureFile(bytes)?.contentType;
      if (type === undefined) {
        return refuse('bad_input', pictureProblem(bytes) ?? 'This is not a picture or a PDF.');
      }
      await pictures.keepLocal(jobId, name, bytes, type);
      return done(jobId);
    },
  };
}
