import { useCallback, useEffect } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { useAction } from '../../stores/action.ts';
import { useOffline } from '../../stores/sync.ts';

/**
 * Where the picture of a document comes from: the copy kept on this computer. While none is kept and there is a network, it
 * is fetched once by itself.
 */
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
