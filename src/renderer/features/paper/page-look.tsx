import { useCallback, useEffect } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { getName } from '#shared/base/foreign-text.ts';
import { comparePageField } from '#shared/comparison/profile.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { type ExpectedPage, type PageQuality } from '#shared/ocr/judge-page.ts';
import { pageFields, type PageField, type PageNote } from '#shared/ocr/page-kind.ts';
import { writtenEmployerId } from '#shared/service/employer-id.ts';
import { partLabels, scoreText, scoreWord } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { DifferingText } from '../../components/differing-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useWorkspace } from '../../stores/session.ts';
import type { ShownPage } from '../documents/page-view.ts';
import { ScoreBar, scoreIcons } from '../documents/quality.tsx';
import { EmployerIdRow, ProfileVerdict, useReveal, type Reveal } from '../documents/read-fields.tsx';
import { openKeptPaper } from './open-paper.ts';
import styles from './page-look.module.css';
import { FlawedPicture } from './page-quality.tsx';
import { PageProgress, PaperPanel } from './paper-panel.tsx';
import { usePaperReader } from './paper-reader.ts';
import { readExpectedFields, type ReadField, type ReadPage } from './read-page.ts';
import { FieldNotes, fieldText, onPage, Snippet } from './read-field.tsx';

const cls = bindClasses(styles);

interface Comparing {
  vendor: StoredVendor | null;
  reveal: Reveal;
}

function PageLook({ page, vendor, reveal }: Comparing & { page: ReadPage<PageField> }) {
  const { fields, judged, note } = page;
  const where = onPage(page.page, page.pages);
  return (
    <div className="stack gap-12">
      {judged === null ? (
        <p className="quiet">The file contains text, so there is no picture to check.</p>
      ) : (
        <OwnScores quality={judged.quality} />
      )}
      <FlawedPicture
        judged={judged}
        advice="Look at the page yourself. If you cannot read it either, ask for a better one."
      />
      {note === null ? null : <PageNoteMessage note={note} />}
      {fields.length === 0 ? (
        note === 'blank' ? null : (
          <MessageBlock tone="neu" slim live>
            {`No details of a license, a W-9 or a certificate of insurance were read${where}.`}
          </MessageBlock>
        )
      ) : (
        <>
          <p className="medium" role="status">
            {`${pluralize(fields.length, 'field')} read${where}. Compare each with its picture.`}
          </p>
          {vendor === null ? null : (
            <p className="faint-note">
              Compared with the profile fetched <TimeText at={vendor.fetchedAt} form="ago" />.
            </p>
          )}
          <dl>
            {fields.map((field) => (
              <FieldRow key={field.field} field={field} vendor={vendor} reveal={reveal} />
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

/** What else a form says, without showing it. */
function PageNoteMessage({ note }: { note: PageNote }) {
  const { title, sentence } = noteMessages[note];
  return (
    <MessageBlock tone={note === 'blank' ? 'cau' : 'neu'} slim live title={title}>
      {sentence}
    </MessageBlock>
  );
}

const noteMessages: Readonly<Record<PageNote, { title: string; sentence: string }>> = {
  blank: { title: 'This form is blank.', sentence: 'Ask the vendor for a completed copy.' },
  social_security_number: {
    title: 'This form gives a Social Security number.',
    sentence: 'It takes the place of an employer ID. Gangway does not show or keep it.',
  },
};

function OwnScores({ quality: { overallScore, scoreBreakdown } }: { quality: PageQuality }) {
  const meaning = scoreWord(overallScore, useWorkspace().settings.scoreThreshold);
  return (
    <dl className="stack gap-4" aria-label="Scores by this computer">
      <div className={`${cls('score')} grid middle columns-10`}>
        <dt className="medium">By this computer</dt>
        <dd className="row gap-6 bold" data-tone={meaning.tone}>
          <span className={`${cls('number')} text figures title`}>{scoreText(overallScore)}</span>
          <Icon of={scoreIcons[meaning.icon]} size={14} />
          {meaning.word}
        </dd>
      </div>
      {partLabels.map(({ part, label }) => (
        <div key={part} className={`${cls('score')} grid middle columns-10`}>
          <dt>{label}</dt>
          <dd>
            <ScoreBar score={scoreBreakdown[part]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldRow({ field, vendor, reveal }: Comparing & { field: ReadField<PageField> }) {
  const { label } = pageFields[field.field];
  const id = field.field === 'employerIdentificationNumber' ? writtenEmployerId(field.value) : null;
  const row = vendor === null ? null : comparePageField(field, vendor.profile.value);
  return (
    <div className={`${cls('field')} ruled-above grid columns-12`}>
      <dt className="faint">{label}</dt>
      <dd className="narrows medium breakable">
        {id !== null ? (
          <EmployerIdRow id={id} reveal={reveal} />
        ) : row === null ? (
          fieldText(field.value)
        ) : (
          <DifferingText side={row.comparison.found} />
        )}
        <FieldNotes {...field} />
        {row === null ? null : <ProfileVerdict row={row} />}
        {id !== null && !reveal.revealed ? null : <Snippet source={field.snippet} label={label} />}
      </dd>
    </div>
  );
}

interface KeptPageLookProps extends Comparing {
  shown: ShownPage;
  expected: ExpectedPage;
  onReading: (reading: boolean) => void;
}

/** Reads a page of a kept picture as soon as it is shown, and lists its fields. */
export function KeptPageLook({ shown, expected, vendor, reveal, onReading }: KeptPageLookProps) {
  const { address, page, turn } = shown;
  const { phase, read } = usePaperReader<PageField>({
    expected,
    readFields: (words) => readExpectedFields(words, expected),
  });
  const readShown = useCallback(
    () => read((signal) => openKeptPaper(address, signal, turn), page),
    [read, address, turn, page],
  );
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
          actions={<SmallButton onPress={readShown}>Try again</SmallButton>}
        >
          Nothing was read. Judge the document by its picture.
        </MessageBlock>
      );
    case 'reading':
      return <PageProgress {...phase} />;
    case 'read':
      return <PageLook page={phase} vendor={vendor} reveal={reveal} />;
  }
}

/** Reads a document on this computer, judges its picture and compares it with the profile. Nothing is kept or sent. */
export function CheckDocument({ vendor, onClose }: { vendor: StoredVendor; onClose: () => void }) {
  const { companyName, email } = vendor.profile.value;
  const reader = usePaperReader<PageField>({
    expected: 'by_heading',
    readFields: (words) => readExpectedFields(words, 'by_heading'),
    onRead: () => reveal.hide(),
  });
  const reveal = useReveal(vendor.vendorId, false);
  const { phase } = reader;
  return (
    <DialogFrame
      title="Check a document"
      subtitle={`For ${getName(companyName, email, vendor.vendorId)}. Nothing is sent or kept.`}
      width={640}
      onClose={onClose}
      foot={<Button onPress={onClose}>Close</Button>}
    >
      <PaperPanel
        label="Document to check"
        what="a license, a W-9 or a certificate of insurance"
        failed="Nothing was read. Try another copy."
        reader={reader}
      >
        {phase.kind === 'read' ? <PageLook page={phase} vendor={vendor} reveal={reveal} /> : null}
      </PaperPanel>
    </DialogFrame>
  );
}
