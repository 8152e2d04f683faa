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
      body: string;
      /** Why the body ends early; null where it is whole. */
      cut: 'connection_closed' | 'too_large' | 'time_out' | null;
      /** The `id` of a JSON object body, where there is one: what a queued verification is known by. */
      requestId: string | null;
    };
