import { ExternalLink } from 'lucide-react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import type { InvitationResult } from '#shared/service/vendor-invitation.ts';
import { jsonText } from '#shared/service/json.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame, WithValidationIssues } from '../../components/as-it-came.tsx';
import { PanelSection } from '../../components/detail-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { OutsideLink, canOpenOutside } from '../../components/outside-link.tsx';
import { ValidationIssues, OtherFields, RawRecord } from '../../components/raw-record.tsx';
import { ServiceDate, TimeText } from '../../components/time-text.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { useServiceAddress } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { Checklist, compliantCount } from './checklist.tsx';
import styles from './invite-panel.module.css';

const cls = bindClasses(styles);

/** The answer to an accepted invite, field by field. For one in doubt, see "Everything the service sent". */
export function InviteAnswer({
  invite: { state, markedByPerson, answer, result },
}: {
  invite: InviteDetail;
}) {
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
      {checklist.length === 0 ? (
        <PanelSection title="Checklist" aside={<VendorPage url={vendorPage} />}>
          <p className="quiet">
            <AsItCame path={['checklist']}>The service sent no checklist.</AsItCame>
          </p>
        </PanelSection>
      ) : (
        <PanelSection
          title={
            <>
              Checklist{' '}
              <span className={`${cls('count')} regular faint-note`}>{compliantCount(checklist)}</span>
            </>
          }
          aside={<VendorPage url={vendorPage} />}
        >
          <Checklist items={checklist} validationIssues={validationIssues} />
        </PanelSection>
      )}
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
    { label: 'Compliance', value: wordOrNull(value.complianceStatus), missing: 'Not provided' },
    { label: 'Vendor', value: wordOrNull(value.vendorStatus), missing: 'Not provided' },
    { label: 'Last update', value: dateOrNull(value.lastComplianceUpdate), missing: 'Not provided' },
    { label: 'Last refresh', value: dateOrNull(value.lastComplianceRefresh), missing: 'Not provided' },
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
  const offline = useOffline();
  if (url === null) return <span>No vendor page given</span>;
  if (!canOpenOutside(url)) return null;
  return (
    <OutsideLink url={url} icon={false}>
      <span className={`${cls('linkWords')} inline-row medium`}>
        <Icon of={ExternalLink} size={14} />
        {offline ? 'Vendor page, opens when online' : 'Vendor page'}
      </span>
    </OutsideLink>
  );
}
