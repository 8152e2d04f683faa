import { LoaderCircle, RotateCw } from 'lucide-react';
import type { CallError } from '#shared/ipc/call.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useOffline } from '../../stores/sync.ts';
import { isProcessing } from './document-labels.ts';
import { LocalCopyButton } from './local-copy-button.tsx';
import type { LocalCopy } from './local-copy.ts';
import styles from './picture.module.css';

const cls = bindClasses(styles);

/** Why there is no picture to look at, and the ways to one. The scores and fields beside it do not depend on it. */
export function PictureMissing({
  detail,
  fetching,
  problem,
  onFetch,
  local,
}: {
  detail: DocumentDetail;
  fetching: boolean;
  problem: CallError | null;
  onFetch: () => void;
  local: LocalCopy;
}) {
  const offline = useOffline();
  if (fetching) {
    return (
      <div className={`${cls('missing')} row gap-4 quiet`} role="status">
        <Icon of={LoaderCircle} turning />
        <p>Fetching the picture</p>
      </div>
    );
  }
  const [title, sentence] = words(
    detail.file,
    detail.result !== null && !isProcessing(detail),
    offline,
    problem,
  );
  return (
    <div className={`${cls('missing')} row gap-4 quiet`} role="status">
      <p className="text bold">{title}</p>
      <p>{sentence}</p>
      <div className={`${cls('missingActions')} gap-8`}>
        {detail.file.kind === 'not_kept' && !offline ? (
          <Button icon={RotateCw} onPress={onFetch}>
            Try again
          </Button>
        ) : null}
        <LocalCopyButton pending={local.pending} onOpen={(file) => void local.open(file)} />
      </div>
    </div>
  );
}

function words(
  file: DocumentDetail['file'],
  finished: boolean,
  offline: boolean,
  problem: CallError | null,
): [title: string, sentence: string] {
  switch (file.kind) {
    case 'none':
      return finished
        ? ['The service sent no picture.', 'If you have the document, open your own copy of it.']
        : ['There is no picture yet.', 'It comes with the document’s result.'];
    case 'refused_address':
      return ['The picture was not fetched.', file.sentence];
    case 'not_kept':
      if (problem !== null) return ['The picture could not be fetched.', problem.message];
      return offline
        ? ['Picture not kept.', 'Gangway can fetch it when the service can be reached.']
        : ['Picture not kept.', 'It is fetched from the service when you open it.'];
    case 'kept':
      return ['Picture kept.', ''];
  }
}
