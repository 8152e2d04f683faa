/** The outbox's share: how many requests it has under way, and whether more could go out now. */
export interface SendingShare {
  underWay: number;
  wantsMore: boolean;
}

interface Parts {
  /** How many requests may be under way at once, whatever they are for. */
  limit(): number;
  sending(): SendingShare;
  canRead(): boolean;
  /** A place is free, and sending wants it. */
  onFree(): void;
}

interface Waiting {
  name: string | null;
  begin(): void;
  giveUp(): void;
}

/**
 * The requests of a workspace that may be under way at once, shared by all that make any. Sending goes first: results are
 * read with what it leaves. So that a long list of invites does not hold results up for hours, reading has one place of two
 * or more all the same. A question that a person waits for is asked at once, also where every place is taken by requests
 * that nobody answers; the others make room for it afterwards.
 */
export function createRequestSlots(parts: Parts) {
  const waiting: Waiting[] = [];
  let reading = 0;
  let closed = false;

  /** Whether the next reading may take a place that sending wants as well. */
  const goesBefore = (): boolean => reading === 0 && parts.limit() > 1;

  function grant(): void {
    for (let one = waiting[0]; one !== undefined; one = waiting[0]) {
      const { underWay, wantsMore } = parts.sending();
      if (parts.limit() - reading - underWay <= 0 || (wantsMore && !goesBefore())) return;
      waiting.shift();
      if (parts.canRead()) one.begin();
      else one.giveUp();
    }
  }

  function release(): void {
    reading -= 1;
    if (closed) return;
    grant();
    if (parts.sending().wantsMore) parts.onFree();
  }

  function begin<T>(ask: () => Promise<T>): Promise<T> {
    reading += 1;
    return ask().finally(release);
  }

  return {
    /** How many entries may be under way at once now. */
    forSending(): number {
      const kept = waiting.length > 0 && goesBefore() ? 1 : 0;
      return Math.max(parts.limit() - reading - kept, 0);
    },
    /** Asks when there is a place, or at once if `asked`. Null if it was not asked. `name`: for expediting. */
    read<T>(ask: () => Promise<T>, asked: boolean, name?: string): Promise<T | null> {
      if (closed) return Promise.resolve(null);
      if (asked) return begin(ask);
      return new Promise<T | null>((resolve, reject) => {
        waiting.push({
          name: name ?? null,
          begin() {
            begin(ask).then(resolve, reject);
          },
          giveUp() {
            resolve(null);
          },
        });
        grant();
      });
    },
    /** How many readings are under way, until what came is written down. */
    reading: (): number => reading,
    /** A person is waiting for the request of this name: if it waits for a place, it begins at once. */
    expedite(name: string): void {
      const place = waiting.findIndex((one) => one.name === name);
      if (place >= 0) waiting.splice(place, 1)[0]?.begin();
    },
    wake(): void {
      if (!closed) grant();
    },
    /** Ends all requests that wait, and begins no more. */
    close(): void {
      closed = true;
      for (const one of waiting.splice(0)) one.giveUp();
    },
  };
}
