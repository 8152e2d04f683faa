import { ScanText, X } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { toPageKind } from '#shared/ocr/page-kind.ts';
import { bindClasses } from '../../class-names.ts';
import { SmallButton } from '../../components/button.tsx';
import { CheckNow } from '../../components/check-run-strip.tsx';
import { DecidedBy, ServiceDate, TimeText } from '../../components/time-text.tsx';
import { FactList, type Fact, TechnicalDetails } from '../../components/fact-list.tsx';
import { OtherAnswers } from '../../components/kept-answer.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { OtherFields, RawRecord, ValidationIssues } from '../../components/raw-record.tsx';
import { WithValidationIssues } from '../../components/as-it-came.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { useServiceAddress } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { decisionWord, getOtherId, isProcessing, type DetailProps } from './document-labels.ts';
import { hideEmployerIds, maskedFields, maskedValidationIssues } from './masked-record.ts';
import { useShownPage, type ShownPage } from './page-view.ts';
import { Quality } from './quality.tsx';
import { ReadFields, useReveal, type Reveal } from './read-fields.tsx';
import styles from './result-panel.module.css';
import secondLookStyles from './second-look.module.css';
import { lazyPart } from '../../lazy-part.ts';

const cls = bindClasses(styles);
const secondLookCls = bindClasses(secondLookStyles);

export function ResultPanel({ detail, onChanged }: DetailProps) {
  const { result, vendorId } = detail;
  const reveal = useReveal(detail.jobId);
  const { value: kept } = useLive('vendors.get', vendorId === null ? undefined : { vendorId }, [
    { event: 'vendors.changed', id: vendorId },
  ]);
  const masked = !reveal.revealed;
  const otherId = getOtherId(detail);
  const look = <SecondLook detail={detail} vendor={kept} reveal={reveal} />;
  return (
    <aside
      className={`${cls('panel')} surface scrolls fixed shortens edge-left`}
      aria-label="Document result"
    >
      {result === null ? (
        <>
          <NotReady detail={detail} />
          {look}
        </>
      ) : (
        <>
          {otherId === null ? null : (
            <section className={cls('part')} aria-label="Answer ID">
              <MessageBlock tone="cau" title="The service answered with another ID." quote={otherId}>
                The service may have answered for a different document. Compare it with the picture before you
                decide.
              </MessageBlock>
            </section>
          )}
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
        <TechnicalDetails
          ids={[
            { label: 'Job ID', text: detail.jobId, what: 'the job ID' },
            ...(otherId === null
              ? []
              : [{ label: 'ID of the answer', text: otherId, what: 'the ID of the answer' }]),
          ]}
        />
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

function About({ detail, onChanged }: DetailProps) {
  const offline = useOffline();
  const wholeAddress = useServiceAddress();
  const check = useAction('documents.checkNow', onChanged);
  const { jobId, watch } = detail;
  const result = detail.result?.value ?? null;

  const given = (
    label: string,
    text: string | null | undefined,
    show: (text: string) => ReactNode,
  ): Fact => ({
    label,
    value: text == null || text === '' ? null : show(text),
    missing: 'Not provided',
  });
  const word = (text: string) => <ServiceWord word={text} />;
  const verbatim = (text: string) => <Verbatim>{text}</Verbatim>;
  const date = (text: string) => <ServiceDate text={text} withTime />;
  const link = (url: string) => (
    <span className="breakable">
      <OutsideLink url={wholeAddress(url) ?? url} icon={false}>
        {url}
      </OutsideLink>
    </span>
  );
  const facts: Fact[] = [
    given('Status', result?.status, word),
    given('Step', result?.processingStep, word),
    given('Type', result?.documentType, verbatim),
    given('Created', result?.createdAt, date),
    given('Updated', result?.updatedAt, date),
    given('Account', result?.accountId, verbatim),
    given('File', result?.fileUrl, link),
    {
      label: 'Fetched',
      value: detail.fetchedAt === null ? null : <TimeText at={detail.fetchedAt} form="detail" />,
      missing: 'Not yet',
    },
  ];
  return (
    <section className={cls('part')}>
      <div className="row between gap-12 below-6">
        <h2>About this document</h2>
        <CheckNow pending={check.pending} onPress={() => void check.run({ jobId })} />
      </div>
      <FactList labelWidth={84} facts={facts} />
      <p className="above-8 faint-note">
        <Schedule detail={detail} offline={offline} />
      </p>
      {(detail.result !== null && watch.problem !== null) || check.error !== null ? (
        <div className="above-10">
          <MessageBlock tone="cau" live={check.error !== null}>
            {check.error?.message ?? watch.problem}
          </MessageBlock>
        </div>
      ) : null}
      {detail.decisions.map((decision) => (
        <p key={decision.at} className="above-8 quiet plain-strong">
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

const KeptPageLook = lazyPart(async () => (await import('../paper/page-look.tsx')).KeptPageLook);

interface LookProps {
  detail: DocumentDetail;
  vendor: StoredVendor | null;
  reveal: Reveal;
}

/** Offers to read the visible page on this computer. It decides nothing and is discarded with the page. */
function SecondLook(props: LookProps) {
  const { shown } = useShownPage();
  if (shown === null || shown.jobId !== props.detail.jobId) return null;
  return <Offer key={`${shown.address} ${shown.page} ${shown.turn}`} {...props} shown={shown} />;
}

const buttons = {
  none: { words: 'Check on this computer', icon: ScanText },
  reading: { words: 'Cancel', icon: X },
  done: { words: 'Close', icon: X },
} as const;

function Offer({ detail, vendor, reveal, shown }: LookProps & { shown: ShownPage }) {
  const [state, setState] = useState<keyof typeof buttons>('none');
  const onReading = useCallback((reading: boolean) => setState(reading ? 'reading' : 'done'), []);
  const { words, icon } = buttons[state];
  return (
    <section className={`${secondLookCls('look')} subtle stack gap-8 ruled-below`}>
      <div className="row between gap-12">
        <h2 className="visually-hidden">Check on this computer</h2>
        <p className="faint-note">An independent reading; not saved.</p>
        <SmallButton
          icon={icon}
          label={state === 'none' ? words : `${words} the check on this computer`}
          onPress={() => setState(state === 'none' ? 'reading' : 'none')}
        >
          {words}
        </SmallButton>
      </div>
      {state === 'none' ? null : (
        <KeptPageLook
          shown={shown}
          expected={toPageKind(detail.documentType) ?? 'other'}
          vendor={vendor}
          reveal={reveal}
          onReading={onReading}
        />
      )}
    </section>
  );
}
