/**
 * Wraps work so that many requests for it become few: it runs `delay` milliseconds after the first request, never
 * twice at once, and once more afterwards if it was asked for meanwhile.
 */
export function coalesce(
  work: () => Promise<void>,
  delay: number,
): { request: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let stopped = false;

  function request(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    timer ??= setTimeout(run, delay);
  }

  function run(): void {
    timer = undefined;
    running = true;
    void work().finally(() => {
      running = false;
      if (!again) return;
      again = false;
      request();
    });
  }

  return {
    request,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
