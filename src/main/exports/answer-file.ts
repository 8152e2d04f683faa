import type { AnswerRef } from '#shared/ipc/answers.ts';
import { ownMember } from '#shared/base/own-member.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PartialFile } from './exports.ts';
import { localTimeInName } from './cells.ts';

const endings: Record<string, string> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'text/html': 'html',
  'text/plain': 'txt',
};

/** The size of one part on its way to the screen. */
const partBytes = 1024 * 1024;

export function findAnswer({ entryDetails, readAnswers }: Workspace, ref: AnswerRef) {
  if ('readAnswer' in ref) return readAnswers.get(ref.readAnswer);
  return entryDetails.attemptAnswer(ref.entryId, ref.attempt);
}

/** A stored answer, byte for byte, as a file to save; null where none is stored. */
export function exportOfAnswer(workspace: Workspace, ref: AnswerRef): PartialFile | null {
  const found = findAnswer(workspace, ref);
  if (found === null) return null;
  const { answer, bytes } = found;
  const type = (answer.contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const stamp = localTimeInName(answer.at);
  let done = 0;
  return {
    fileName: `gangway-answer-${stamp}.${(answer.bytesKept === null ? ownMember(endings, type) : undefined) ?? 'bin'}`,
    contentType: 'application/octet-stream',
    next() {
      const part = bytes.subarray(done, done + partBytes);
      done += part.length;
      return Promise.resolve({ bytes: part, done, total: bytes.length, finished: done >= bytes.length });
    },
  };
}
