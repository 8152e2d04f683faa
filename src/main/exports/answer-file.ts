import type { AnswerRef } from '#shared/ipc/answers.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { findAnswer } from '../workspace/kept-answers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PartialFile } from './exports.ts';
import { localTimeInName } from './local-time.ts';

/** What the file is called by, where the service says what it sent. */
const endings: Record<string, string> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'text/html': 'html',
  'text/plain': 'txt',
};

/** A part that crosses to the screen is so large. */
const partBytes = 1024 * 1024;

/** A kept answer of the service, byte for byte; null where none is kept. It is a file to save, never one to open. */
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
    drop: () => Promise.resolve(),
  };
}
