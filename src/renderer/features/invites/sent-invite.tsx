import { ArrowRight } from 'lucide-react';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import { jsonText } from '#shared/service/json.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { Button } from '../../components/button.tsx';
import { PanelSection } from '../../components/detail-panel.tsx';
import { FactList, type Fact } from '../../components/fact-list.tsx';
import { entryIds, TechnicalDetails } from '../../components/identifier.tsx';
import { RawRecord } from '../../components/raw-record.tsx';
import { ServiceDate } from '../../components/time-text.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { navigate } from '../../stores/navigation.ts';

/** What was filled in and is sent, field by field and as JSON, with the numbers that name this invite. */
export function SentInvite({ invite }: { invite: InviteDetail }) {
  return (
    <PanelSection title="Invite">
      <FactList facts={getFacts(invite.invitation)} labelWidth={112} />
      <div className="above-12">
        <RawRecord title="Everything that is sent" record={jsonText(invite.sent)} />
        <TechnicalDetails ids={entryIds(invite)} />
      </div>
    </PanelSection>
  );
}

function getFacts(invitation: VendorInvitation): Fact[] {
  const { email, firstName, lastName, companyName, phoneNumber, jobTitle, ...more } = invitation.vendor ?? {};
  const { vendorId, inviteMessage, company, checklistTasks } = invitation;
  const facts: Fact[] = [
    { label: 'Email', value: email },
    { label: 'First name', value: firstName },
    { label: 'Last name', value: lastName },
    { label: 'Company', value: companyName },
    { label: 'Phone', value: phoneNumber },
    { label: 'Job title', value: jobTitle },
    {
      label: 'Message',
      value: inviteMessage === undefined ? null : <span className="preserved">{inviteMessage}</span>,
    },
    { label: 'Vendor ID', value: vendorId === undefined ? null : <VendorLink vendorId={vendorId} /> },
    { label: 'ID', value: invitation.id },
    { label: 'Company ID', value: invitation.companyId },
    { label: 'Status', value: verbatim(invitation.status) },
    { label: 'Compliance', value: verbatim(invitation.complianceStatus) },
    { label: 'Date invited', value: date(invitation.dateInvited) },
    { label: 'Date accepted', value: date(invitation.dateAccepted) },
    { label: 'Date rejected', value: date(invitation.dateRejected) },
    { label: 'Last refresh', value: date(invitation.lastComplianceRefresh) },
    { label: 'Last update', value: date(invitation.lastComplianceUpdate) },
    { label: 'More on vendor', value: Object.keys(more).length === 0 ? null : json(more) },
    { label: 'Company details', value: company === undefined ? null : json(company) },
    { label: 'Checklist tasks', value: checklistTasks === undefined ? null : json(checklistTasks) },
  ];
  return facts.filter((fact) => fact.value != null);
}

function verbatim(text: string | undefined) {
  return text === undefined ? null : <Verbatim>{text}</Verbatim>;
}

function date(text: string | undefined) {
  return text === undefined ? null : <ServiceDate text={text} withTime />;
}

function json(value: unknown) {
  return <Verbatim>{JSON.stringify(value)}</Verbatim>;
}

function VendorLink({ vendorId }: { vendorId: string }) {
  return (
    <span className="row between gap-8">
      <Verbatim>{vendorId}</Verbatim>
      <Button
        variant="link"
        size="small"
        icon={ArrowRight}
        onPress={() => navigate({ screen: 'vendors', path: [vendorId] })}
      >
        Profile
      </Button>
    </span>
  );
}
