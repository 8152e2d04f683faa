import type { BodyKind } from './body-kind.ts';

/** Details of an exchange that something else than the service answered; src/shared/words/network-messages.ts has the sentences. */
export const foreignPage = 'FOREIGN_PAGE';
/** It was no page either. */
export const foreignAnswer = 'FOREIGN_ANSWER';
/** The network wants the person to sign in before it lets anything through (RFC 6585, 6, and what portals do without it). */
export const networkSignIn = 'NETWORK_SIGN_IN';

/** The detail of an answer that something else than the service gave, by what its body is; null where the service can have. */
export function unexpectedResponderDetail(kind: BodyKind): string | null {
  switch (kind) {
    case 'web_page':
      return foreignPage;
    case 'foreign':
      return foreignAnswer;
    case 'empty':
    case 'json':
      return null;
  }
}
