import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { WithValidationIssues } from '../../components/as-it-came.tsx';
import { CheckNow } from '../../components/check-now.tsx';
import { DecidedBy } from '../../components/decided-by.tsx';
import { FactList, type Fact } from '../../components/fact-list.tsx';
import { TechnicalDetails } from '../../components/identifier.tsx';
import { OtherAnswers } from '../../components/kept-answer.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { ValidationIssues, OtherFields, RawRecord } from '../../components/raw-record.tsx';
import { ServiceDate } from '../../components/service-date.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { useServiceAddress } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { decisionWord, isProcessing, getOtherId } from './document-labels.ts';
import { hideEmployerIds, maskedFields, maskedValidationIssues } from './masked-record.ts';
import { Quality } from './quality.tsx';
import { ReadFields } from './read-fields.tsx';
import styles from './result-panel.module.css';
import { useReveal } from './reveal.ts';
import { SecondLook } from './second-look.tsx';

const cls = bindClasses(styles);

interface PanelProps {
  detail: DocumentDetail;
  onChanged: (detail: DocumentDetail) => void;
}

/** Beside the picture: how good it is, what was read from it, all that the service sent, and what this computer sees. */
export function ResultPanel({ detail, onChanged }: PanelProps) {
  const { result, vendorId } = detail;
  const reveal = useReveal(detail.jobId);
  const vendor = useLive('vendors.get', vendorId === null ? undefined : { vendorId }, [
    { event: 'vendors.changed', id: vendorId },
  ]);
  const kept = vendorId !== null && vendor.state.kind === 'ready' ? vendor.state.value : null;
  const masked = !reveal.revealed;
  const look = <SecondLook detail={detail} vendor={kept} reveal={reveal} />;
  return (
    <aside className={`${cls('panel')} surface scrolls fixed`} aria-label="Document result">
      {result === null ? (
        <>
          <NotReady detail={detail} />
          {look}
        </>
      ) : (
        <>
          <OtherId detail={detail} />
          <Quality reading={result} processing={isProcessing(detail)} />
          {look}
          <WithValidationIssues validationIssues={result.validationIssues}>
            <ReadFields
              detail={detail}
              reading={result}
              vendor={kept}
              reveal={reveal}
              onChanged={onChanged}
            />
          </WithValidationIssues>
        </>
      )}
      <About detail={detail} onChanged={onChanged} />
      <div className={cls('records')}>
        <DocumentIds detail={detail} />
        {result === null ? null : (
          <>
            <ValidationIssues
              validationIssues={
                masked ? maskedValidationIssues(result.validationIssues) : result.validationIssues
              }
            />
            <OtherFields fields={masked ? maskedFields(result.others) : result.others} />
            {detail.resultBody === null ? null : (
              <RawRecord
                title="Everything the service sent"
                record={detail.resultBody}
                {...(masked ? { hide: hideEmployerIds } : {})}
              />
            )}
          </>
        )}
        <OtherAnswers
          question={{ kind: 'document', jobId: detail.jobId }}
          changes={{ event: 'documents.changed', id: detail.jobId }}
          {...(masked ? { hide: hideEmployerIds } : {})}
        />
      </div>
    </aside>
  );
}

function DocumentIds({ detail }: { detail: DocumentDetail }) {
  const other = getOtherId(detail);
  return (
    <TechnicalDetails
      ids={[
        { label: 'Job ID', text: detail.jobId, what: 'the job ID' },
        ...(other === null ? [] : [{ label: 'ID of the answer', text: other, what: 'the ID of the answer' }]),
      ]}
    />
  );
}

function OtherId({ detail }: { detail: DocumentDetail }) {
  const id = getOtherId(detail);
  if (id === null) return null;
  return (
    <section className={cls('part')} aria-label="Answer ID">
      <MessageBlock tone="cau" title="The service answered with another ID." quote={id}>
        The service may have answered for a different document. Compare it with the picture before you decide.
      </MessageBlock>
    </section>
  );
}

function NotReady({ detail }: { detail: DocumentDetail }) {
  const { watch } = detail;
  return (
    <section className={cls('part')} aria-label="Quality">
      <MessageBlock
        tone={watch.problem === null ? 'neu' : 'cau'}
        title={watch.problem === null ? 'Not looked up yet.' : 'There is no result yet.'}
      >
        {watch.problem ?? 'Gangway looks up this document as soon as it can. Scores and fields appear here.'}
      </MessageBlock>
    </section>
  );
}

/** What is known of the document beyond its quality, and when it is looked up again. */
function About({ detail, onChanged }: PanelProps) {
  const offline = useOffline();
  const wholeAddress = useServiceAddress();
  const check = useAction('documents.checkNow');
  const { jobId, watch } = detail;
  const result = detail.result?.value ?? null;

  async function checkNow(): Promise<void> {
    const answer = await check.run({ jobId });
    if (answer.ok) onChanged(answer.value);
  }

  const word = (text: string | null | undefined) =>
    text == null || text === '' ? null : <ServiceWord word={text} />;
  const verbatim = (text: string | null | undefined) =>
    text == null || text === '' ? null : <Verbatim>{text}</Verbatim>;
  const date = (text: string | null | undefined) =>
    text == null || text === '' ? null : <ServiceDate text={text} withTime />;
  const missing = 'Not provided';
  const facts: Fact[] = [
    { label: 'Status', value: word(result?.status), missing },
    { label: 'Step', value: word(result?.processingStep), missing },
    { label: 'Type', value: verbatim(result?.documentType), missing },
    { label: 'Created', value: date(result?.createdAt), missing },
    { label: 'Updated', value: date(result?.updatedAt), missing },
    { label: 'Account', value: verbatim(result?.accountId), missing },
    {
      label: 'File',
      value:
        result?.fileUrl == null || result.fileUrl === '' ? null : (
          <span className="breakable">
            <OutsideLink url={wholeAddress(result.fileUrl) ?? result.fileUrl} icon={false}>
              {result.fileUrl}
            </OutsideLink>
          </span>
        ),
      missing,
    },
    {
      label: 'Fetched',
      value: detail.fetchedAt === null ? null : <TimeText at={detail.fetchedAt} form="detail" />,
      missing: 'Not yet',
    },
  ];
  return (
    <section className={cls('part')}>
      <div className={`${cls('head')} row between gap-12`}>
        <h2 className={cls('title')}>About this document</h2>
        <CheckNow pending={check.pending} onPress={() => void checkNow()} />
      </div>
      <FactList labelWidth={84} facts={facts} />
      <p className="space-above faint-note">
        <Schedule detail={detail} offline={offline} />
      </p>
      {(detail.result !== null && watch.problem !== null) || check.error !== null ? (
        <div className={cls('problem')}>
          <MessageBlock tone="cau" live={check.error !== null}>
            {check.error?.message ?? watch.problem}
          </MessageBlock>
        </div>
      ) : null}
      {detail.decisions.map((decision) => (
        <p key={decision.at} className={`${cls('decision')} space-above quiet`}>
          <strong>{decisionWord(decision.choice)}</strong>
          <DecidedBy decision={decision} />
          {decision.note === '' ? null : <span className="preserved breakable block">{decision.note}</span>}
        </p>
      ))}
    </section>
  );
}

function Schedule({ detail: { watch }, offline }: { detail: DocumentDetail; offline: boolean }) {
  switch (watch.kind) {
    case 'settled':
      return 'The status is final, so Gangway no longer checks automatically.';
    case 'by_hand':
      return 'Gangway checks again when you ask.';
    case 'watching':
      if (offline || watch.nextAt === null) return 'Gangway looks it up again when online.';
      return (
        <>
          Gangway looks it up again <TimeText at={watch.nextAt} form="soon" />.
        </>
      );
  }
}
