import type { ReadQuestion } from '#shared/ipc/answers.ts';
import { done, gone, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { findAnswer } from '../exports/answer-file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How many characters of an answer the screen gets; laying out more would block it. */
const maxShown = 500_000;

function askedId({ verifications }: Workspace, question: ReadQuestion): string | null {
  switch (question.kind) {
    case 'vendor':
      return question.vendorId;
    case 'verification':
      return verifications.get(question.entryId)?.requestId ?? null;
    case 'document':
      return question.jobId;
  }
}

export const answerHandlers = (workspace: Workspace): Handlers<CallsOf<'answers'>> => ({
  'answers.get': ({ answer }) => {
    const kept = findAnswer(workspace, answer);
    if (kept === null) return gone;
    const { body, ...rest } = kept.answer;
    const shown = body.slice(0, maxShown);
    return done({ ...rest, body: shown, left: body.length - shown.length });
  },
  'answers.ofReading': ({ question }) => {
    const id = askedId(workspace, question);
    return done(id === null ? [] : workspace.readAnswers.of(question.kind, id));
  },
});
