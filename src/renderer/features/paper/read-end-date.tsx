import type { PageKind } from '#shared/ocr/page-kind.ts';
import { SmallButton } from '../../components/button.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { openKeptPaper } from './open-paper.ts';
import { FlawedPicture } from './page-quality.tsx';
import { PaperPanel } from './paper-panel.tsx';
import { usePaperReader } from './paper-reader.ts';
import { readExpectedFields, type ReadPage } from './read-page.ts';
import { FieldNotes, fieldText, onPage, Snippet } from './read-field.tsx';

interface Choosing {
  /** The day in the form. */
  chosen: string;
  onChoose: (day: string) => void;
}

interface ReadEndDateProps extends Choosing {
  kind: PageKind | null;
  kept: string | null;
}

/** Reads on this computer when a license or certificate expires. A person chooses whether to use the date. */
export function ReadEndDate({ kind, kept, chosen, onChoose }: ReadEndDateProps) {
  const expected = kind ?? 'by_heading';
  const reader = usePaperReader<'expiryDate'>({
    expected,
    readFields: (words) =>
      readExpectedFields(words, expected).flatMap(({ field, ...rest }) =>
        field === 'expiryDate' ? { field, ...rest } : [],
      ),
  });
  const { phase, read } = reader;
  return (
    <PaperPanel
      label="Read it from a document"
      what="a photo, a scan or a PDF of the document"
      failed="No date was read. Try another copy, or enter the date."
      reader={reader}
      actions={
        kept === null ? null : (
          <SmallButton onPress={() => read((signal) => openKeptPaper(kept, signal), 1)}>
            Read the kept picture
          </SmallButton>
        )
      }
    >
      {phase.kind === 'read' ? <EndDate page={phase} chosen={chosen} onChoose={onChoose} /> : null}
    </PaperPanel>
  );
}

function EndDate({ page, chosen, onChoose }: Choosing & { page: ReadPage<'expiryDate'> }) {
  const { fields, judged } = page;
  const where = onPage(page.page, page.pages);
  const [found] = fields;
  return (
    <>
      <FlawedPicture judged={judged} advice="Compare the date with the document before you use it." />
      {found === undefined ? (
        <MessageBlock tone="cau" slim live title={`No expiration date was read${where}.`}>
          Enter the date on the document.
        </MessageBlock>
      ) : (
        <div className="row wrap gap-8-12">
          <span className="stack narrows grows basis-160">
            <span className="faint">{`Expiration date${where}`}</span>
            <span className="medium" role="status">
              {fieldText(found.value)}
            </span>
            <FieldNotes {...found} />
          </span>
          <Snippet source={found.snippet} label="Expiration date" />
          {chosen === found.value ? (
            <span className="faint-note" role="status">
              In the form. Save it once you have compared it.
            </span>
          ) : (
            <SmallButton onPress={() => onChoose(found.value)}>{`Use ${fieldText(found.value)}`}</SmallButton>
          )}
        </div>
      )}
    </>
  );
}
