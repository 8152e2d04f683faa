import { randomUUID } from 'node:crypto';
import { getPictureFile } from '#shared/picture-file.ts';
import { largestFile, pictureProblem } from '../service-client/file-fetch.ts';
import type { PictureCache } from '../workspace/picture-cache.ts';
import { done, gone, refuse } from '../ipc/handlers.ts';

interface Incoming {
  copyId: string;
  jobId: string;
  name: string;
  expected: number;
  received: number;
  parts: Buffer[];
}

const noFile = refuse('not_found', 'The file is no longer available. Choose it again.');
const cutShort = refuse('bad_input', 'The file could not be read whole. Choose it again.');

/** Takes in a file of this computer bit by bit and puts it in the place of a document's picture. One comes in at a time. */
export function createLocalCopies(pictures: PictureCache) {
  let incoming: Incoming | null = null;

  return {
    begin(jobId: string, name: string, bytes: number) {
      if (bytes > largestFile) {
        return refuse('bad_input', 'The file is larger than 50 MB, so Gangway does not keep it.');
      }
      incoming = { copyId: randomUUID(), jobId, name, expected: bytes, received: 0, parts: [] };
      return done({ copyId: incoming.copyId });
    },
    append(copyId: string, part: string) {
      if (incoming?.copyId !== copyId) return noFile;
      const bytes = Buffer.from(part, 'base64');
      incoming.received += bytes.length;
      if (incoming.received > incoming.expected) {
        incoming = null;
        return cutShort;
      }
      incoming.parts.push(bytes);
      return done(null);
    },
    /** Returns whose picture it is now. */
    async finish(copyId: string, known: (jobId: string) => boolean) {
      if (incoming?.copyId !== copyId) return noFile;
      const { jobId, name, parts, expected, received } = incoming;
      incoming = null;
      if (received !== expected) return cutShort;
      if (!known(jobId)) return gone;
      const bytes = Buffer.concat(parts);
      const type = getPictureFile(bytes)?.contentType;
      if (type === undefined) {
        return refuse('bad_input', pictureProblem(bytes) ?? 'This is not a picture or a PDF.');
      }
      await pictures.keepLocal(jobId, name, bytes, type);
      return done(jobId);
    },
  };
}
