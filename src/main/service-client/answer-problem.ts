import { findObstacle } from '#shared/words/network-messages.ts';
import { refusedReadingText } from '#shared/outbox/refusal.ts';
import type { CallError } from '#shared/ipc/call.ts';
import type { FoundInstead, NotFound } from './answer.ts';

/** The subject of a reading. */
export type Wanted = 'vendor' | 'verification' | 'document';

const unknownIdSentence: Record<Wanted, string> = {
  vendor: 'The service has no vendor with this ID.',
  verification: 'The service does not know this request number yet.',
  document: 'The service does not know this job ID yet.',
};

const notReadySentence: Record<Wanted, string> = {
  vendor: 'The service has no profile of this vendor yet. Try again later.',
  verification: 'The service has no result yet.',
  document: 'The service has no result yet.',
};

/** Why a reading has no result, and what to do, in a sentence. */
export function answerProblem(answer: NotFound, wanted: Wanted): CallError {
  switch (answer.kind) {
    case 'unknown_id':
      return { code: 'not_found', message: unknownIdSentence[wanted] };
    case 'not_ready':
      return { code: 'not_found', message: notReadySentence[wanted] };
    case 'unreachable':
      return {
        code: 'unreachable',
        message: `${findObstacle(answer.detail)?.sentence ?? 'The service can’t be reached.'} What’s saved on this computer stays as it is. Try again later.`,
      };
    case 'token_refused':
      return {
        code: 'signed_out',
        message: 'The service did not accept the token. Sign in with a new one and try again.',
      };
    case 'busy':
      return {
        code: 'unreachable',
        message: `${busyMessage(answer.status)}${waitText(answer.waitMs)}. Try again ${answer.waitMs === null ? 'later' : 'then'}.`,
      };
    case 'trouble':
      return {
        code: 'unreachable',
        message: `The service has a problem (it answered ${answer.status}). Nothing here is lost. Try again later.`,
      };
    case 'redirected':
      return {
        code: 'refused',
        message: `${redirectedSentence(answer)} Gangway does not follow it with your token. Check the service address in Settings.`,
      };
    case 'refused':
      if (answer.status === 403) {
        return { code: 'refused', message: 'The token is not allowed to do this. Ask your administrator.' };
      }
      return { code: 'refused', message: refusedSentence(answer) };
    case 'unreadable':
      return { code: 'unreadable_answer', message: unreadableSentence(answer) };
  }
}

/** Describes an unexpected answer in one sentence for a list row; no advice, since Gangway retries automatically. */
export function answerBrief(answer: NotFound): string {
  switch (answer.kind) {
    case 'unknown_id':
      return 'The service does not know this ID yet.';
    case 'not_ready':
      return 'The service has no answer to this yet.';
    case 'unreachable':
      return (
        findObstacle(answer.detail)?.sentence ??
        (answer.sent ? 'No reply from the service.' : 'The service can’t be reached.')
      );
    case 'token_refused':
      return 'The service did not accept the token.';
    case 'busy':
      return `${busyMessage(answer.status)} (${answer.status})${waitText(answer.waitMs)}.`;
    case 'trouble':
      return `The service has a problem (${answer.status}).`;
    case 'redirected':
      return redirectedSentence(answer);
    case 'refused':
      return `The service refused this (${answer.status}).`;
    case 'unreadable':
      if (answer.instead !== undefined) return insteadSentence(answer.instead);
      return answer.bodyKind === 'web_page'
        ? 'The service returned a web page instead of an answer.'
        : 'The answer cannot be read.';
  }
}

const redirectedSentence = ({ location }: Extract<NotFound, { kind: 'redirected' }>): string =>
  `The service points to another address${location === null ? '' : ` (${location})`}.`;

const busyMessage = (status: number): string =>
  status === 503 ? 'The service is under maintenance' : 'The service is busy';

function refusedSentence({ status, body }: Extract<NotFound, { kind: 'refused' }>): string {
  const words = refusedReadingText(body);
  if (words !== null) return `The service refused this. It said: ${words}`;
  return status < 300
    ? 'The service reported a problem and gave no reason. Try again later.'
    : `The service refused this (it answered ${status}). Check the ID.`;
}

function unreadableSentence(answer: Extract<NotFound, { kind: 'unreadable' }>): string {
  if (answer.cut) {
    return 'The answer was cut off or too large to read. What’s saved on this computer stays as it is. Try again.';
  }
  if (answer.bodyKind === 'web_page') {
    return 'The service returned a web page instead of an answer. Check the service address, or sign in to the Wi-Fi first.';
  }
  if (answer.instead !== undefined) return insteadSentence(answer.instead);
  if (answer.oversized) {
    return 'The answer is too large to read field by field. It is saved as received, and earlier data is unchanged. Tell your administrator.';
  }
  return 'The answer cannot be read. Check the service address in Settings.';
}

function insteadSentence(instead: FoundInstead): string {
  switch (instead.kind) {
    case 'envelope':
      return `Your service wraps its answers in “${instead.name}”. Set it in Settings, Response format, and check again.`;
    case 'another_id':
      return `The service answered with another vendor’s profile (ID ${instead.id}). What’s saved on this computer stays as it is. Check the ID.`;
    case 'nothing_described':
      return 'The service’s answer has no fields that Gangway knows. What’s saved on this computer stays as it is. Open the answer to read it.';
  }
}

function waitText(waitMs: number | null): string {
  if (waitMs === null) return '';
  const seconds = Math.ceil(waitMs / 1000);
  return seconds < 90
    ? ` and asked to wait ${seconds} s`
    : ` and asked to wait ${Math.ceil(seconds / 60)} min`;
}
