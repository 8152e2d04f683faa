import { useCallback, useEffect, useState } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { useAction } from '../../stores/action.ts';
import { useOffline } from '../../stores/sync.ts';

/** What can be shown: an address of this computer, and whether a PDF lies there. */
export interface PictureSource {
  address: string;
  pdf: boolean;
  /** The file itself where it was chosen from this computer: a page may show its address, but not read from it. */
  chosen: File | null;
}

interface LocalCopy {
  name: string;
  source: PictureSource;
}

/**
 * Where the picture of a document comes from: a file chosen from this computer, else the kept copy. While none is kept and
 * there is a network, it is fetched once by itself.
 */
export function usePictureSource(detail: DocumentDetail, onChanged: (detail: DocumentDetail) => void) {
  const { jobId, file } = detail;
  const offline = useOffline();
  const { run, pending, error } = useAction('documents.fetchFile');
  const [local, setLocal] = useState<LocalCopy | null>(null);

  const fetchNow = useCallback(() => {
    void run({ jobId }).then((result) => {
      if (result.ok) onChanged(result.value);
    });
  }, [run, jobId, onChanged]);

  const wanted = file.kind === 'not_kept' && !offline;
  useEffect(() => {
    if (wanted) fetchNow();
  }, [wanted, fetchNow]);

  useEffect(() => {
    if (local === null) return undefined;
    return () => URL.revokeObjectURL(local.source.address);
  }, [local]);

  return {
    source:
      local?.source ??
      (file.kind === 'kept'
        ? { address: file.address, pdf: file.contentType.startsWith('application/pdf'), chosen: null }
        : null),
    fetching: pending,
    problem: error,
    fetchNow,
    local,
    openLocal: (chosen: File) =>
      setLocal({
        name: chosen.name,
        source: {
          address: URL.createObjectURL(chosen),
          pdf: chosen.type === 'application/pdf' || /\.pdf$/i.test(chosen.name),
          chosen,
        },
      }),
    closeLocal: () => setLocal(null),
  };
}
