import { ownMember } from '#shared/base/own-member.ts';

/** What happened on the wire with one request. */
export type Exchange =
  /** Not a byte of the request left this computer. */
  | { kind: 'not_sent'; detail: string }
  /** Bytes may have left; no status line came back. */
  | { kind: 'no_answer'; detail: string }
  | {
      kind: 'answered';
      status: number;
      contentType: string | null;
      retryAfter: string | null;
      date: string | null;
      location: string | null;
      /** Says why a token was refused (RFC 6750, 3). */
      wwwAuthenticate: string | null;
      /** The text without the token; where `bytes` are kept, its best readable form, or empty. */
      body: string;
      /** The body as received, where `body` is not exactly that. */
      bytes: Uint8Array | null;
      cut: 'connection_closed' | 'too_large' | 'time_out' | null;
      /** The head gives no length: the body ended with the connection, so it may not be whole. */
      openEnded?: true;
    };

export type AnsweredExchange = Extract<Exchange, { kind: 'answered' }>;

export type Headers = Record<string, string | string[] | undefined>;

/** A header's value, the first of several; null where it is absent. */
export function getHeader(headers: Headers, name: string): string | null {
  const value = ownMember(headers, name);
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
}

/** Answers of this size or more are read in a thread (docs/decisions/answers.md). */
export const largeAnswer = 32 * 1024;
