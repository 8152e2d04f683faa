import type { AnswerRef, KeptAnswer } from '#shared/ipc/answers.ts';
import type { Workspace } from './workspace.ts';

/** Any kept answer with its exact bytes; null where none is kept. */
export function findAnswer(
  { entryDetails, readAnswers }: Workspace,
  ref: AnswerRef,
): { answer: KeptAnswer; bytes: Uint8Array } | null {
  if ('readAnswer' in ref) return readAnswers.get(ref.readAnswer);
  return entryDetails.attemptAnswer(ref.entryId, ref.attempt);
}
