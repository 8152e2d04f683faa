import { create } from 'zustand';
import { maxNamed, type CheckRequest, type CheckRun } from '#shared/ipc/checks.ts';
import { call, on } from '../bridge.ts';

interface ChecksStore {
  /** The run that is shown; null where there is none, or the person has put it away. */
  run: CheckRun | null;
  /** Why none could be begun, a sentence; and for which list. */
  refused: { list: CheckRun['list']; sentence: string } | null;
}

export const useChecks = create<ChecksStore>(() => ({ run: null, refused: null }));

/** Follows the run that is under way; returns the function that stops it. */
export function followChecks(): () => void {
  async function ask(): Promise<void> {
    const result = await call('checks.latest', null);
    // What ended before this screen was opened is no news any more.
    if (result.ok && result.value?.ended === false) useChecks.setState({ run: result.value });
  }
  const stops = [
    on('checks.changed', (run) => useChecks.setState({ run })),
    on('workspace.changed', () => {
      useChecks.setState({ run: null, refused: null });
      void ask();
    }),
  ];
  void ask();
  return () => stops.forEach((stop) => stop());
}

const nothing = 'Nothing to check: every status here is final.';

function getParts(request: CheckRequest): CheckRequest[] {
  const slices = (ids: readonly string[]) =>
    Array.from({ length: Math.ceil(ids.length / maxNamed) }, (_, part) =>
      ids.slice(part * maxNamed, (part + 1) * maxNamed),
    );
  if (request.what === 'documents') return slices(request.jobIds).map((jobIds) => ({ ...request, jobIds }));
  if (request.what === 'verifications')
    return slices(request.entryIds).map((entryIds) => ({ ...request, entryIds }));
  return [request];
}

/** Looks at many results now. What keeps them from being looked at is said in the store. */
export async function checkMany(request: CheckRequest): Promise<void> {
  const list =
    request.what === 'documents' || request.what === 'document_group' ? 'documents' : 'verifications';
  useChecks.setState({ refused: null });
  let begun = false;
  for (const part of getParts(request)) {
    const result = await call('checks.begin', part);
    if (!result.ok) {
      useChecks.setState({ refused: { list, sentence: result.error.message } });
      return;
    }
    // An event may have told more already.
    if (result.value !== null)
      useChecks.setState(({ run }) => (run?.ended === false ? {} : { run: result.value }));
    begun ||= result.value !== null;
  }
  if (!begun) useChecks.setState({ refused: { list, sentence: nothing } });
}

export function dismissChecks(): void {
  useChecks.setState(({ run }) => ({ refused: null, run: run?.ended === true ? null : run }));
}
