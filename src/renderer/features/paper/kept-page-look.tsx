import { useCallback, useEffect } from 'react';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import type { ExpectedPage } from '#shared/paper/judge-page.ts';
import type { PageField } from '#shared/paper/page-kind.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import type { Turn } from '../documents/page-view.ts';
import type { Reveal } from '../documents/reveal.ts';
import { readExpectedFields } from './expected-fields.ts';
import { openKeptPaper, turnPaper } from './open-paper.ts';
import { PageLook } from './page-look.tsx';
import { usePaperReader } from './paper-reader.ts';
import { ReadingProgress } from './reading-progress.tsx';

/** Reads a page of a picture that is kept on this computer as soon as it is there, and shows what it says. */
export function KeptPageLook({
  address,
  page,
  turn,
  expected,
  vendor,
  reveal,
  onReading,
}: {
  address: string;
  page: number;
  /** How a person turned it, so that its text is upright. */
  turn: Turn;
  expected: ExpectedPage;
  /** Whose document it is, where that profile is kept on this computer. */
  vendor: StoredVendor | null;
  reveal: Reveal;
  /** Is told when a reading begins and ends. */
  onReading: (reading: boolean) => void;
}) {
  const { phase, read } = usePaperReader<PageField>({
    expected,
    readFields: (words) => readExpectedFields(words, expected),
  });
  const readShown = useCallback(() => {
    read(async (signal) => turnPaper(await openKeptPaper(address, signal), turn), page);
  }, [read, address, turn, page]);
  useEffect(readShown, [readShown]);
  const isReading = phase.kind === 'reading' || (phase.kind === 'empty' && phase.problem === null);
  useEffect(() => {
    onReading(isReading);
  }, [onReading, isReading]);
  switch (phase.kind) {
    case 'empty':
      return phase.problem === null ? null : (
        <MessageBlock
          tone="neg"
          live
          title={phase.problem}
          actions={
            <Button size="small" onPress={readShown}>
              Try again
            </Button>
          }
        >
          Nothing was read. Judge the document by its picture.
        </MessageBlock>
      );
    case 'reading':
      return <ReadingProgress {...phase} />;
    case 'read':
      return <PageLook page={phase} vendor={vendor} reveal={reveal} />;
  }
}
