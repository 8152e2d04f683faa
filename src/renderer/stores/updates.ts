import { useEffect, useState } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import type { UpdateStatus } from '#shared/settings/updates.ts';
import { call, on } from '../bridge.ts';

type UpdatesView =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'ready'; status: UpdateStatus };

export function useUpdates(): UpdatesView {
  const [view, setView] = useState<UpdatesView>({ kind: 'loading' });
  useEffect(() => {
    let current = true;
    let told = false;
    const stop = on('updates.changed', (status) => {
      told = true;
      setView({ kind: 'ready', status });
    });
    void call('updates.status', null).then((result) => {
      // What was told meanwhile is newer than this answer.
      if (!current || told) return;
      setView(result.ok ? { kind: 'ready', status: result.value } : { kind: 'failed', error: result.error });
    });
    return () => {
      current = false;
      stop();
    };
  }, []);
  return view;
}
