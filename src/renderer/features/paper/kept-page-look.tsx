import { useEffect } from 'react';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import type { ExpectedPage } from '#shared/paper/judge-page.ts';
import type { PageField } from '#shared/paper/page-kind.ts';
import { Button } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import type { Reveal } from '../documents/reveal.ts';
import { readExpectedFields } from './expected-fields.ts';
import { openKeptPaper } from './open-paper.ts';
import { PageLook } from './page-look.tsx';
import { usePaperReader } from './paper-reader.ts';
import { ReadingProgress } from './reading-progress.tsx';

/** Reads a page of a picture that is kept on this computer as soon as it is there, and shows what it says. */
export function KeptPageLook({
  address,
  page,
  expected,
  vendor,
  reveal,
  onReading,
}: {
  address: string;
  page: number;
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
  useEffect(() => {
    read((signal) => openKeptPaper(address, signal), page);
  }, [read, address, page]);
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
            <Button size="small" onPress={() => read((signal) => openKeptPaper(address, signal), page)}>
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
