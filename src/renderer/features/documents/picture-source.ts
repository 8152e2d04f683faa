import { useCallback, useEffect } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { useAction } from '../../stores/action.ts';
import { useOffline } from '../../stores/sync.ts';

/** The picture's source: the kept copy. Without one it is fetched once automatically when online. */
export function usePictureSource(detail: DocumentDetail, onChanged: (detail: DocumentDetail) => void) {
  const { jobId, file } = detail;
  const offline = useOffline();
  const { run, pending, error } = useAction('documents.fetchFile');

  const fetchNow = useCallback(() => {
    void run({ jobId }).then((result) => {
      if (result.ok) onChanged(result.value);
    });
  }, [run, jobId, onChanged]);

  const wanted = file.kind === 'not_kept' && !offline;
  useEffect(() => {
    if (wanted) fetchNow();
  }, [wanted, fetchNow]);

  return { address: file.kind === 'kept' ? file.address : null, fetching: pending, problem: error, fetchNow };
}
