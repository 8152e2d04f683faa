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
      /** Tells why a token was refused (RFC 6750, 3). */
      wwwAuthenticate: string | null;
      /** The answer as text, without the token; its best readable form, or empty, where `bytes` hold it. */
      body: string;
      /** The body as it came, where `body` does not hold it exactly; null where it does. */
      bytes: Uint8Array | null;
      cut: 'connection_closed' | 'too_large' | 'time_out' | null;
      /** Nothing in the head says how long the body is: it ended with the connection, so that it may not be whole. */
      openEnded?: true;
    };

export type AnsweredExchange = Extract<Exchange, { kind: 'answered' }>;

/** Answers of this size or more are read in a thread (docs/decisions/answers.md). */
export const largeAnswer = 32 * 1024;
