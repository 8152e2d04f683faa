import { comparePageField } from '#shared/comparison/page-fields.ts';
import { counted } from '#shared/base/counted.ts';
import { writtenEmployerId } from '#shared/service/employer-id.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { isFlawedPicture, type PageQuality } from '#shared/paper/judge-page.ts';
import { pageFields, type PageField } from '#shared/paper/page-kind.ts';
import { partLabels, scoreText, scoreWord } from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { DifferingText } from '../../components/differing-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { EmployerIdRow } from '../documents/employer-id-row.tsx';
import { ProfileVerdict } from '../documents/profile-verdict.tsx';
import type { Reveal } from '../documents/reveal.ts';
import { ScoreBar } from '../documents/score-bar.tsx';
import { scoreIcons } from '../documents/score-icons.ts';
import { FieldNotes } from './field-notes.tsx';
import { fieldText } from './field-text.ts';
import styles from './page-look.module.css';
import { DefectReport } from './page-quality.tsx';
import type { ReadField, ReadPage } from './read-page.ts';
import { Snippet } from './snippet.tsx';

const cls = bindClasses(styles);

/** What this computer reads on a page: picture quality, defects, and its fields beside the vendor's profile. */
export function PageLook({
  page: { page, pages, fields, judged },
  vendor,
  reveal,
  revealByKey = true,
}: {
  page: ReadPage<PageField>;
  /** Null where there is no profile to compare with. */
  vendor: StoredVendor | null;
  reveal: Reveal;
  /** Whether the key of the review shows and hides the employer ID. */
  revealByKey?: boolean;
}) {
  const { scoreThreshold } = useWorkspace().settings;
  const where = pages === 1 ? '' : ` on page ${page} of ${pages}`;
  const isFlawed = judged !== null && isFlawedPicture(judged.quality, scoreThreshold);
  return (
    <div className="stack gap-12">
      {judged === null ? (
        <p className="quiet">The file contains text, so there is no picture to check.</p>
      ) : (
        <OwnScores quality={judged.quality} threshold={scoreThreshold} />
      )}
      {isFlawed ? (
        <DefectReport
          judged={judged}
          retake={{
            title: 'This picture is too unclear to rely on.',
            sentence: 'Look at the page yourself. If you cannot read it either, ask for a better one.',
          }}
        />
      ) : null}
      {fields.length === 0 ? (
        <MessageBlock tone="neu" slim live>
          {`No details of a license, a W-9 or a certificate of insurance were read${where}.`}
        </MessageBlock>
      ) : (
        <>
          <p className="medium" role="status">
            {`${counted(fields.length, 'field')} read${where}. Compare each with its picture.`}
          </p>
          {vendor === null ? null : (
            <p className="faint-note">
              Compared with the profile fetched <TimeText at={vendor.fetchedAt} form="ago" />.
            </p>
          )}
          <dl>
            {fields.map((field) => (
              <FieldRow
                key={field.field}
                field={field}
                vendor={vendor}
                reveal={reveal}
                revealByKey={revealByKey}
              />
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

/** The scores of this computer, by the same parts as the service's. */
function OwnScores({ quality, threshold }: { quality: PageQuality; threshold: number }) {
  const { overallScore, scoreBreakdown } = quality;
  const meaning = scoreWord(overallScore, threshold);
  return (
    <dl className="stack gap-4" aria-label="Scores by this computer">
      <div className={cls('score')}>
        <dt className="medium">By this computer</dt>
        <dd className="row gap-6 bold" data-tone={meaning.tone}>
          <span className={`${cls('number')} text figures`}>{scoreText(overallScore)}</span>
          <Icon of={scoreIcons[meaning.icon]} size={14} />
          {meaning.word}
        </dd>
      </div>
      {partLabels.map(({ part, label }) => (
        <div key={part} className={cls('score')}>
          <dt>{label}</dt>
          <dd>
            <ScoreBar score={scoreBreakdown[part]} threshold={threshold} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldRow({
  field,
  vendor,
  reveal,
  revealByKey,
}: {
  field: ReadField<PageField>;
  vendor: StoredVendor | null;
  reveal: Reveal;
  revealByKey: boolean;
}) {
  const { label } = pageFields[field.field];
  const id = field.field === 'employerIdentificationNumber' ? writtenEmployerId(field.value) : null;
  const row = vendor === null ? null : comparePageField(field, vendor.profile.value);
  return (
    <div className={`${cls('field')} ruled-above`}>
      <dt className="faint">{label}</dt>
      <dd className="narrows medium breakable">
        {id !== null ? (
          <EmployerIdRow
            id={id}
            revealed={reveal.revealed}
            onReveal={reveal.reveal}
            onHide={reveal.hide}
            byKey={revealByKey}
          />
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
