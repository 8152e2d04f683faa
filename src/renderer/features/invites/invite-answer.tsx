import { ExternalLink, CircleCheck, CircleDashed, CircleX, FileText, type LucideIcon } from 'lucide-react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import type { InvitationResult, ChecklistItem } from '#shared/service/vendor-invitation.ts';
import { jsonText } from '#shared/service/json.ts';
import { bindClasses } from '../../class-names.ts';
import { PanelSection } from '../../components/detail-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { OutsideLink, canOpenOutside } from '../../components/outside-link.tsx';
import { ValidationIssues, OtherFields, RawRecord } from '../../components/raw-record.tsx';
import { ServiceDate, TimeText } from '../../components/time-text.tsx';
import { AsItCame, WithValidationIssues } from '../../components/as-it-came.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { useServiceAddress, useStatusWords } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import styles from './invite-panel.module.css';
import { filled } from '#shared/base/foreign-text.ts';
import { cameAt, type ValidationIssue } from '#shared/service/reading.ts';
import { LongText, useFolded } from '../../components/long-text.tsx';
import { getMeaning, type StatusWords } from '#shared/settings/status.ts';

const cls = bindClasses(styles);

export function InviteAnswer({ invite }: { invite: InviteDetail }) {
  const { state, markedByPerson, answer, result } = invite;
  const wholeAddress = useServiceAddress();
  if (answer === null || state !== 'accepted' || markedByPerson) return null;
  if (result === null) {
    return answer.body.trim() === '' && answer.bytesKept === null ? (
      <MessageBlock tone="neu" title="The service accepted the invite but sent nothing else.">
        There is no checklist or status to show.
      </MessageBlock>
    ) : (
      <MessageBlock tone="cau" title="The service accepted the invite, but its answer cannot be read.">
        The answer is saved under “Everything the service sent”.
      </MessageBlock>
    );
  }
  const { value, validationIssues, others } = result;
  const checklist = value.checklist ?? [];
  const vendorPage = wholeAddress(value.vendorURL);
  return (
    <WithValidationIssues validationIssues={validationIssues}>
      <section className={`${cls('card')} surface card`}>
        <div className={`${cls('cardHead')} row-baseline between gap-12`}>
          <h3 className="note">From the service</h3>
          <span className="faint-note">
            answered <TimeText at={answer.at} form="detail" />
          </span>
        </div>
        <FactList facts={getFacts(value, vendorPage)} />
      </section>
      <ValidationIssues validationIssues={validationIssues} />
      <PanelSection
        title={
          checklist.length === 0 ? (
            'Checklist'
          ) : (
            <>
              Checklist{' '}
              <span className={`${cls('count')} regular faint-note`}>{compliantCount(checklist)}</span>
            </>
          )
        }
        aside={<VendorPage url={vendorPage} />}
      >
        {checklist.length === 0 ? (
          <p className="quiet">
            <AsItCame path={['checklist']}>The service sent no checklist.</AsItCame>
          </p>
        ) : (
          <Checklist items={checklist} validationIssues={validationIssues} />
        )}
      </PanelSection>
      <MessageBlock tone="neu">
        The service sends this list once, with its answer to the invite. You can’t get it again, so check the
        vendor page for changes.
      </MessageBlock>
      {value.metadata == null ? null : <RawRecord title="Metadata" record={jsonText(value.metadata)} />}
      <OtherFields fields={others} />
    </WithValidationIssues>
  );
}

function getFacts(value: InvitationResult, vendorPage: string | null) {
  return [
    { label: 'Compliance', value: wordOrNull(value.complianceStatus) },
    { label: 'Vendor', value: wordOrNull(value.vendorStatus) },
    { label: 'Last update', value: dateOrNull(value.lastComplianceUpdate) },
    { label: 'Last refresh', value: dateOrNull(value.lastComplianceRefresh) },
    { label: 'ID', value: value.id == null ? null : <Verbatim>{value.id}</Verbatim> },
    ...(vendorPage === null || canOpenOutside(vendorPage)
      ? []
      : [{ label: 'Vendor page', value: <Verbatim>{value.vendorURL ?? vendorPage}</Verbatim> }]),
    ...(value.metadata == null ? [{ label: 'Metadata', value: null, path: ['metadata'] }] : []),
  ];
}

function wordOrNull(word: string | null | undefined) {
  return word == null || word === '' ? null : <ServiceWord word={word} />;
}

function dateOrNull(text: string | null | undefined) {
  return text == null || text === '' ? null : <ServiceDate text={text} withTime />;
}

function VendorPage({ url }: { url: string | null }) {
  if (url === null) return <span>No vendor page given</span>;
  return canOpenOutside(url) ? <AnswerLink icon={ExternalLink} url={url} words="Vendor page" /> : null;
}

interface AnswerLinkProps {
  icon: LucideIcon;
  url: string;
  words: string;
  tip?: string;
}

function AnswerLink({ icon, url, words, tip }: AnswerLinkProps) {
  const offline = useOffline();
  return (
    <OutsideLink url={url} icon={false}>
      <span
        className={`${cls('linkWords')} inline-row medium`}
        title={offline && tip !== undefined ? 'Opens when online' : tip}
      >
        <Icon of={icon} size={14} />
        {offline ? `${words}, opens when online` : words}
      </span>
    </OutsideLink>
  );
}

const fewItems = 20;

interface ChecklistProps {
  items: readonly ChecklistItem[];
  validationIssues: readonly ValidationIssue[];
}

/** The checklist in an invite's answer, problems first, messages verbatim. */
function Checklist({ items, validationIssues }: ChecklistProps) {
  const words = useStatusWords();
  const positions = new Map(
    items.map((item, shown) => [item, cameAt(validationIssues, ['checklist'], shown)]),
  );
  const leftOut = validationIssues.filter(({ path }) => path.length === 2 && path[0] === 'checklist');
  const { shown, fold } = useFolded(problemsFirst(items, words), fewItems);
  return (
    <>
      <ul className={`${cls('checklist')} surface`}>
        {shown.map((item, index) => (
          <li key={`${item.documentId ?? ''} ${item.type ?? ''} ${index}`} className={`${cls('check')} grid`}>
            <ChecklistRow item={item} place={positions.get(item) ?? index} />
          </li>
        ))}
        {leftOut.map(({ path }) => (
          <li key={path.join(' ')} className={`${cls('check')} grid`}>
            <AsItCame path={path} />
          </li>
        ))}
      </ul>
      {fold}
    </>
  );
}

/** @param place where the item stood in the list that came */
function ChecklistRow({ item, place }: { item: ChecklistItem; place: number }) {
  const verdict = toVerdict(item.compliant);
  const messages = item.errorMessages ?? [];
  return (
    <>
      <span className={`${cls('checkIcon')} drop-2`} data-tone={verdict.tone}>
        <Icon of={verdict.icon} />
      </span>
      <p className="row-baseline wrap between columns-12">
        <span className={`${cls('checkType')} medium narrows breakable`}>
          <LongText>{filled(item.type) ?? 'Type not given'}</LongText>
        </span>
        <span className={`${cls('verdict')} note`} data-tone={verdict.tone}>
          <AsItCame path={['checklist', place, 'compliant']}>{verdict.word}</AsItCame>
        </span>
      </p>
      <p className="row-baseline wrap between columns-12">
        {filled(item.status) === null ? (
          <span className="faint-note">No status word</span>
        ) : (
          <ServiceWord word={item.status} />
        )}
        <DocumentLink item={item} />
      </p>
      <AddressAsText written={item.documentURL} />
      {messages.length === 0 ? null : (
        <ul className={cls('messages')}>
          {messages.map((message, index) => (
            <li key={`${index} ${message}`}>
              <Verbatim>{message}</Verbatim>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function toVerdict(compliant: boolean | null | undefined) {
  if (compliant === true) return { word: 'Compliant', tone: 'pos', icon: CircleCheck } as const;
  if (compliant === false) return { word: 'Not compliant', tone: 'neg', icon: CircleX } as const;
  return { word: 'Not provided', tone: 'neu', icon: CircleDashed } as const;
}

/** An address that may not be opened from here: only https may. */
function AddressAsText({ written }: { written: string | null | undefined }) {
  const url = useServiceAddress()(written);
  if (url === null || canOpenOutside(url)) return null;
  return (
    <p className="faint lines-18">
      <Verbatim>{written ?? url}</Verbatim>
    </p>
  );
}

function DocumentLink({ item: { documentURL, documentId } }: { item: ChecklistItem }) {
  const url = useServiceAddress()(documentURL);
  const name = documentId == null ? 'Document' : `Document ${documentId}`;
  if (url !== null && canOpenOutside(url))
    return <AnswerLink icon={FileText} url={url} words={name} tip={url} />;
  const words = url !== null ? name : documentId == null ? 'No document' : `${name}, no link`;
  return <span className="faint-note">{words}</span>;
}

/** The checklist with problems first, then unknown, then compliant; otherwise in the service's order. */
export function problemsFirst(items: readonly ChecklistItem[], words: StatusWords): ChecklistItem[] {
  const rank = (item: ChecklistItem): number => {
    if (item.compliant === false) return 0;
    const category = item.status == null ? 'not_recognised' : getMeaning(item.status, words).category;
    if ((item.errorMessages ?? []).length > 0 || category === 'problem') return 1;
    return item.compliant == null ? 2 : 3;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}

const compliantCount = (items: readonly ChecklistItem[]): string =>
  `${items.filter((item) => item.compliant === true).length} of ${items.length} compliant`;
